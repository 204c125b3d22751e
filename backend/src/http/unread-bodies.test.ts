import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discardUnreadBodies } from './unread-bodies.ts'

const MIB = 1024 * 1024
let server: FastifyInstance
let url: string

beforeAll(async () => {
  server = Fastify({ bodyLimit: MIB })
  discardUnreadBodies(server)
  server.post('/', async () => ({ done: true }))
  await server.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/`
})
afterAll(() => server.close())

/** Sends one MiB at a time without reading the response, as browsers do. @returns the status */
function send(bytes: number, pauseMs: number): Promise<number | 'broken' | undefined> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': bytes }
    const sending = request(url, { method: 'POST', headers })
    sending.on('error', () => resolve('broken'))
    sending.on('response', (answer) => {
      answer.resume()
      sending.on('finish', () => resolve(answer.statusCode))
      if (sending.writableFinished) resolve(answer.statusCode)
    })
    const chunk = Buffer.alloc(MIB, '1')
    const write = (left: number) => {
      if (left === 0) sending.end()
      else sending.write(chunk, (error) => (error ? resolve('broken') : setTimeout(write, pauseMs, left - 1)))
    }
    write(bytes / MIB)
  })
}

test('a client that sends too much receives the 413, even if it sends slowly', async () => {
  expect(await send(6 * MIB, 40)).toBe(413)
})

test('closes the connection when the body is far too large', async () => {
  expect(await send(96 * MIB, 0)).toBe('broken')
})
