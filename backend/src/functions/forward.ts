import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { FunctionError } from './errors.ts'
import { CALL_HEADER, type CallFacts } from './messages.ts'
import type { FunctionProcess } from './pool/function-process.ts'
import type { RequestBody } from './request-body.ts'

/** A process that has not looked at a call for so long waits for something that will not come; processor time tells nothing of that. */
const TAKE_UP_LIMIT_MS = 15_000

/** One call, as a process of the function gets it. */
export interface FunctionCall {
  readonly method: string
  /** Path and query as the client wrote them. */
  readonly target: string
  readonly headers: OutgoingHttpHeaders
  readonly body: RequestBody
}

/** The process ended before the function saw the call: another one may have it. */
export class NotTakenUp extends Error {
  override readonly name = 'NotTakenUp'
}

// Of one connection, not of the request that travels on it (RFC 9110, section 7.6.1), and what the gateway says itself.
const OF_THE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
])
for (const name of ['upgrade', 'expect', 'content-length', CALL_HEADER]) OF_THE_CONNECTION.add(name)

/** What the function may know of the request's headers, and what the gateway knows of the caller. */
export function headersFor(incoming: IncomingHttpHeaders, facts: CallFacts, body: RequestBody): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(incoming)) if (!OF_THE_CONNECTION.has(name)) headers[name] = value
  if (Buffer.isBuffer(body)) headers['content-length'] = body.length
  else if (body && incoming['content-length'] !== undefined) headers['content-length'] = incoming['content-length']
  headers[CALL_HEADER] = Buffer.from(JSON.stringify(facts)).toString('base64url')
  return headers
}

/**
 * Sends a call and waits for the head of the answer.
 * @throws {NotTakenUp} when it may be sent to another process
 * @throws {FunctionError} crashed or over_limit, exception, or the signal's reason
 */
export function forward(process: FunctionProcess, call: FunctionCall, signal: AbortSignal): Promise<IncomingMessage> {
  const { method, target, headers, body } = call
  const { socketPath, agent } = process
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const outgoing = request({ socketPath, agent, method, path: target, headers, maxHeaderSize: 64 * 1024 })
    const notWaiting = process.callSent()
    const stuck = setTimeout(() => process.kill(), TAKE_UP_LIMIT_MS)
    const stopWaiting = () => {
      clearTimeout(stuck)
      notWaiting()
    }
    let isTakenUp = false
    const abort = () => {
      reject(signal.reason)
      outgoing.destroy()
    }
    signal.addEventListener('abort', abort, { once: true })
    outgoing.once('close', () => {
      stopWaiting()
      signal.removeEventListener('abort', abort)
    })
    outgoing.once('information', () => {
      isTakenUp = true
      stopWaiting()
      if (body && !Buffer.isBuffer(body)) body.once('error', () => outgoing.destroy()).pipe(outgoing)
    })
    outgoing.once('response', (response) => {
      if (response.headers[CALL_HEADER] === undefined) return resolve(response)
      response.resume()
      reject(new FunctionError('exception'))
    })
    outgoing.on('error', (cause) => {
      if (isTakenUp) void whyLost(process, cause).then(reject)
      else reject(new NotTakenUp('the process ended', { cause }))
    })
    if (body === null || Buffer.isBuffer(body)) outgoing.end(body ?? undefined)
    else outgoing.flushHeaders()
  })
}

/** A connection breaks a moment before the process is known to have ended, and why. */
async function whyLost(process: FunctionProcess, cause: Error): Promise<FunctionError> {
  const patience = new Promise<FunctionError>((resolve) => {
    setTimeout(() => resolve(new FunctionError('crashed', { cause })), 1000).unref()
  })
  return Promise.race([process.ended, patience])
}
