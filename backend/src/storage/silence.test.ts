import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cutOffWhenSilent } from './silence.ts'

const MINUTE = 60_000

let server: Server
let client: Socket
/** The request of a client that announced 100 bytes and sent none yet; it is being watched. */
let request: IncomingMessage
let stop: () => void

beforeEach(async () => {
  server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write('PUT / HTTP/1.1\r\nHost: souk\r\nContent-Length: 100\r\n\r\n')
  const [incoming] = (await once(server, 'request')) as [IncomingMessage]
  request = incoming.on('error', () => undefined)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  stop = cutOffWhenSilent(request)
})
afterEach(async () => {
  stop()
  vi.useRealTimers()
  client.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Sends bytes and waits until they are there to be read. */
async function send(count: number): Promise<void> {
  const before = request.readableLength
  client.write('x'.repeat(count))
  while (request.readableLength < before + count) await new Promise((resolve) => setImmediate(resolve))
}

test('a client that sends nothing for a minute is cut off, and not before', () => {
  vi.advanceTimersByTime(MINUTE - 1)
  expect(request.socket.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(request.socket.destroyed).toBe(true)
})

test('a client that sends a little now and then is not', async () => {
  for (let count = 0; count < 5; count++) {
    vi.advanceTimersByTime(MINUTE - 5000)
    await send(1)
    request.read()
  }
  vi.advanceTimersByTime(MINUTE - 5000)
  expect(request.socket.destroyed).toBe(false)
})

test('a client whose bytes wait for us is not, until we have read them', async () => {
  await send(10)
  vi.advanceTimersByTime(10 * MINUTE)
  expect(request.socket.destroyed).toBe(false)
  request.read()
  vi.advanceTimersByTime(MINUTE)
  expect(request.socket.destroyed).toBe(true)
})

test('a client that has sent everything may wait for its answer', async () => {
  await send(100)
  request.resume()
  await once(request, 'end')
  vi.advanceTimersByTime(10 * MINUTE)
  expect(request.socket.destroyed).toBe(false)
})

test('after the watch nobody is cut off', () => {
  stop()
  vi.advanceTimersByTime(10 * MINUTE)
  expect(request.socket.destroyed).toBe(false)
})
