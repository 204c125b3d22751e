import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export interface ProgramOptions {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly logFile: string
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Runs as the system user `postgres` if this process is root's; PostgreSQL and PgBouncer refuse root. */
  readonly asPostgres?: boolean
}

const PATIENCE_MS = 20_000

/** The user whom Debian's PostgreSQL runs as; null unless this process is root's. */
export function postgresUser(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** A program that can be killed and started again. */
export class Program {
  readonly name: string
  readonly #options: ProgramOptions
  #child: ChildProcess | null = null

  constructor(options: ProgramOptions) {
    this.name = options.name
    this.#options = options
  }

  get pid(): number | null {
    return this.isRunning ? (this.#child?.pid ?? null) : null
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  start(env: Readonly<Record<string, string>> = {}): this {
    const { command, args, logFile, cwd, asPostgres } = this.#options
    const log = openSync(logFile, 'a')
    this.#child = spawn(command, args, {
      stdio: ['pipe', log, log],
      env: { ...process.env, ...this.#options.env, ...env },
      ...(cwd ? { cwd } : {}),
      ...(asPostgres ? (postgresUser() ?? {}) : {}),
      // Ctrl-C reaches only the parent, which stops the parts in order.
      detached: true,
    })
    closeSync(log)
    this.#child.on('error', (error) => console.error(`${this.name}: ${error.message}`))
    return this
  }

  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.#child?.kill(signal)
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Stops it with SIGTERM, and kills it if that takes too long. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await Promise.race([this.#end(signal), wait(PATIENCE_MS, undefined, { ref: false })])
    await this.kill()
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || !this.isRunning) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  /** @throws {Error} if it has ended, with the end of its log */
  requireRunning(): void {
    if (!this.isRunning) throw new Ended(`${this.name} ended:\n${this.log()}`)
  }

  /** The end of its log, for errors. */
  log(characters = 2000): string {
    return readFileSync(this.#options.logFile, 'utf8').slice(-characters)
  }
}

/** Ends the waiting early: the condition cannot become true. */
class Ended extends Error {}

/** Retries until `isTrue` resolves to true. @throws {Error} naming what did not happen */
export async function until(
  what: string,
  isTrue: () => Promise<boolean> | boolean,
  patienceMs = 60_000,
): Promise<void> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await wait(100)) {
    const isDone = await Promise.resolve()
      .then(isTrue)
      .catch((error: unknown) => {
        if (error instanceof Ended) throw error
        return false
      })
    if (isDone) return
  }
  throw new Error(`In ${patienceMs / 1000} s it did not happen: ${what}`)
}

/** Whether a GET is answered with 200. */
export async function answers(url: string): Promise<boolean> {
  const { status, body } = await fetch(url, { signal: AbortSignal.timeout(2000) })
  await body?.cancel()
  return status === 200
}
