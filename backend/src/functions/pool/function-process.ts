import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { extname, join } from 'node:path'
import type { Logger } from 'pino'
import { explainUnreachable, launchDeno, noteUnreachable } from '../deno/launch.ts'
import { watchFromOutside } from '../deno/watch-from-outside.ts'
import { FunctionError } from '../errors.ts'
import { type BackendAddress, COMPILE_CACHE_VARIABLE, type FromProcess, type ToProcess } from '../messages.ts'
import type { FunctionPlan } from '../settings.ts'
import { readLog } from './read-log.ts'

const BOOT_LIMIT_MS = 30_000
/** Longer for Deno, which may have to fetch imports. */
const DENO_BOOT_LIMIT_MS = 120_000
/** Time limit for background work after `stop`. */
const STOP_LIMIT_MS = 5000
/** A call not taken up for this long: the event loop is blocked, or the machine is very busy. */
const SLOW_START_MS = 250
/** Sent by the watchdog (or a system without memory), and by V8 when its heap is full; with an exit code the function ended itself. */
const RESOURCE_SIGNALS: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGILL']
/** TypeScript in a clone, JavaScript in the package. */
const ENTRY = new URL(`../process/main${extname(import.meta.filename)}`, import.meta.url)

/** Where processes listen: a socket in the folder, or a named pipe on Windows. */
export function socketPathIn(folder: string): string {
  return process.platform === 'win32' ? `\\\\.\\pipe\\${randomUUID()}` : join(folder, randomUUID().slice(0, 8))
}

/** A process's environment besides its function. */
export interface ProcessSurroundings {
  readonly backend: BackendAddress
  readonly socketPath: string
  readonly compileCache: string
  readonly log: Logger
}

/** One process that runs one function. Starts on construction. */
export class FunctionProcess {
  readonly plan: FunctionPlan
  readonly socketPath: string
  readonly agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  /** @throws {FunctionError} cannot_boot */
  readonly ready: Promise<void>
  /** Resolves with the reason why unfinished calls got no answer. */
  readonly ended: Promise<FunctionError>
  calls = 0
  /** Accepts no new calls: it is ending or has ended. */
  isRetired = false
  lastUsedAt = performance.now()
  readonly #child: ChildProcess
  readonly #sentAt = new Set<{ readonly at: number }>()
  /** What to do once a call is taken up, by its id. */
  readonly #calls = new Map<string, () => void>()
  #isReady = false
  #isKilled = false
  #mayTryAgain = false

