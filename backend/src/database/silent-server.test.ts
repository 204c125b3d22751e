import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from './database.ts'

test.each([
  { name: 'in plain text', ssl: false },
  { name: 'with TLS', ssl: true },
])('a connection that is accepted but never answered is replaced, $name', async ({ ssl }) => {
  const { next } = await aServer({ ssl })
  const first = await next()
  const [closed] = await Promise.all([once(first, 'close'), next()])
  expect(closed).toEqual([false])
})

test('with TLS, the client requests the certificate of the host', async () => {
  const { next } = await aServer({ ssl: true })
  const socket = await next()
  await once(socket, 'data') // the request for TLS (PostgreSQL protocol, SSLRequest)
  socket.write('S')
  const [hello] = (await once(socket, 'data')) as [Buffer]
  expect(hello.includes('localhost')).toBe(true)
})

/** A server that never sends anything by itself, and a client connected to it. */
async function aServer({ ssl }: { ssl: boolean }): Promise<{ next: () => Promise<Socket> }> {
  const server = createServer().listen(0, 'localhost')
  const arrived: Socket[] = []
  server.on('connection', (socket) => {
    socket.on('error', () => undefined)
    socket.resume()
    arrived.push(socket)
    server.emit('arrived')
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // bound to TCP just above
  const sql = openConnection({ host: 'localhost', port, user: 'x', password: 'x', database: 'x', ssl }, 'test')
  const asked = sql`select 1`.catch(() => undefined)
  onTestFinished(async () => {
    for (const socket of arrived) socket.destroy()
    server.close()
    await sql.end({ timeout: 0 })
    await asked
  })
  let seen = 0
  return {
    async next() {
      while (arrived.length <= seen) await once(server, 'arrived')
      const socket = arrived[seen++]
      if (!socket) throw new Error('No connection arrived.')
      return socket
    },
  }
}
