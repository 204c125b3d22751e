import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { RestLimits } from '../config/rest.ts'
import { type RunHandle, runHandle } from '../database/pipeline/pool.ts'
import type { Caller } from '../http/caller.ts'
import { networkOfRequest } from '../http/client-address.ts'
import { Shares } from '../http/shares.ts'
import { Pace } from './pace.ts'

/** How long a request waits for others of the same caller. */
const PATIENCE_MS = 10_000
/** Users behind one address may together run this many times the slow statements of one user. */
const PEOPLE_PER_ADDRESS = 2

interface Asking {
  readonly headers: IncomingHttpHeaders
  readonly socket: Socket
}

/**
 * Fair shares of the database: each user, and each address of visitors, may run a limited number of statements at a time and queue a
 * limited number. Statements that have always been quick share connections; each of the others gets its own, and those are few.
 */
export class FairRuns {
  readonly #pace = new Pace()
  readonly #quick: Shares
  readonly #slow: Shares
  readonly #slowOfAddress: Shares
  /** Separate shares for calls that the application handles. */
  readonly #handled: Shares

  constructor({ quickStatements, slowStatements, waitingStatements }: RestLimits) {
    const size = { waiting: waitingStatements, patienceMs: PATIENCE_MS }
    this.#quick = new Shares({ ...size, inFlight: quickStatements })
    this.#handled = new Shares({ ...size, inFlight: quickStatements })
    this.#slow = new Shares({ ...size, inFlight: slowStatements })
    this.#slowOfAddress = new Shares({ ...size, inFlight: slowStatements * PEOPLE_PER_ADDRESS })
  }

  /** @throws {ShareExceeded} before anything was done */
  handle<T>(asking: Asking, caller: Caller, work: () => Promise<T>): Promise<T> {
    if (caller.role === 'service_role') return work()
    return this.#handled.run(caller.userId ?? networkOfRequest(asking), work)
  }

  /**
   * @param shape  one object per request shape
   * @throws {ShareExceeded} before anything was done
   */
  run<T>(asking: Asking, caller: Caller, shape: object, work: (handle: RunHandle) => Promise<T>): Promise<T> {
    const isQuick = this.#pace.isQuick(shape, performance.now())
    const timed = async () => {
      const handle = runHandle(!isQuick)
      try {
        return await work(handle)
      } finally {
        if (handle.tookMs > 0) this.#pace.learn(shape, handle.tookMs, performance.now())
      }
    }
    // The secret key belongs to the operator.
    if (caller.role === 'service_role') return timed()
    if (isQuick) return this.#quick.run(caller.userId ?? networkOfRequest(asking), timed)
    const address = networkOfRequest(asking)
    if (caller.userId === null) return this.#slow.run(address, timed)
    return this.#slow.run(caller.userId, () => this.#slowOfAddress.run(address, timed))
  }
}
