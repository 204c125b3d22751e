import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../src/testing/free-port.ts'
import { type OwnServer, startOwnServer } from '../auth/own-server.ts'
import { freshEmail, PASSWORD } from '../auth/wire.ts'

let server: OwnServer
let address = ''
beforeAll(async () => {
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  server = await startOwnServer({ METRICS_PORT: String(port) })
})
afterAll(() => server.close())

const TIMEOUT = { timeout: 20_000 }

const metrics = async () => (await fetch(`${address}/metrics`)).text()

/** The value of a line, such as `websockets_open` or `emails_total{outcome="sent"}`. */
async function value(line: string): Promise<number> {
  const found = (await metrics()).split('\n').find((one) => one.startsWith(`${line} `))
  return Number(found?.slice(line.length + 1) ?? Number.NaN)
}

test('requests are counted by service, method and status, for services and pages', async () => {
  const headers = { apikey: server.backend.keyring.apiKeys.publishableKey }
  await fetch(`${server.url}/rest/v1/nothing`, { headers })
  await fetch(`${server.url}/auth/v1/health`, { headers })
  await fetch(`${server.url}/healthz`)
  await fetch(`${server.url}/a-page`)
  const count = 'http_request_duration_seconds_count'
  await expect.poll(() => value(`${count}{service="web",method="GET",status="404"}`), TIMEOUT).toBe(1)
  expect(await value(`${count}{service="rest",method="GET",status="404"}`)).toBe(1)
  expect(await value(`${count}{service="auth",method="GET",status="200"}`)).toBe(1)
  expect(await value(`${count}{service="health",method="GET",status="200"}`)).toBe(1)
})

test('emails, sockets, log records and the database are counted', async () => {
  const client = createClient(server.url, server.backend.keyring.apiKeys.publishableKey)
  await client.auth.signInWithOtp({ email: freshEmail('metrics') })
  await expect.poll(() => value('emails_total{outcome="sent"}'), TIMEOUT).toBe(1)
  const room = client.channel('metrics')
  await new Promise<void>((resolve) => room.subscribe((status) => status === 'SUBSCRIBED' && resolve()))
  expect(await value('websockets_open')).toBe(1)
  await client.realtime.disconnect()
  await expect.poll(() => value('websockets_open'), TIMEOUT).toBe(0)
  expect(await value('database_up')).toBe(1)
  expect(await value('database_connections')).toBeGreaterThan(0)
  expect(await value('log_records_total{level="error"}')).toBe(0)
})

test('the dashboard and the alerts ask for metrics that exist', async () => {
  const folder = join(import.meta.dirname, '../../../deploy/prometheus')
  const files = ['grafana-dashboard.json', 'alerts.yml'].map((name) => readFile(join(folder, name), 'utf8'))
  const text = (await Promise.all(files)).join('\n')
  const names = text.match(/\b(?:http|websockets|jobs?|emails|log|database|process|nodejs)_[a-z0-9_]+/g) ?? []
  const known = new Set([...(await metrics()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !known.has(name.replace(/_(?:bucket|count|sum)$/, '')))).toEqual([])
})

test('metrics are not served on the public port, and contain no personal data', async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  expect((await fetch(`${address}/`)).status).toBe(404)
  const email = freshEmail('metrics')
  await createClient(server.url, server.backend.keyring.apiKeys.publishableKey).auth.signUp({
    email,
    password: PASSWORD,
  })
  await fetch(`${server.url}/rest/v1/secret-path?apikey=secret-key`)
  const text = await metrics()
  for (const secret of [email, 'secret-path', 'secret-key', PASSWORD]) expect(text).not.toContain(secret)
})

test('a database that does not answer is reported', async () => {
  await server.backend.database.close()
  await expect.poll(() => value('database_up'), TIMEOUT).toBe(0)
  expect(await value('database_connections')).toBeNaN()
})
