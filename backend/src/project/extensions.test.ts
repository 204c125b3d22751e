import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { pino } from 'pino'
import postgresJs from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'

let server: EmbeddedPostgres
let sql: postgresJs.Sql
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-extensions-'))
  server = await startEmbeddedPostgres(dataDir, pino({ level: 'silent' }))
  sql = postgresJs({ ...server.connection, max: 1, onnotice: () => undefined })
}, 60_000)

afterAll(async () => {
  await sql.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('pgjwt signs what another library verifies, and refuses what was changed or is late', async () => {
  await sql`create schema extensions; create extension pgcrypto schema extensions; create extension pgjwt schema extensions`.simple()
  const secret = 'a secret of at least 32 characters'
  const key = new TextEncoder().encode(secret)
  for (const algorithm of ['HS256', 'HS384', 'HS512']) {
    const [{ token } = {}] = await sql<{ token: string }[]>`
      select extensions.sign('{"sub": "anna", "name": "Ção"}', ${secret}, ${algorithm}) as token`
    expect(decodeProtectedHeader(String(token))).toEqual({ alg: algorithm, typ: 'JWT' })
    expect((await jwtVerify(String(token), key)).payload).toEqual({ sub: 'anna', name: 'Ção' })
  }
  const signed = (claims: object) =>
    new SignJWT({ sub: 'anna', ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(key)
  const verified = async (token: string, by = secret) => {
    const [row] = await sql`select payload, valid from extensions.verify(${token}, ${by})`
    return row
  }
  const ours = await signed({})
  expect(await verified(ours)).toEqual({ payload: { sub: 'anna' }, valid: true })
  expect(await verified(ours, 'another secret')).toMatchObject({ valid: false })
  expect(await verified(await signed({ exp: 1 }))).toMatchObject({ valid: false })
})

test('pgmq delivers a message again after its time, and keeps what was archived', async () => {
  await sql`create extension pgmq; select pgmq.create('orders')`.simple()
  const sent = await sql`
    select pgmq.send('orders', '{"n": 1}') as id
    union all select pgmq.send('orders', '{"n": 2}', '{"kind": "late"}', now() + interval '1 hour')
    union all select pgmq.send_batch('orders', array['{"n": 3}', '{"n": 4}']::jsonb[])`
  expect(sent.map(({ id }) => Number(id))).toEqual([1, 2, 3, 4])
  const read = async (vt: number) =>
    (await sql`select message, read_ct from pgmq.read('orders', ${vt}, 2)`).map(({ message, read_ct }) => [
      message.n,
      read_ct,
    ])
  expect(await read(0)).toEqual([
    [1, 1],
    [3, 1],
  ])
  expect(await read(60)).toEqual([
    [1, 2],
    [3, 2],
  ])
  expect(await sql`select message, headers from pgmq.pop('orders')`).toEqual([{ message: { n: 4 }, headers: null }])
  expect(await read(60)).toEqual([])
  await sql`select pgmq.archive('orders', 1), pgmq.detach_archive('orders')`
  expect(await sql`select message from pgmq.a_orders`).toEqual([{ message: { n: 1 } }])
  expect(
    await sql`select queue_length::int, queue_visible_length::int as visible, total_messages::int from pgmq.metrics('orders')`,
  ).toEqual([{ queue_length: 2, visible: 0, total_messages: 4 }])
  expect(await sql`select pgmq.drop_queue('orders') as first, pgmq.drop_queue('orders') as again`).toEqual([
    { first: true, again: false },
  ])
  for (const wrong of ['a'.repeat(48), 'or"ders', '']) {
    await expect(sql`select pgmq.validate_queue_name(${wrong})`).rejects.toThrow('queue name')
  }
})
