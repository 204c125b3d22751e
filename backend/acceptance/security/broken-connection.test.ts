import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConnection, type Sql } from '../../src/database/database.ts'
import { type OwnServer, startOwnServer } from '../auth/own-server.ts'

const LOST = { code: 'CONNECTION_CLOSED' }

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

/** A connection of its own beside the one that the test breaks, and a table. */
async function withTable(work: (sql: Sql, kill: (pid: number) => Promise<unknown>) => Promise<void>): Promise<void> {
  const { admin } = server.backend.database
  const sql = openConnection(server.backend.database.replication, 'souk-test')
  await admin`create table public.lost (n int)`
  try {
    await work(sql, (pid) => admin`select pg_terminate_backend(${pid}, 10000)`)
  } finally {
    await admin`drop table public.lost`
    await sql.end({ timeout: 1 })
  }
}

test('a transaction that loses its connection while it waits runs nothing on the next one', async () => {
  await withTable(async (sql, kill) => {
    const { promise: second, resolve } = Promise.withResolvers<Promise<unknown>>()
    const transaction = sql.begin(async (transaction) => {
      const [row] = await transaction<
        [{ pid: number }]
      >`insert into public.lost values (1) returning pg_backend_pid() as pid`
      await kill(row.pid)
      // The only connection of the pool is opened anew for this caller.
      await expect.poll(() => sql`select 1`.then(Boolean, () => false)).toBe(true)
      const statement = transaction`insert into public.lost values (2)`.execute()
      resolve(Promise.allSettled([statement]))
      await statement
    })
    await expect(transaction).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    await expect(second).resolves.toMatchObject([{ status: 'rejected', reason: { code: 'CONNECTION_CLOSED' } }])
    expect(await sql`select n from public.lost`).toEqual([])
  })
})

test('a transaction whose connection is lost for good, and a reserved connection, reject and leave the pool usable', async () => {
  await withTable(async (sql, kill) => {
    const transaction = sql.begin(async (transaction) => {
      const [row] = await transaction<[{ pid: number }]>`select pg_backend_pid() as pid`
      await kill(row.pid)
      await transaction`insert into public.lost values (1)`
    })
    await expect(transaction).rejects.toMatchObject(LOST)

    const held = await sql.reserve()
    const [row] = await held<[{ pid: number }]>`select pg_backend_pid() as pid`
    await kill(row.pid)
    await expect(held`insert into public.lost values (2)`).rejects.toMatchObject(LOST)
    held.release()
    expect(await sql`select n from public.lost`).toEqual([])
  })
})

test('a reservation that waits while the connection is lost gets the next one', async () => {
  await withTable(async (sql, kill) => {
    const [row] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
    const busy = expect(sql`select pg_sleep(60)`).rejects.toMatchObject(LOST)
    const isBusy = () =>
      server.backend.database.admin`select from pg_stat_activity where pid = ${row.pid} and state = 'active'`.then(
        ({ length }) => length === 1,
      )
    await expect.poll(isBusy).toBe(true)
    const waiting = sql.reserve()
    await kill(row.pid)
    await busy
    const held = await waiting
    expect(await held`select n from public.lost`).toEqual([])
    held.release()
  })
})
