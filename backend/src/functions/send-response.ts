import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FunctionPlan } from './settings.ts'

// Set by the server itself: connection and CORS headers. Functions in Deno set the latter themselves.
const OURS = /^(connection|keep-alive|transfer-encoding|date|access-control-.*|x-relay-error)$/
const OURS_BUT_CORS = /^(connection|keep-alive|transfer-encoding|date|x-relay-error)$/

/**
 * Streams a function's response, so that event streams arrive event by event.
 * @param done  called once, when nothing more will be sent
 */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: IncomingMessage,
  { timeoutMs, deno }: Pick<FunctionPlan, 'timeoutMs' | 'deno'>,
  done: () => void,
): FastifyReply {
  reply.status(response.statusCode ?? 200).header('x-content-type-options', 'nosniff')
  const ours = deno ? OURS_BUT_CORS : OURS
  for (const [name, value] of Object.entries(response.headers)) if (!ours.test(name)) reply.header(name, value)
  // A page served from here would have the application's origin.
  if (request.method === 'GET' && response.headers['content-type']?.toLowerCase().startsWith('text/html'))
    reply.header('content-type', 'text/plain; charset=utf-8')
  response.once('close', done)
  cutWhenSilent(response, timeoutMs)
  reply.send(response)
  // Clients see that a stream has begun before its first event; complete responses, which have a length, are sent in one piece.
  if (response.headers['content-length'] === undefined) reply.raw.flushHeaders()
  return reply
}

/** Cuts the connection after the longest silence that the function, or the client, may keep. */
function cutWhenSilent(response: IncomingMessage, idleMs: number): void {
  const timer = setTimeout(() => response.destroy(new Error('the stream of the function fell silent')), idleMs)
  response.on('data', () => timer.refresh())
  response.once('close', () => clearTimeout(timer))
}
