import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnServer, startOwnServer } from '../auth/own-server.ts'

/** Tolerance for a busy machine; a regression would be pauses of 5 to 30 seconds. */
const BUSY_MS = 2_000

let server: OwnServer
beforeAll(async () => {
  server = await startOwnServer({})
})
afterAll(() => server.close())

async function postmaster(): Promise<number> {
  const [pid] = (await readFile(join(server.config.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

/** One request per service; each service has its own connections. */
const REQUESTS = {
  'a read': (n: number) => [`rest/v1/library_books?select=id&id=eq.${n}`, {}] as const,
  'a call': () => ['rest/v1/rpc/library_whoami', { method: 'POST' }] as const,
  'a list of files': () =>
    ['storage/v1/object/list/nothing', { method: 'POST', body: '{"prefix":"","limit":1}' }] as const,
  'a sign-in': () =>
    [
      'auth/v1/token?grant_type=password',
      { method: 'POST', body: '{"email":"nobody@example.com","password":"x"}' },
    ] as const,
  readiness: () => ['readyz', {}] as const,
}

interface Asked {
  readonly kind: string
  readonly startedAt: number
  readonly endedAt: number
  readonly ok: boolean
}

async function ask(kind: string, path: string, init: RequestInit): Promise<Asked> {
  // The operator's key, so that the visitors' fair shares do not affect the measurement.
  const headers = { apikey: server.backend.keyring.apiKeys.secretKey, 'content-type': 'application/json' }
  const startedAt = performance.now()
  const { status } = await fetch(`${server.url}/${path}`, { ...init, headers })
  return { kind, startedAt, endedAt: performance.now(), ok: status < 500 }
}

test('after PostgreSQL is killed every request ends within a second of its restart', async () => {
  const all: Asked[] = []
  let isOver = false
  // Each kind starts ten requests a second without waiting for answers.
  const clients = Object.entries(REQUESTS).map(async ([kind, make]) => {
    const pending: Promise<unknown>[] = []
    for (let n = 0; !isOver; n += 1) {
      const [path, init] = make(n)
      pending.push(ask(kind, path, init).then((one) => all.push(one)))
      await wait(100)
    }
    await Promise.all(pending)
  })
  await expect.poll(() => new Set(all.filter(({ ok }) => ok).map(({ kind }) => kind)).size, { timeout: 20_000 }).toBe(5)

  // The slowest request without a failure.
  const quiet = Math.max(...all.slice(-20).map(({ startedAt, endedAt }) => endedAt - startedAt))
  const killed: { at: number; backAt: number }[] = []
  for (let round = 0; round < 2; round += 1) {
    const pid = await postmaster()
    const at = performance.now()
    process.kill(pid, 'SIGKILL')
    // Restarted: a new postmaster that accepts queries.
    await expect.poll(postmaster, { timeout: 30_000, interval: 10 }).not.toBe(pid)
    const isReady = () =>
      server.backend.database.admin`select 1`.then(
        () => true,
        () => false,
      )
    await expect.poll(isReady, { timeout: 30_000, interval: 10 }).toBe(true)
    killed.push({ at, backAt: performance.now() })
    const since = performance.now()
    const recovered = () => new Set(all.filter((one) => one.ok && one.startedAt > since).map(({ kind }) => kind)).size
    await expect.poll(recovered, { timeout: 30_000 }).toBe(5)
  }
  isOver = true
  await Promise.all(clients)

  for (const { at, backAt } of killed) {
    for (const { kind, startedAt, endedAt } of all) {
      if (endedAt < at || startedAt > backAt) continue
      expect(endedAt - backAt, `${kind} after PostgreSQL was back`).toBeLessThan(1000 + BUSY_MS + 3 * quiet)
    }
  }
}, 120_000)