  constructor(plan: FunctionPlan, { backend, socketPath, compileCache, log }: ProcessSurroundings) {
    this.plan = plan
    this.socketPath = socketPath
    // Functions inherit nothing of the server's environment or options.
    this.#child = plan.deno
      ? launchDeno(plan, plan.deno, { socketPath, origin: new URL(backend.publicUrl).origin })
      : fork(ENTRY, [], {
          env: { ...plan.env, [COMPILE_CACHE_VARIABLE]: compileCache },
          execArgv: [`--max-old-space-size=${Math.ceil(plan.memoryMb * 0.75)}`, '--max-semi-space-size=8'],
          stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        })
    readLog(this.#child.stdout, log, 'info')
    readLog(this.#child.stderr, log, 'error')
    this.ended = this.#watchEnd(log)
    this.ready = this.#watchStart(log)
    this.ready.catch(() => undefined) // reported to those who await it, if any
    if (plan.deno) {
      this.#watchDeno(log)
      return
    }
    const { name, module, env, memoryMb, cpuMs } = plan
    this.#tell({ kind: 'boot', name, module: module.href, env, memoryMb, cpuMs, socketPath, backend })
  }

  /** Whether it could not fetch its imports, and another process will take them from elsewhere. */
  get mayTryAgain(): boolean {
    return this.#mayTryAgain
  }

  /** What Node's processes do themselves: telling of calls, and ending at a limit. */
  #watchDeno(log: Logger): void {
    this.#child.stderr?.on('data', (said: string) => {
      if (this.#isReady) return
      if (!noteUnreachable(this.plan, said)) {
        const reason = explainUnreachable(said)
        if (reason !== null) log.error(reason)
        return
      }
      this.#mayTryAgain = true
      log.warn('an import cannot be resolved; what npm has of the imports is taken from there')
    })
    const answered = watchFromOutside(this.#child, this.plan, {
      isBusy: () => this.#isReady && this.calls > 0,
      ask: () => this.#tell({ kind: 'ask' }),
      end: (reason) => {
        log.error(`The process of the function was ended: ${reason}.`)
        this.#child.kill('SIGKILL')
      },
    })
    this.#child.on('message', (message: FromProcess) => {
      if (message.kind === 'answered') answered()
      else if (message.kind === 'taken') this.#calls.get(message.id)?.()
    })
  }

  /** False while a call waits for the event loop: new calls should use another process. */
  get isAnswering(): boolean {
    if (!this.#isReady) return true // still starting
    const late = performance.now() - SLOW_START_MS
    for (const { at } of this.#sentAt) if (at < late) return false
    return true
  }

  /**
   * Counts a call as sent.
   * @param takenUp  called when a process says so in a message; those of Node say it over the call's own connection
   * @returns a function to call once the process has taken it up, or will not any more
   */
  callSent(id: string, takenUp: () => void): () => void {
    const sent = { at: performance.now() }
    this.#sentAt.add(sent)
    this.#calls.set(id, takenUp)
    return () => {
      this.#sentAt.delete(sent)
      this.#calls.delete(id)
    }
  }

  /** Stops it once it has no more calls. */
  retire(): void {
    this.isRetired = true
    if (this.calls === 0) this.stop()
  }

  /** Lets it finish its background work, with a time limit. */
  stop(): void {
    this.isRetired = true
    this.#tell({ kind: 'stop' })
    const timer = setTimeout(() => this.kill(), STOP_LIMIT_MS)
    void this.ended.then(() => clearTimeout(timer))
  }

  kill(): void {
    this.isRetired = true
    this.#isKilled = true
    this.#child.kill('SIGKILL')
  }

  #tell(message: ToProcess): void {
    if (this.#child.connected) this.#child.send(message, () => undefined) // a process that is gone is noticed by its exit
  }

  #watchStart(log: Logger): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const fail = (reason: unknown) => {
      if (this.#isReady) return
      log.error({ err: reason }, 'the function cannot start')
      this.kill()
      reject(new FunctionError('cannot_boot', { cause: reason }))
    }
    const limit = this.plan.deno ? DENO_BOOT_LIMIT_MS : BOOT_LIMIT_MS
    const timer = setTimeout(() => fail(new Error('its module took too long to load')), limit)
    this.#child.once('message', (message: FromProcess) => {
      clearTimeout(timer)
      if (message.kind === 'refused') return fail(message.reason)
      this.#isReady = true
      resolve()
    })
    void this.ended.then((error) => {
      clearTimeout(timer)
      if (!this.isRetired) fail(error)
      else reject(error)
    })
    return promise
  }

  #watchEnd(log: Logger): Promise<FunctionError> {
    return new Promise((resolve) => {
      const end = (error: FunctionError) => {
        this.isRetired = true
        this.agent.destroy()
        void rm(this.socketPath, { force: true })
        resolve(error)
      }
      this.#child.once('error', (cause) => end(new FunctionError('cannot_boot', { cause })))
      this.#child.once('exit', (code, signal) => {
        if (!this.isRetired) log.error({ code, signal }, "the function's process exited")
        const isOverLimit = !this.#isKilled && signal !== null && RESOURCE_SIGNALS.includes(signal)
        end(new FunctionError(isOverLimit ? 'over_limit' : this.#isReady || this.#isKilled ? 'crashed' : 'cannot_boot'))
      })
    })
  }
}
