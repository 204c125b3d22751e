import pLimit from 'p-limit'
import { Shares } from '../../http/shares.ts'
import { AuthError } from '../errors.ts'

export interface WorkQueueSize {
  readonly concurrency: number
  /** How many more may wait, of everybody together and of one caller. */
  readonly waiting: number
  readonly waitingOfOne: number
}

export interface WorkQueue {
  /**
   * @param share  whose share it is; null for the operator's own
   * @throws {AuthError} `over_request_rate_limit` when too much is waiting already
   * @throws {ShareExceeded} when too much of the same caller is
   */
  run<T>(share: string | null, work: () => Promise<T>): Promise<T>
}

const PATIENCE_MS = 30_000

/** Runs a few pieces of work at a time. One caller leaves a place, and a core, to everybody else. */
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
