import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { Front } from './front.ts'
import { SlowBodies } from './slow-bodies.ts'

const sockets: Socket[] = []
let server: FastifyInstance | null = null
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server?.close()
})

async function listen(): Promise<number> {
  const slowBodies = new SlowBodies({ bytesPerSecond: 1000, lookMs: 50, looks: 4 })
  server = Fastify({ serverFactory: new Front(slowBodies.watch).serverFactory })
  server.addContentTypeParser('*', async (_request: unknown, body: NodeJS.ReadableStream) => text(body))
  server.post('/', async ({ body }) => String(body).length)
  await server.listen({ port: 0, host: '127.0.0.1' })
  return (server.server.address() as AddressInfo).port
}

async function begin(port: number, length: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`)
  return socket
}

test('a body that drips is cut off, also when it never falls silent', async () => {
  const port = await listen()
  const socket = await begin(port, 1_000_000)
  const drip = setInterval(() => socket.write('x'), 20)
  // Not once(): the next write may fail on the closed socket first, and once() would reject with that error.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  await closed
  clearInterval(drip)
  expect(socket.destroyed).toBe(true)
})

test('a slow but steady body arrives, however long it takes', async () => {
  const port = await listen()
  const socket = await begin(port, 4_000)
  const answer = once(socket, 'data')
  for (let sent = 0; sent < 4_000; sent += 100) {
    socket.write('x'.repeat(100))
    await wait(20)
  }
  expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 200[\s\S]*\r\n\r\n4000$/)
})
