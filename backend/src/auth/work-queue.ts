import { AuthError } from './errors.ts'

export interface WorkQueue {
  /** @throws {AuthError} `over_request_rate_limit` when too much is waiting already. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Runs at most `concurrency` pieces of work at a time and lets at most `waiting` more queue up, first come first served. */
export function createWorkQueue({ concurrency, waiting }: { concurrency: number; waiting: number }): WorkQueue {
  const queue: (() => void)[] = []
  let running = 0

  return {
    async run(work) {
      if (running >= concurrency) {
        if (queue.length >= waiting) throw new AuthError('over_request_rate_limit', { headers: { 'retry-after': '2' } })
        await new Promise<void>((start) => queue.push(start)) // whoever finishes hands its place over
      } else {
        running += 1
      }
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
