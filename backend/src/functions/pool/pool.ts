import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { FunctionError } from '../errors.ts'
import type { BackendAddress } from '../messages.ts'
import type { FunctionPlan } from '../settings.ts'
import { FunctionProcess, socketPathIn } from './function-process.ts'

const MOST_PROCESSES = 8
/** One blocked process must not stop the others; more than the number of cores only compete; half is left to other functions. */
export const MOST_OF_ONE_FUNCTION = Math.min(MOST_PROCESSES / 2, Math.max(2, availableParallelism()))
const MOST_WAITING = 500
const IDLE_MS = 5 * 60_000
const SWEEP_MS = 30_000
const LOOK_AGAIN_MS = 50

/** A place for one call in a ready process. */
export interface Lease {
  readonly process: FunctionProcess
  /** Releases the place. Call exactly once, however the call ended. */
  release(): void
}

/**
 * The processes of all functions. They start on the first call and stay warm until idle for five minutes, or until another function needs
 * the place.
 */
export class FunctionPool {
  readonly #backend: () => BackendAddress
  readonly #compileCache: string
  readonly #log: Logger
  readonly #processes = new Set<FunctionProcess>()
  readonly #changes = new Set<() => void>()
  #folder: string | null = null
  #sweep: NodeJS.Timeout | null = null
  #isClosing = false

  /**
   * @param backend       called when a process starts, since the server has no address before
   * @param compileCache  folder of Node's compile cache, which halves the start time
   */
  constructor(backend: () => BackendAddress, compileCache: string, log: Logger) {
    this.#backend = backend
    this.#compileCache = compileCache
    this.#log = log
  }

  /**
   * Waits for a place until `signal` aborts.
   * @throws {FunctionError} cannot_boot, no_deno, overloaded, or the signal's reason
   */
  async acquire(plan: FunctionPlan, signal: AbortSignal): Promise<Lease> {
    if (plan.deno?.executable === null) throw new FunctionError('no_deno')
    for (;;) {
      signal.throwIfAborted()
      if (this.#isClosing) throw new FunctionError('overloaded')
      const found = this.#pick(plan) ?? this.#grow(plan)
      if (!found) {
        await this.#change(signal)
        continue
      }
      const lease = this.#occupy(found)
      try {
        await rejectOnAbort(found.ready, signal)
        return lease
      } catch (error) {
        lease.release()
        if (found.mayTryAgain) continue
        throw error
      }
    }
  }

  /** Lets every process end after its calls: the next ones run new code. */
  renew(): void {
    for (const one of this.#processes) if (!one.isRetired) one.retire()
  }

  /** Gives calls time to finish, then ends every process. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true
    if (this.#sweep) clearInterval(this.#sweep)
    const end = performance.now() + graceMs
    while (performance.now() < end && [...this.#processes].some(({ calls }) => calls > 0)) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
    for (const one of this.#processes) {
      if (one.calls > 0) one.kill()
      else one.stop()
    }
    await Promise.all([...this.#processes].map(({ ended }) => ended))
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true })
  }

  #pick(plan: FunctionPlan): FunctionProcess | null {
    let best: FunctionProcess | null = null
    for (const one of this.#processes) {
      if (one.plan !== plan || one.isRetired || one.calls >= plan.concurrency || !one.isAnswering) continue
      if (!best || one.calls < best.calls) best = one
    }
    return best
  }

  #grow(plan: FunctionPlan): FunctionProcess | null {
    const all = [...this.#processes]
    if (all.filter((one) => one.plan === plan && !one.isRetired).length >= MOST_OF_ONE_FUNCTION) return null
    if (all.length >= MOST_PROCESSES) {
      this.#makeRoom(all)
      return null // none at the moment
    }
    this.#folder ??= mkdtempSync(join(tmpdir(), 'functions-'))
    this.#sweep ??= setInterval(() => this.#stopUnused(), SWEEP_MS).unref()
    const log = this.#log.child({ function: plan.name })
    const started = new FunctionProcess(plan, {
      backend: this.#backend(),
      socketPath: socketPathIn(this.#folder),
      compileCache: this.#compileCache,
      log,
    })
    this.#processes.add(started)
    void started.ended.then(() => {
      this.#processes.delete(started)
      this.#changed()
    })
    return started
  }

  /** Stops the process that has been idle longest, unless one is stopping already. */
  #makeRoom(all: readonly FunctionProcess[]): void {
    const idle = all.filter(({ calls }) => calls === 0)
    if (idle.some(({ isRetired }) => isRetired)) return
    idle.sort((a, b) => a.lastUsedAt - b.lastUsedAt)[0]?.stop()
  }

  #occupy(process: FunctionProcess): Lease {
    process.calls += 1
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      process.calls -= 1
      process.lastUsedAt = performance.now()
      if (process.calls === 0 && (process.isRetired || process.plan.oneShot)) process.stop()
      this.#changed()
    }
    return { process, release }
  }

  #stopUnused(): void {
    const longAgo = performance.now() - IDLE_MS
    for (const one of this.#processes) if (one.calls === 0 && !one.isRetired && one.lastUsedAt < longAgo) one.stop()
  }

  /** Waits until there may be a free place. Also polls, since a process does not announce that it responds again. */
  async #change(signal: AbortSignal): Promise<void> {
    if (this.#changes.size >= MOST_WAITING) throw new FunctionError('overloaded')
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#changes.add(resolve)
    const timer = setTimeout(resolve, LOOK_AGAIN_MS)
    try {
      await rejectOnAbort(promise, signal)
    } finally {
      clearTimeout(timer)
      this.#changes.delete(resolve)
    }
  }

  #changed(): void {
    for (const resolve of this.#changes) resolve()
  }
}

async function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
