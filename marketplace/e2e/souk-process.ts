import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { copyDataFolder, freePort, madeOnce } from 'souk-backend/testing'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder for the data folders created once per run (global-setup.ts). */
    templates: string
  }
}

const ROOT = join(import.meta.dirname, '../..')

export interface SoukProcess {
  readonly url: string
  readonly child: ChildProcess
  /** All output so far, both streams. */
  output(): string
  /** Sends the signal and resolves to the exit code, null when killed. @throws when a server that may finish its work does not exit with 0 */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts the product as `npm start` does after its build, and waits until it is ready (and the demo data is loaded). */
export async function startSouk(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<SoukProcess> {
  const port = environment.PORT ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const souk = launchSouk({ DATA_DIR: dataDir, PORT: port, PUBLIC_URL: url, ...environment })
  const process = { ...souk, url }
  for (const deadline = Date.now() + 170_000; Date.now() < deadline; await wait(25)) {
    if (souk.child.exitCode !== null) throw new Error(`Souk ended while starting:\n${souk.output()}`)
    if (souk.output().includes('Mails are kept at')) return process
  }
  throw new Error(`Souk did not become ready:\n${souk.output()}`)
}

/** The publishable key, which every page contains; the program that prints it loads the whole product. */
export async function publishableKeyOf(url: string): Promise<string> {
  const [key] = /sb_publishable_[\w-]+/.exec(await (await fetch(`${url}/help`)).text()) ?? []
  if (key === undefined) throw new Error(`The pages of ${url} carry no key.`)
  return key
}

/** Runs `npm run role`. @returns its output */
export function setRole(dataDir: string, url: string, email: string, role: string): string {
  return execFileSync(process.execPath, ['scripts/set-role.ts', email, role], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PUBLIC_URL: url, PORT: new URL(url).port },
    encoding: 'utf8',
  })
}

/** Starts the product without waiting: for starts that must fail. */
export function launchSouk(environment: Readonly<Record<string, string>>): Omit<SoukProcess, 'url'> {
  const child = spawn(process.execPath, ['marketplace/server.ts'], {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: 'error', AUTH_RATE_LIMITS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += String(chunk)
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return {
    child,
    output: () => printed,
    async end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      const code = await ended
      if (child.signalCode === null && code !== 0) throw new Error(`Souk ended with ${code}:\n${printed}`)
      return code
    },
  }
}

/**
 * Creates a data folder below a folder that only its owner may enter, like root's home and `mktemp -d`.
 * @param filled  its contents: empty, or the state after a first start without or with the demo market. That start
 * happens once per run, and each such folder is a copy.
 */
export async function privateFolder(
  filled: 'nothing' | 'migrations' | 'demo' = 'nothing',
): Promise<{ path: string; remove: () => Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'souk-e2e-'))
  const path = join(parent, 'data')
  if (filled !== 'nothing') await copyDataFolder(await makeTemplate(inject('templates'), filled), path)
  return { path, remove: () => rm(parent, { recursive: true, force: true }) }
}

/** The folder that others copy: a server started on it, filled it and stopped. */
export async function makeTemplate(templates: string, filled: 'migrations' | 'demo'): Promise<string> {
  const folder = join(templates, filled)
  await madeOnce(folder, async (draft) => {
    const souk = await startSouk(draft, { DEMO: filled === 'demo' ? '1' : '0' })
    await souk.end()
  })
  return folder
}

/** The process of the embedded database that serves this data folder. */
export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
