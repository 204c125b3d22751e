import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

// Said by the server itself: the connection, and the answer to browsers' cross-origin questions.
const OURS = /^(connection|keep-alive|transfer-encoding|date|access-control-.*|x-relay-error)$/

/**
 * Sends what a function answered as it comes, so that event streams arrive event by event.
 * @param idleMs  the longest silence, of the function or of the client, before the connection is cut
 * @param done    called once, when nothing more will be sent
 */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: IncomingMessage,
  idleMs: number,
  done: () => void,
): FastifyReply {
  reply.status(response.statusCode ?? 200).header('x-content-type-options', 'nosniff')
  for (const [name, value] of Object.entries(response.headers)) if (!OURS.test(name)) reply.header(name, value)
  // A page shown from here would have the application's origin.
  if (request.method === 'GET' && response.headers['content-type']?.toLowerCase().startsWith('text/html'))
    reply.header('content-type', 'text/plain; charset=utf-8')
  response.once('close', done)
  cutWhenSilent(response, idleMs)
  reply.send(response)
  // Clients learn that a stream has begun before its first event; whole answers, which say their length, go out in one piece.
  if (response.headers['content-length'] === undefined) reply.raw.flushHeaders()
  return reply
}

function cutWhenSilent(response: IncomingMessage, idleMs: number): void {
  const timer = setTimeout(() => response.destroy(new Error('the stream of the function fell silent')), idleMs)
  response.on('data', () => timer.refresh())
  response.once('close', () => clearTimeout(timer))
}
