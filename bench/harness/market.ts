import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { loadConfig, type Sql } from 'souk-backend'
import { type ConnectionOptions, openDatabase, openKeyring } from 'souk-backend/testing'
import type { Condition } from './servers/monitor.ts'

const ROOT = join(import.meta.dirname, '../..')
const START_LIMIT_MS = 120_000

/** The product, running in a separate folder, and all its connections. */
export interface Market {
  readonly url: string
  readonly publishableKey: string
  readonly secretKey: string
  /** Connected as the database owner. */
  readonly sql: Sql
  readonly owner: ConnectionOptions
  readonly authenticator: ConnectionOptions
  readonly pid: number
  /** A token of the role `anon`, whose reads are never served from the cache. */
  anonymousToken(): Promise<string>
  /** A token of a user that may be missing from the database. */
  tokenOf(userId: string): Promise<string>
  /** State of the server's event loop and memory; only with `monitored`. Runs a garbage collection. */
  condition(): Promise<Condition>
  /** The unmodified client of an anonymous visitor. */
  visitor(options?: { fetch?: typeof fetch }): SupabaseClient
  /** Stops the server and removes its folder. */
  close(): Promise<void>
}

interface MarketOptions {
  readonly demo: boolean
  readonly monitored?: boolean
  /** Overrides the settings of a bench. */
  readonly environment?: Readonly<Record<string, string>>
}

/** The market itself only allows private channels; these benches measure public ones. */
export const OPEN_CHANNELS = { REALTIME_PRIVATE_ONLY: '0' }

/** Starts the product in a new temporary folder, with or without the demo market, and waits until it is filled. */
export async function openMarket({ demo, monitored = false, environment = {} }: MarketOptions): Promise<Market> {
  // An older build has an older help.
  const { status } = spawnSync(process.execPath, ['scripts/build-web.ts'], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error('the web app was not built')
  const folder = await temporaryFolder()
  try {
    const started = await startProcess(folder.path, demo, monitored, environment)
    try {
      return await connect(started, folder)
    } catch (error) {
      await started.stop()
      throw error
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
}

async function connect(started: StartedProcess, folder: Folder): Promise<Market> {
  const { url } = started
  const keyring = await openKeyring(loadConfig({ DATA_DIR: folder.path }))
  const { apiKeys } = keyring
  const owner = await ownerOf(folder.path)
  const { password } = await readSecret(join(folder.path, 'secrets/authenticator.json'))
  const database = openDatabase(owner, password)
  return {
    url,
    publishableKey: apiKeys.publishableKey,
    secretKey: apiKeys.secretKey,
    sql: database.admin,
    owner,
    authenticator: database.authenticator,
    pid: started.child.pid ?? 0,
    anonymousToken: () => keyring.sign({ role: 'anon', exp: Math.floor(Date.now() / 1000) + 3600 }),
    tokenOf: (sub) => keyring.sign({ role: 'authenticated', sub, exp: Math.floor(Date.now() / 1000) + 3600 }),
    condition: () => askCondition(started.child),
    visitor: (options = {}) =>
      createClient(url, apiKeys.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
        global: options,
      }),
    async close() {
      await database.close()
      await started.stop()
      await folder.remove()
    },
  }
}

/** Reads where the embedded PostgreSQL listens from its pid file (port, socket folder, address: lines 4 to 6). */
async function ownerOf(dataDir: string): Promise<ConnectionOptions> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const port = Number(lines[3])
  const socketFolder = lines[4] ?? ''
  const { password } = await readSecret(join(dataDir, 'secrets/postgres.json'))
  const place =
    socketFolder === ''
      ? { host: '127.0.0.1', port }
      : { host: socketFolder, port, path: join(socketFolder, `.s.PGSQL.${port}`) }
  return { ...place, user: 'postgres', password, database: 'postgres' }
}

async function readSecret(path: string): Promise<{ password: string }> {
  return JSON.parse(await readFile(path, 'utf8')) as { password: string } // written by this installation
}

export interface StartedProcess {
  readonly url: string
  readonly child: ChildProcess
  /** Milliseconds from spawning the process until it responds, and until its demo is filled. */
  readonly readyMs: number
  readonly filledMs: number
  stop(): Promise<void>
}

async function askCondition(child: ChildProcess): Promise<Condition> {
  if (!child.send) throw new Error('this market is not monitored')
  const answer = once(child, 'message')
  child.send('how are you?')
  const [condition] = await answer
  return condition as Condition // sent by servers/monitor.ts
}

/** As in `npm start`. */
const NODE_OPTIONS = ['--max-semi-space-size=8', '--import', './marketplace/compile-cache.js']

/** Starts the product like `npm start` after its build. */
export async function startProcess(
  dataDir: string,
  demo: boolean,
  monitored = false,
  more: Readonly<Record<string, string>> = {},
): Promise<StartedProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const environment = { DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: url, DEMO: demo ? '1' : '0' }
  const monitor = monitored ? ['--expose-gc', '--import', join(ROOT, 'bench/harness/servers/monitor.ts')] : []
  const child = spawn(process.execPath, [...NODE_OPTIONS, ...monitor, 'marketplace/server.ts'], {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: 'error', AUTH_RATE_LIMITS: '0', ...environment, ...more },
    stdio: monitored ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      printed += String(chunk)
    })
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  let readyMs = 0
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await wait(2)) {
    if (child.exitCode !== null) throw new Error(`Souk ended while starting:\n${printed}`)
    if (readyMs === 0 && printed.includes(' is ready in ')) readyMs = performance.now() - startedAt
    if (printed.includes('Mails are kept at')) {
      return { url, child, readyMs, filledMs: performance.now() - startedAt, stop }
    }
  }
  await stop()
  throw new Error(`Souk did not become ready:\n${printed}`)
}

export interface Folder {
  readonly path: string
  remove(): Promise<void>
}

/** A temporary data folder, deleted by `remove`. */
export async function temporaryFolder(): Promise<Folder> {
  const parent = await mkdtemp(join(tmpdir(), 'souk-bench-'))
  return { path: join(parent, 'data'), remove: () => rm(parent, { recursive: true, force: true }) }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
