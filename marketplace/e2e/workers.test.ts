import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import { freePort } from 'souk-backend/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  isRunning,
  launchSouk,
  postmasterPid,
  privateFolder,
  publishableKeyOf,
  type SoukProcess,
  startSouk,
} from './souk-process.ts'

const TWO = { DEMO: '0', WORKERS: '2', REALTIME_PRIVATE_ONLY: '0' }
/** A generous limit that only distinguishes never from late. */
const PATIENCE = { timeout: 120_000, interval: 100 }
let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess | null = null
let metricsPort = 0

beforeAll(async () => {
  metricsPort = await freePort()
  folder = await privateFolder()
})
afterAll(async () => {
  await souk?.end()
  await folder.remove()
})

/** One server for all tests here; its first start, on an empty folder, already uses two workers. */
async function ensureRunning(): Promise<SoukProcess> {
  souk ??= await startSouk(folder.path, { ...TWO, METRICS_PORT: String(metricsPort) })
  return souk
}

function anonymousClient(url: string, key: string): SupabaseClient {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}

/** The server's child processes that run Node; PostgreSQL is a child too. */
function workersOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => parentPid(candidate) === pid && commandLine(candidate).includes('server.ts'))
}

function parentPid(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0 // exited meanwhile
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Runs SQL as the owner, bypassing the server. */
async function runSql(sql: string): Promise<void> {
  const { password } = JSON.parse(readFileSync(`${folder.path}/secrets/postgres.json`, 'utf8')) as { password: string }
  const connection = new Client({
    host: `${folder.path}/postgres`,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    password,
  })
  await connection.connect()
  await connection.query(sql)
  await connection.end()
}

const status = (url: string) =>
  fetch(`${url}/readyz`, { headers: { connection: 'close' } }).then(
    (response) => response.status,
    () => 0,
  )

test('two workers share the port, and the banner is printed once', async () => {
  const { child, output } = await ensureRunning()
  expect(workersOf(child.pid ?? 0)).toHaveLength(2)
  expect(output().match(/is ready in/g)).toHaveLength(1)
  expect(output()).toContain('2 workers')
})

test('a broadcast from the database reaches the sockets of every worker', async () => {
  const { url } = await ensureRunning()
  const publishableKey = await publishableKeyOf(url)
  const heard = new Set<number>()
  // Connections are distributed to the workers in turn.
  const listeners = await Promise.all(
    [0, 1, 2, 3].map(async (index) => {
      const listener = anonymousClient(url, publishableKey)
      const channel = listener.channel('news').on('broadcast', { event: 'headline' }, () => heard.add(index))
      await new Promise<void>((resolve) => channel.subscribe((state) => state === 'SUBSCRIBED' && resolve()))
      return listener
    }),
  )
  await runSql(`select realtime.send('{}', 'headline', 'news', false)`)
  await expect.poll(() => heard.size, PATIENCE).toBe(4)
  await Promise.all(listeners.map((listener) => listener.removeAllChannels()))
})

test('metrics are summed over workers, and dashboard and alerts use only existing ones', async () => {
  const { url } = await ensureRunning()
  for (let round = 0; round < 6; round++) await status(`${url}/no-page`)
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const missing = 'http_request_duration_seconds_count{service="web",method="GET",status="404"} 6'
  await expect.poll(metrics, PATIENCE).toContain(missing)
  const names = new Set([...(await metrics()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const asked = ['grafana-dashboard.json', 'alerts.yml'].flatMap((file) =>
    readFileSync(join(import.meta.dirname, '../../deploy/prometheus', file), 'utf8').match(
      /\b(?:http|jobs?|emails|log|database|websockets|process|nodejs)_\w+/g,
    ),
  )
  expect(asked.length).toBeGreaterThan(20)
  for (const name of asked) expect(names).toContain(name?.replace(/_(?:bucket|sum|count)$/, ''))
})

test('each alert has a runbook', () => {
  const root = join(import.meta.dirname, '../..')
  const alerts = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')
  const runbooks = [...alerts.matchAll(/runbook: (\S+)/g)].map(([, file = '']) => file)
  expect(runbooks).toHaveLength([...alerts.matchAll(/- alert:/g)].length)
  for (const file of runbooks) expect(existsSync(join(root, file)), file).toBe(true)
})

test('a user signed in through one worker is authenticated on the other', async () => {
  const { url } = await ensureRunning()
  const visitor = anonymousClient(url, await publishableKeyOf(url))
  const email = `two-workers-${Date.now()}@example.com`
  const { data } = await visitor.auth.signUp({ email, password: 'quiet-lantern-42' })
  const headers = { Authorization: `Bearer ${data.session?.access_token}`, connection: 'close' }
  for (let round = 0; round < 6; round++) {
    const answer = await fetch(`${url}/auth/v1/user`, { headers })
    expect(((await answer.json()) as { email: string }).email).toBe(email)
  }
})

test('a killed worker is restarted while the other serves', async () => {
  const { url, child } = await ensureRunning()
  const [victim = 0, other] = workersOf(child.pid ?? 0)
  process.kill(victim, 'SIGKILL')

  // A killed process stays visible for a moment.
  const others = () => workersOf(child.pid ?? 0).filter((pid) => pid !== victim)
  await expect.poll(() => others().length, PATIENCE).toBe(2)
  expect(others()).toContain(other)
  const statuses = () => Promise.all(Array.from({ length: 10 }, () => status(url)))
  await expect.poll(async () => (await statuses()).every((code) => code === 200), PATIENCE).toBe(true)
})

test('SIGTERM drains all workers, stops the database and exits with code 0', async () => {
  const { end } = await ensureRunning()
  const postmaster = postmasterPid(folder.path)
  souk = null

  expect(await end('SIGTERM')).toBe(0)
  expect(isRunning(postmaster)).toBe(false)
})

test('a port in use prints one sentence and exits with code 1', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  const failing = launchSouk({ DATA_DIR: folder.path, ...TWO, PORT: String(port) })
  const code = await new Promise<number | null>((resolve) => failing.child.once('close', resolve))
  other.close()

  expect(code).toBe(1)
  expect(failing.output().trim()).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is already in use; .+\\.$`))
})
