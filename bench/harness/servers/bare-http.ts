import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

/** The limit for cached images: Fastify with one buffer of the given length, and nothing else. Prints its URL. */
const bytes = Buffer.alloc(Number(process.argv[2]), 1)
const app = Fastify()
app.get('/*', (_request, reply) => reply.header('content-type', 'image/webp').send(bytes))
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`)
process.on('SIGTERM', () => process.exit(0))
