import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../src/testing/free-port.ts'

const CLI = join(import.meta.dirname, '../src/cli.ts')
/** As in the .env files of people who use Supabase on their machine. */
export const ANON = 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH'
export const SERVICE =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6InNlcnZpY2Vfcm9sZSIsImV4cCI6MTk4MzgxMjk5Nn0.EGIM96RAZx35lJzdJsyH-qQwv8Hdp7fsn3W0YpN81IU'
export const PASSWORD = 'quiet-lantern-42'
/** Idle, a project takes three seconds from nothing; six is what is promised. The machine of the tests has others to serve. */
const PATIENCE_SECONDS = 45

interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
}

export interface Project {
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  readonly url: string
  client(key?: string): SupabaseClient
  cli(...args: string[]): Ended
  /** With another environment than the server's. */
  cliWith(env: NodeJS.ProcessEnv, ...args: string[]): Ended
  /** Its output so far. */
  said(): string
  start(...options: string[]): Promise<void>
}

/** A copy of an example in a temporary folder. It and what is started in it end with the test that calls this. */
export async function project(name: string, more: Record<string, string> = {}): Promise<Project> {
  const root = await mkdtemp(join(tmpdir(), `${name}-`))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await cp(join(import.meta.dirname, name), root, { recursive: true, filter: (path) => !path.endsWith('.souk') })
  const [port, databasePort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: String(port),
    DATABASE_PORT: String(databasePort),
    MAIL_PORT: '0',
    LOG_LEVEL: 'warn',
    ...more,
  }
  const url = `http://127.0.0.1:${port}`
  const cliWith: Project['cliWith'] = (env, ...args) =>
    spawnSync(process.execPath, [CLI, ...args], { cwd: root, env, encoding: 'utf8', timeout: 50_000 })
  let said = ''
  return {
    root,
    env,
    url,
    client: (key = ANON) => createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } }),
    cli: (...args) => cliWith(env, ...args),
    cliWith,
    said: () => said,
    async start(...options) {
      const child = spawn(process.execPath, [CLI, 'start', ...options], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      onTestFinished(async () => {
        if (child.exitCode !== null) return
        child.kill('SIGTERM')
        await once(child, 'exit')
      })
      said = ''
      const ready = new Promise<void>((resolve, reject) => {
        child.stderr.on('data', (chunk) => {
          said += String(chunk)
        })
        child.stdout.on('data', (chunk) => {
          said += String(chunk)
          if (said.includes('Mails are kept')) resolve()
        })
        child.once('exit', (code) => reject(new Error(`start ended with ${code}: ${said}`)))
      })
      await ready
      const seconds = Number(/is ready in ([\d.]+) s/.exec(said)?.[1])
      expect(seconds, said).toBeLessThan(PATIENCE_SECONDS)
    },
  }
}

export async function newUser({ client }: Project, email: string): Promise<SupabaseClient> {
  const person = client()
  const { error } = await person.auth.signUp({ email, password: PASSWORD })
  expect(error).toBeNull()
  return person
}

export async function until<T>(look: () => PromiseLike<T | null | undefined>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== null && found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
