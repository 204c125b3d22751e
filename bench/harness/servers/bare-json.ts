import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

/** The limit for cached answers: Fastify with one JSON text of the given length, and nothing else. Prints its URL. */
const text = JSON.stringify('x'.repeat(Math.max(0, Number(process.argv[2]) - 2)))
const app = Fastify()
app.get('/*', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(text))
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`)
process.on('SIGTERM', () => process.exit(0))
