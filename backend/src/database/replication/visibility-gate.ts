import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '../database.ts'
import { parseSnapshot, type Snapshot, sees, wholeTransaction } from './snapshot.ts'

/** The longest pause between two looks at a transaction that is not seen yet. */
const LONGEST_PAUSE_MS = 20
/** A transaction that is not seen for this long waits for something: a synchronous standby that is away, most likely. */
const REMARKABLE_MS = 10_000

interface Log {
  debug(details: object, message: string): void
  warn(details: object, message: string): void
}

interface Waiting {
  /** As the log names it, by its lower 32 bits; null waits only for what came before. */
  readonly transaction: number | null
  proceed(): void
}

/** The database's `pg_current_snapshot()`, as text. */
export async function readSnapshot(sql: Sql): Promise<string> {
  const [row] = await sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`
  return row?.snapshot ?? ''
}

/**
 * Holds what the log tells until whoever reads next sees it too. The log tells of a commit once it is on disk, a moment
 * before the transaction ends for all others (longer on a busy machine, or with a synchronous standby): who is told and
 * reads at once would read what was before, and nothing would come after it. Order is kept, and however much arrives
 * together is asked about in one round trip.
 */
export class VisibilityGate {
  readonly #read: () => Promise<string>
  readonly #log: Log
  #waiting: Waiting[] = []
  #isHeld = false
  #isAsking = false

  /** @param parts.read  asked for a snapshot; on a connection that nothing else keeps busy */
  constructor(parts: { read: () => Promise<string>; log: Log }) {
    this.#read = parts.read
    this.#log = parts.log
  }

  /** Proceeds once new snapshots see the transaction, and everything before it has proceeded. */
  pass(transaction: number | null, proceed: () => void): void {
    if (transaction === null && this.#waiting.length === 0 && !this.#isHeld) {
      proceed()
      return
    }
    this.#waiting.push({ transaction, proceed })
    this.#ask()
  }

  /** Until `release`, nothing proceeds. */
  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    this.#ask()
  }

  /** Forgets all who wait. */
  clear(): void {
    this.#waiting = []
  }

  #ask(): void {
    if (!this.#isAsking && !this.#isHeld && this.#waiting.length > 0) void this.#untilAllSeen()
  }

  async #untilAllSeen(): Promise<void> {
    this.#isAsking = true
    let pauseMs = 0
    let progressAt = performance.now()
    let isRemarked = false
    while (this.#waiting.length > 0 && !this.#isHeld) {
      const snapshot = await this.#read()
        .then(parseSnapshot)
        .catch((error: unknown) => {
          this.#log.debug({ err: error }, 'no snapshot this time')
          return null
        })
      if (snapshot && this.#letThrough(snapshot)) {
        pauseMs = 0
        progressAt = performance.now()
        continue
      }
      if (!isRemarked && performance.now() - progressAt > REMARKABLE_MS) {
        isRemarked = true
        this.#log.warn({ waiting: this.#waiting.length }, 'a committed transaction is not seen by others for long')
      }
      pauseMs = Math.min(Math.max(1, 2 * pauseMs), LONGEST_PAUSE_MS)
      await delay(pauseMs)
    }
    // In the same breath as the last look at who waits: whoever comes next asks anew.
    this.#isAsking = false
  }

  /** Lets all through up to the first that is not seen. @returns whether anybody got through */
  #letThrough(snapshot: Snapshot): boolean {
    if (this.#isHeld) return false
    const first = this.#waiting.findIndex(
      ({ transaction }) => transaction !== null && !sees(snapshot, wholeTransaction(transaction, snapshot.max)),
    )
    const through = this.#waiting.splice(0, first < 0 ? this.#waiting.length : first)
    for (const { proceed } of through) proceed()
    return through.length > 0
  }
}
