import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { StorageError } from '../errors.ts'

export interface GateLimits {
  /** Images processed at a time: decoding one may take several hundred MB. */
  readonly inFlight: number
  /** Maximum of those for one caller, so that others always find a place. */
  readonly perCaller: number
  readonly waiting: number
  readonly waitingPerCaller: number
}

/** One core is reserved for other callers. */
const PER_CALLER = Math.max(1, Math.min(3, availableParallelism() - 1))
/** 200 waiting images are a few seconds of regular work. */
const LIMITS: GateLimits = { inFlight: PER_CALLER + 1, perCaller: PER_CALLER, waiting: 200, waitingPerCaller: 60 }

/** Limits concurrent image work, round robin between callers. */
export interface ImageGate {
  /**
   * @param caller user or network address the work is done for
   * @throws {StorageError} too_busy
   */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>
}

/** One caller's images: the number in progress, and those waiting, oldest first. */
interface Line {
  inFlight: number
  readonly waiting: (() => void)[]
}

export function createImageGate(limits: GateLimits = LIMITS): ImageGate {
  // One thread per image: with several in flight, more threads only compete. No sharp cache: variants have their own.
  sharp.concurrency(1)
  sharp.cache(false)
  let inFlight = 0
  let waiting = 0
  /** In round-robin order: an admitted caller moves to the end. */
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
