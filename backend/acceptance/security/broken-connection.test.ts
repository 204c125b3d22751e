import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConnection } from '../../src/database/database.ts'
import { type OwnServer, startOwnServer } from '../auth/own-server.ts'

let server: OwnServer
beforeAll(async () => {
  server = await startOwnServer({})
})
afterAll(() => server.close())

test('a connection that breaks before a query is sent reconnects', async () => {
  let socket: Socket | undefined
  const keep = (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'socket' in message && message.socket instanceof Socket) {
      socket = message.socket
    }
  }
  subscribe('net.client.socket', keep)
  const sql = openConnection(server.backend.database.replication, 'souk-test')
  try {
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    // Closes the socket at the end of this turn of the event loop; the query below would be sent in the next one.
    await nextTurn()
    socket?.destroy()
    await expect(sql`select 2 as two`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })

    const startedAt = performance.now()
    expect(await sql`select 3 as three`).toEqual([{ three: 3 }])
    expect(performance.now() - startedAt).toBeLessThan(450) // below the first timeout of a silent socket, 500 ms
  } finally {
    unsubscribe('net.client.socket', keep)
    await sql.end({ timeout: 1 })
  }
})
