import { type ChildProcess, fork, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { onTestFinished } from 'vitest'
import { freePort } from '../../src/testing/free-port.ts'
import { migratedFolder } from '../data-folder.ts'
import { subscribed, type Version } from './channels.ts'
import type { ProcessOrder, ProcessReport } from './server-process.ts'

/** Servers in separate processes, for behaviour that needs several. */

/** Silence after which a process counts as gone: longer than a busy machine delays one. */
export const PEER_TIMEOUT_SECONDS = 4

export interface Server extends ProcessReport {
  /** Sends SIGKILL, so that the process cannot shut down cleanly. */
  kill(): void
  stop(): Promise<void>
}

export async function startServer(order: ProcessOrder): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'server-process.ts'), {
    env: withoutSettings(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const report = await new Promise<ProcessReport>((resolve, reject) => {
    child.once('message', (message) => resolve(message as ProcessReport)) // server-process.ts sends nothing else
    child.once('exit', (code) => reject(new Error(`The server ended while starting (${code})`)))
    child.send(order)
  })
  return {
    ...report,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      const gone = hasEnded(child)
      if (child.connected) child.disconnect()
      await gone
    },
  }
}

/** Runs a server from the command line, and waits until it responds. */
export async function startFromCommandLine(environment: Readonly<Record<string, string>>) {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const [publishableKey, secretKey] = ['sb_publishable_of_the_two_workers', 'sb_secret_of_the_two_workers']
  const keys = { PUBLISHABLE_KEY: publishableKey, SECRET_KEY: secretKey }
  const file = join(import.meta.dirname, 'workers-process.ts')
  const child = spawn(process.execPath, [file], {
    env: { ...withoutSettings(), ...environment, ...keys, PORT: port, PUBLIC_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = hasEnded(child)
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`The server ended while starting (${child.exitCode})`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    publishableKey,
    secretKey,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false // not listening yet
  }
}

/** A separate data folder, and the environment for a server on it. */
export async function makeInstallation(): Promise<{ environment: Record<string, string>; remove(): Promise<void> }> {
  const { dataDir, remove } = await migratedFolder('processes')
  return {
    environment: {
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
      AUTH_RATE_LIMITS: '0',
      REALTIME_PEER_TIMEOUT: String(PEER_TIMEOUT_SECONDS),
    },
    remove,
  }
}

/** The unmodified client of a visitor, or of the operator with the secret key; disconnected after the test. */
export function clientOf(
  server: Pick<ProcessReport, 'url' | 'publishableKey' | 'secretKey'>,
  vsn: Version = '2.0.0',
  who: 'visitor' | 'operator' = 'visitor',
): SupabaseClient {
  const client = createClient(server.url, who === 'visitor' ? server.publishableKey : server.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { vsn },
  })
  onTestFinished(() => {
    client.realtime.disconnect()
  })
  return client
}

let looks = 0
/** Finds the process of a client's socket: presence references begin with its name and a hyphen. */
export async function processOf(client: SupabaseClient): Promise<string> {
  looks += 1
  const channel = await subscribed(client, `process-${process.pid}-${looks}`, { presence: { key: 'me' } }, (joining) =>
    joining.on('presence', { event: 'sync' }, () => undefined),
  )
  await channel.track({})
  for (;;) {
    const ref = channel.presenceState().me?.[0]?.presence_ref
    if (ref) return ref.split('-')[0] ?? ref
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function withoutSettings(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  return { PATH, HOME, TMPDIR, LANG }
}

function hasEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}
