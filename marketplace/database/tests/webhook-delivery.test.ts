import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { CompactEncrypt } from 'jose'
import postgres, { type Sql } from 'souk-backend/postgres'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { WEBHOOK_SEAL } from '../../contract/webhooks.ts'
import './database.ts'
import { WEBHOOKS_LOCK } from './webhooks-lock.ts'

const SECRET = `whsec_${randomBytes(32).toString('base64')}`
const sealKey = randomBytes(32)
// Subscribes to no event, so that events of other tests are not delivered to it.
const id = randomUUID()

interface Had {
  readonly webhookId: string
  readonly type: string
  readonly response: ServerResponse
}

let sql: Sql
/** Its connection holds the lock until closed. */
let alone: Sql
let receiver: Server
let had: Had[] = []
/** Whether the receiver answers, or keeps senders waiting. */
let answers = true
const processes: ChildProcess[] = []

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8')
    // Throws for a wrong signature, so that such a delivery does not count.
    const { type } = new Webhook(SECRET).verify(body, request.headers as Record<string, string>) as { type: string }
    had.push({ webhookId: String(request.headers['webhook-id']), type, response })
    if (answers) response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  sql = postgres({ ...inject('connection'), max: 2, onnotice: () => undefined })
  alone = postgres({ ...inject('connection'), max: 1, idle_timeout: 0, onnotice: () => undefined })
  await alone`select pg_advisory_lock(${WEBHOOKS_LOCK})`
  const { port } = receiver.address() as AddressInfo // it listens on a port
  await sql`insert into public.webhooks (id, url, events) values (${id}, ${`http://127.0.0.1:${port}/`}, '{}')`
  await sql`insert into private.webhook_secrets (webhook_id, sealed) values (${id}, ${await sealedFor(id)})`
})

afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL')
  await forget(id)
  await Promise.all([sql.end(), alone.end()])
  receiver.close().closeAllConnections()
})

async function forget(webhookId: string): Promise<void> {
  await sql`delete from public.webhook_events event using public.webhook_deliveries delivery
    where delivery.event_id = event.id and delivery.webhook_id = ${webhookId}`
  await sql`delete from public.webhooks where id = ${webhookId}`
}

function sealedFor(webhookId: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(SECRET))
    .setProtectedHeader({ ...WEBHOOK_SEAL, kid: webhookId })
    .encrypt(sealKey)
}

/** A process that delivers what is due, then exits. */
function deliverer(): { child: ChildProcess; ended: Promise<unknown> } {
  const given = JSON.stringify({ connection: inject('connection'), sealKey: sealKey.toString('base64url') })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'webhook-process.ts'), given], { stdio: 'ignore' })
  processes.push(child)
  return { child, ended: once(child, 'exit') }
}

const statesNow = async () =>
  (
    await sql<{ state: string; attempts: number }[]>`
    select state, attempts from public.webhook_deliveries where webhook_id = ${id} order by id`
  ).map((row) => ({ ...row }))

test('a process killed during delivery loses nothing: the next one sends the same event', async () => {
  answers = false
  had = []
  await sql`select private.send_webhook_test(${id})`
  const { child, ended } = deliverer()
  await expect.poll(() => had.length, { timeout: 30_000 }).toBe(1)
  child.kill('SIGKILL')
  await ended
  expect(await statesNow()).toEqual([{ state: 'pending', attempts: 1 }])

  answers = true
  await deliverer().ended // still leased: nobody claims it yet
  expect(had).toHaveLength(1)
  await sql`update public.webhook_deliveries set due_at = due_at - interval '1 minute' where webhook_id = ${id}`
  await deliverer().ended
  expect(await statesNow()).toEqual([{ state: 'delivered', attempts: 2 }])
  expect(new Set(had.map(({ webhookId }) => webhookId)).size).toBe(1)
  expect(had.map(({ type }) => type)).toEqual(['webhook.test', 'webhook.test'])
})

test('two concurrent processes deliver each event once', async () => {
  answers = true
  had = []
  for (let sent = 0; sent < 40; sent++) await sql`select private.send_webhook_test(${id})`
  await Promise.all([deliverer().ended, deliverer().ended])
  expect(had).toHaveLength(40)
  expect(new Set(had.map(({ webhookId }) => webhookId)).size).toBe(40)
  expect(new Set((await statesNow()).map(({ state }) => state))).toEqual(new Set(['delivered']))
})

test('an unresponsive endpoint does not delay others', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo // it listens on a port
  const [other] = await sql<{ id: string }[]>`
    insert into public.webhooks (url, events) values (${`http://127.0.0.1:${port}/`}, '{}') returning id`
  if (!other) throw new Error('no webhook')
  try {
    await sql`insert into private.webhook_secrets (webhook_id, sealed) values (${other.id}, ${await sealedFor(other.id)})`
    had = []
    for (let sent = 0; sent < 20; sent++) await sql`select private.send_webhook_test(${other.id})`
    for (let sent = 0; sent < 40; sent++) await sql`select private.send_webhook_test(${id})`
    const isAsked = new Promise((resolve) => silent.once('request', resolve))
    const { child, ended } = deliverer()
    await isAsked
    await expect.poll(() => had.length, { timeout: 30_000 }).toBe(40)
    const [waiting] = await sql<{ delivered: number }[]>`
      select count(*) filter (where state <> 'pending')::int as delivered from public.webhook_deliveries where webhook_id = ${other.id}`
    expect([waiting?.delivered, child.exitCode]).toEqual([0, null])
    child.kill('SIGKILL')
    await ended
  } finally {
    await forget(other.id)
    silent.close().closeAllConnections()
  }
})
