import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { Front } from './front.ts'

test('a client that reuses an idle connection after the announced timeout is still answered', async () => {
  const server = Fastify({ serverFactory: new Front().serverFactory, keepAliveTimeout: 1000 })
  server.get('/', async () => 'plums')
  await server.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  try {
    const ask = async () => {
      client.write('GET / HTTP/1.1\r\nHost: souk\r\n\r\n')
      return String((await once(client, 'data'))[0])
    }
    expect(await ask()).toMatch(/keep-alive: timeout=1\r\n/i)
    await wait(2500) // Node itself would allow only one second more
    expect(await ask()).toMatch(/plums$/)
  } finally {
    client.destroy()
    await server.close()
  }
})

test('a client that is being answered when the server closes does not keep it open afterwards', async () => {
  const front = new Front()
  const server = Fastify({ serverFactory: front.serverFactory, forceCloseConnections: 'idle' })
  server.addHook('preClose', async () => front.close())
  const asked = Promise.withResolvers<void>()
  const ripe = Promise.withResolvers<void>()
  server.get('/', async (_, reply) => {
    reply.raw.writeHead(200, { 'content-length': 5 }).flushHeaders()
    asked.resolve()
    await ripe.promise
    reply.hijack()
    reply.raw.end('plums')
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  // Fastify makes another for each further address of a host's name.
  front.serverFactory(() => undefined, { connectionTimeout: 0 })
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  const left = once(client.resume(), 'close')
  client.write('GET / HTTP/1.1\r\nHost: souk\r\n\r\n')
  await asked.promise
  const closed = server.close()
  await expect.poll(() => server.server.listening).toBe(false)
  ripe.resolve()
  await Promise.all([closed, left])
})
