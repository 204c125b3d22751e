import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FunctionHandler } from '../function.ts'
import { type Boot, CALL_HEADER, type CallFacts } from '../messages.ts'
import { contextOf } from './context.ts'

// This server does its own framing; a function's framing headers could split one response into two.
const FRAMING = new Set(['connection', 'content-length', 'keep-alive', 'proxy-authenticate', 'te', 'trailer'])
for (const name of ['transfer-encoding', 'upgrade', 'set-cookie', CALL_HEADER]) FRAMING.add(name)

/** Converts each request to a web `Request`, calls the function, and sends its `Response`. Never rejects. */
export function createAnswerer(
  handle: FunctionHandler,
  { env, backend }: Boot,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    outgoing.writeProcessing() // from here on the function may have seen the call, which must not go to another process
    const controller = new AbortController()
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) controller.abort()
    })
    try {
      const facts = factsOf(incoming)
      const response: unknown = await handle(
        requestOf(incoming, backend.publicUrl, controller.signal),
        contextOf(facts, env, backend),
      )
      if (!(response instanceof Response) || response.status < 200)
        throw new TypeError('The handler returned no Response')
      await send(response, outgoing)
    } catch (error) {
      if (controller.signal.aborted) return // the function stopped because it was aborted
      console.error(error)
      fail(outgoing)
    }
  }
}

function factsOf({ headers }: IncomingMessage): CallFacts {
  const facts = JSON.parse(Buffer.from(String(headers[CALL_HEADER]), 'base64url').toString()) as CallFacts // the gateway's
  delete headers[CALL_HEADER]
  return facts
}

function requestOf(incoming: IncomingMessage, origin: string, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value === undefined || name === 'connection' || name === 'transfer-encoding') continue
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one)
  }
  const init: RequestInit = { method: incoming.method, headers, signal }
  if (incoming.method !== 'GET' && hasBody(incoming)) {
    init.body = Readable.toWeb(incoming) as ReadableStream<Uint8Array> as RequestInit['body'] // bodies are byte streams
    init.duplex = 'half'
  }
  return new Request(origin + incoming.url, init)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) if (!FRAMING.has(name)) outgoing.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies)
  if (response.body === null) {
    outgoing.end()
    return
  }
  const reader = response.body.getReader()
  outgoing.once('close', () => {
    reader.cancel().catch(() => undefined) // the stream may have failed already, which is handled below
  })
  const first = reader.read()
  // A body that is available immediately is sent together with the head; a streamed response has its head sent first.
  const isThere = await Promise.race([first.then(() => true), new Promise((resolve) => setImmediate(resolve, false))])
  if (!isThere) outgoing.flushHeaders()
  const { done, value } = await first
  if (done) {
    outgoing.end()
    return
  }
  const second = reader.read()
  const isWhole = await Promise.race([
    second.then((next) => next.done),
    new Promise((resolve) => setImmediate(resolve, false)),
  ])
  if (isWhole) {
    if (!outgoing.headersSent) outgoing.setHeader('content-length', value.byteLength)
    outgoing.end(value)
    return
  }
  await write(outgoing, value)
  for (let next = await second; !next.done; next = await reader.read()) await write(outgoing, next.value)
  outgoing.end()
}

/** Writes at the speed of the reader. */
async function write(outgoing: ServerResponse, bytes: Uint8Array): Promise<void> {
  if (outgoing.write(bytes) || outgoing.destroyed) return
  await new Promise<void>((resolve) => {
    const go = () => {
      outgoing.off('drain', go).off('close', go)
      resolve()
    }
    outgoing.on('drain', go).on('close', go)
  })
}

/** Before the head the gateway gets an error; after it, only a broken connection can signal failure. */
function fail(outgoing: ServerResponse): void {
  if (outgoing.headersSent) {
    outgoing.destroy()
    return
  }
  for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name)
  outgoing.writeHead(500, { [CALL_HEADER]: 'failed' }).end()
}
