import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'

// Said by the server itself: framing, and the answer to browsers' cross-origin questions.
const OURS = /^(connection|keep-alive|transfer-encoding|access-control-.*|set-cookie|x-relay-error)$/

/** Sends what a function answered, unbuffered, so that event streams arrive event by event. */
export function sendResponse(request: FastifyRequest, reply: FastifyReply, response: Response): FastifyReply {
  reply.status(response.status).header('x-content-type-options', 'nosniff')
  for (const [name, value] of response.headers) if (!OURS.test(name)) reply.header(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  // A page shown from here would have the application's origin.
  const type = response.headers.get('content-type')
  if (request.method === 'GET' && type?.toLowerCase().startsWith('text/html'))
    reply.header('content-type', 'text/plain; charset=utf-8')
  if (response.body === null) return reply.send()
  return reply.send(Readable.fromWeb(response.body as ReadableStream<Uint8Array>)) // the same type, from two libraries
}
