import pLimit from 'p-limit'
import { Shares } from '../../http/shares.ts'
import { AuthError } from '../errors.ts'

export interface WorkQueueSize {
  readonly concurrency: number
  /** Maximum number of waiting tasks, in total and of one caller. */
  readonly waiting: number
  readonly waitingOfOne: number
}

export interface WorkQueue {
  /**
   * @param share  the caller's share; null for the operator
   * @throws {AuthError} `over_request_rate_limit` when too many tasks are waiting
   * @throws {ShareExceeded} when too many tasks of the same caller are waiting
   */
  run<T>(share: string | null, work: () => Promise<T>): Promise<T>
}

const PATIENCE_MS = 30_000

/** Runs a few tasks at a time. One caller leaves a slot, and thus a core, to the others. */
export function createWorkQueue({ concurrency, waiting, waitingOfOne }: WorkQueueSize): WorkQueue {
  const shares = new Shares({ inFlight: Math.max(1, concurrency - 1), waiting: waitingOfOne, patienceMs: PATIENCE_MS })
  const limit = pLimit(concurrency)
  return {
    run: (share, work) =>
      shares.run(share, async () => {
        if (limit.pendingCount >= waiting) {
          throw new AuthError('over_request_rate_limit', { headers: { 'retry-after': '2' } })
        }
        return limit(work)
      }),
  }
}
