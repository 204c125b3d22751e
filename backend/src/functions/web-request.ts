import type { IncomingHttpHeaders } from 'node:http'
import { Readable, Transform } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyRequest } from 'fastify'
import { FunctionError } from './errors.ts'

/** The request as a function gets it, and whether its body turned out too large while the function read it. */
export interface IncomingCall {
  readonly request: Request
  isTooLarge(): boolean
}

/**
 * @param origin  scheme and host under which the function believes to be called
 * @throws {FunctionError} body_too_large when the client announces too much
 */
export function toWebRequest(
  request: FastifyRequest,
  origin: string,
  bodyLimit: number,
  signal: AbortSignal,
): IncomingCall {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw new FunctionError('body_too_large')
  const counted = hasBody(request) ? limitBody(request.raw, bodyLimit) : null
  const init: RequestInit = { method: request.method, headers: toWebHeaders(request.headers), signal }
  if (counted) {
    init.body = Readable.toWeb(counted.stream) as ReadableStream<Uint8Array> as RequestInit['body'] // bodies are byte streams
    init.duplex = 'half'
  }
  return { request: new Request(new URL(request.url, origin), init), isTooLarge: () => counted?.isTooLarge() ?? false }
}

function hasBody({ method, headers }: FastifyRequest): boolean {
  const isSent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return isSent && method !== 'GET' && method !== 'HEAD'
}

function limitBody(body: Readable, limit: number): { stream: Readable; isTooLarge(): boolean } {
  let left = limit
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      if (left < 0) done(new FunctionError('body_too_large'))
      else done(null, chunk)
    },
  })
  body.on('error', (error) => stream.destroy(error))
  return { stream: body.pipe(stream), isTooLarge: () => left < 0 }
}

function toWebHeaders(incoming: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming)) {
    if (value === undefined || name === 'connection' || name === 'transfer-encoding') continue
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one)
  }
  return headers
}
