import type { FastifyInstance } from 'fastify'

/** More than clients send by mistake. */
const DISCARD_BYTES = 64 * 1024 * 1024

/**
 * Answers a rejected request immediately and discards the rest of its body, up to a limit: a browser whose connection closes while it is
 * sending reports that instead of our error.
 */
export function discardUnreadBodies(server: FastifyInstance): void {
  server.addHook('onError', async ({ raw }, reply) => {
    if (raw.complete) return
    let left = DISCARD_BYTES
    if (Number(raw.headers['content-length'] ?? 0) > left) return void reply.header('connection', 'close')
    reply.removeHeader('connection')
    raw.unpipe()
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) raw.socket.destroySoon()
    })
    raw.resume()
  })
}
