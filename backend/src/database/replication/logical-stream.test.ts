import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import postgres from '#postgres'
import { openLogicalStream } from './logical-stream.ts'

/** AuthenticationOk, ReadyForQuery (idle) and the FATAL message of a server whose postmaster has died, as one packet. */
const READY_AND_GOODBYE = Buffer.concat([
  Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1'),
  Buffer.from('Z\0\0\0\x05I', 'latin1'),
  Buffer.from('E\0\0\0\x20SFATAL\0C57P01\0Mterminating\0\0', 'latin1'),
])

const server = createServer((socket: Socket) => {
  socket.once('data', () => socket.end(READY_AND_GOODBYE))
  socket.on('error', () => undefined)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('a FATAL message in the same packet as ReadyForQuery rejects, and leaves no error unhandled', async () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const { port } = address
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.prependListener('uncaughtException', note)
  const opening = openLogicalStream({
    connection: { host: '127.0.0.1', port, user: 'nobody', password: '', database: 'nothing' },
    name: 'goodbye',
    plugin: { options: {}, name: 'pgoutput', start: (client) => client.query('select 1'), parse: () => null },
    admin: postgres({ host: '127.0.0.1', port, max: 1, connect_timeout: 1 }),
    log: { warn: () => undefined },
    onMessage: () => undefined,
    onPosition: () => undefined,
  })
  await expect(opening).rejects.toThrow()
  process.off('uncaughtException', note)
  expect(unhandled).toEqual([])
})
