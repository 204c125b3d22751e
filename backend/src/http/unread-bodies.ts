import type { FastifyInstance } from 'fastify'

/** As much as anybody sends by mistake. */
const DISCARD_BYTES = 64 * 1024 * 1024

/**
 * Answers a refusal at once and drops what the sender still sends, within bounds: a browser whose connection closes
 * meanwhile reports that instead of our message.
 */
export function letSendersFinish(server: FastifyInstance): void {
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
