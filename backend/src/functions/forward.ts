import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { FunctionError } from './errors.ts'
import { CALL_HEADER, type CallFacts } from './messages.ts'
import type { FunctionProcess } from './pool/function-process.ts'
import type { RequestBody } from './request-body.ts'

/**
 * A process that does not start a call for this long is stuck without using CPU time.
 */
const TAKE_UP_LIMIT_MS = 15_000

/** One call as a function process receives it. */
export interface FunctionCall {
  readonly id: string
  readonly method: string
  /** Path and query as sent by the client. */
  readonly target: string
  readonly headers: OutgoingHttpHeaders
  readonly body: RequestBody
}

/** The process ended before the function saw the call, which may be sent to another one. */
export class NotTakenUp extends Error {
  override readonly name = 'NotTakenUp'
}

// Hop-by-hop headers (RFC 9110, section 7.6.1), and headers that the gateway sets itself.
const OF_THE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
])
for (const name of ['upgrade', 'expect', 'content-length', CALL_HEADER]) OF_THE_CONNECTION.add(name)

/** The request headers that a function may see, and the gateway's facts about the caller. */
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
  const { id, method, target, headers, body } = call
  const { socketPath, agent } = process
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const outgoing = request({ socketPath, agent, method, path: target, headers, maxHeaderSize: 64 * 1024 })
    let isTakenUp = false
    const takenUp = () => {
      if (isTakenUp) return
      isTakenUp = true
      stopWaiting()
      if (body && !Buffer.isBuffer(body)) body.once('error', () => outgoing.destroy()).pipe(outgoing)
    }
    const notWaiting = process.callSent(id, takenUp)
    const stuck = setTimeout(() => process.kill(), TAKE_UP_LIMIT_MS)
    const stopWaiting = () => {
      clearTimeout(stuck)
      notWaiting()
    }
    const abort = () => {
      reject(signal.reason)
      outgoing.destroy()
    }
    signal.addEventListener('abort', abort, { once: true })
    outgoing.once('close', () => {
      stopWaiting()
      signal.removeEventListener('abort', abort)
    })
    outgoing.once('information', takenUp)
    outgoing.once('response', (response) => {
      if (response.headers[CALL_HEADER] === undefined) return resolve(response)
      response.resume()
      reject(new FunctionError('exception'))
    })
    outgoing.on('error', (cause) => {
      if (isTakenUp) void errorOfLostProcess(process, cause).then(reject)
      else reject(new NotTakenUp('the process ended', { cause }))
    })
    if (body === null || Buffer.isBuffer(body)) outgoing.end(body ?? undefined)
    else outgoing.flushHeaders()
  })
}

/** A connection breaks slightly before the process's exit and its reason are known. */
async function errorOfLostProcess(process: FunctionProcess, cause: Error): Promise<FunctionError> {
  const patience = new Promise<FunctionError>((resolve) => {
    setTimeout(() => resolve(new FunctionError('crashed', { cause })), 1000).unref()
  })
  return Promise.race([process.ended, patience])
}
