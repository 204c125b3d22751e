import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { StorageError } from '../errors.ts'

export interface GateLimits {
  /** Pictures at a time: each may take some hundred MB while it is decoded. */
  readonly inFlight: number
  /** Of those, pictures for one caller: somebody else always finds a place. */
  readonly perCaller: number
  readonly waiting: number
  readonly waitingPerCaller: number
}

/** One core is left to everybody else, whatever one caller asks for. */
const PER_CALLER = Math.max(1, Math.min(3, availableParallelism() - 1))
/** 200 waiting are some seconds of honest work. */
const LIMITS: GateLimits = { inFlight: PER_CALLER + 1, perCaller: PER_CALLER, waiting: 200, waitingPerCaller: 60 }

/** Lets few pictures be worked on at a time, and callers take turns. */
export interface ImageGate {
  /**
   * @param caller who it is done for: a user or a network address
   * @throws {StorageError} too_busy
   */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>
}

/** One caller's pictures that are worked on, and those that wait, the first first. */
interface Line {
  inFlight: number
  readonly waiting: (() => void)[]
}

export function createImageGate(limits: GateLimits = LIMITS): ImageGate {
  // One thread per picture: with several in flight more threads only compete. No cache: variants have their own.
  sharp.concurrency(1)
  sharp.cache(false)
  let inFlight = 0
  let waiting = 0
  /** In the order of turns: a caller who was let in goes to the end. */
  const lines = new Map<string, Line>()

  function admit(): void {
    for (const [caller, line] of lines) {
      if (inFlight >= limits.inFlight) return
      const enter = line.inFlight < limits.perCaller ? line.waiting.shift() : undefined
      if (!enter) continue
      lines.delete(caller)
      lines.set(caller, line)
      waiting -= 1
      inFlight += 1
      line.inFlight += 1
      enter()
    }
  }

  return {
    async run(caller, work) {
      const line = lines.get(caller) ?? { inFlight: 0, waiting: [] }
      if (waiting >= limits.waiting || line.waiting.length >= limits.waitingPerCaller)
        throw new StorageError('too_busy')
      lines.set(caller, line)
      waiting += 1
      await new Promise<void>((resolve) => {
        line.waiting.push(resolve)
        admit()
      })
      try {
        return await work()
      } finally {
        inFlight -= 1
        line.inFlight -= 1
        if (line.inFlight === 0 && line.waiting.length === 0) lines.delete(caller)
        admit()
      }
    },
  }
}
