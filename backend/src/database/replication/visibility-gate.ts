import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '../database.ts'
import { parseSnapshot, type Snapshot, sees, wholeTransaction } from './snapshot.ts'

/** Longest pause between two visibility checks. */
const LONGEST_PAUSE_MS = 20
/** A transaction that stays invisible this long is probably waiting for an unavailable synchronous standby. */
const REMARKABLE_MS = 10_000

interface Log {
  debug(details: object, message: string): void
  warn(details: object, message: string): void
}

interface Waiting {
  /** The lower 32 bits of the ID, as in the WAL; null waits only for earlier entries. */
  readonly transaction: number | null
  proceed(): void
}

/** Reads the database's `pg_current_snapshot()` as text. */
export async function readSnapshot(sql: Sql): Promise<string> {
  const [row] = await sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`
  return row?.snapshot ?? ''
}

/**
 * Delays WAL messages until new readers see their transactions. A commit appears in the WAL once it is on disk, shortly before other
 * sessions see it (longer on a busy host, or with a synchronous standby): a client notified immediately would read the old state and never
 * the new one. Order is kept, and entries that arrive together share one round trip.
 */
export class VisibilityGate {
  readonly #read: () => Promise<string>
  readonly #log: Log
  #waiting: Waiting[] = []
  #isHeld = false
  #isAsking = false

  /** @param parts.read  reads a snapshot, on a dedicated connection */
  constructor(parts: { read: () => Promise<string>; log: Log }) {
    this.#read = parts.read
    this.#log = parts.log
  }

  /** Calls `proceed` once new snapshots see the transaction and everything before it has proceeded. */
  pass(transaction: number | null, proceed: () => void): void {
    if (transaction === null && this.#waiting.length === 0 && !this.#isHeld) {
      proceed()
      return
    }
    this.#waiting.push({ transaction, proceed })
    this.#ask()
  }

  /** Lets nothing proceed until `release`. */
  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    this.#ask()
  }

  /** Discards all waiting entries. */
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
          this.#log.debug({ err: error }, 'no snapshot taken')
          return null
        })
      if (snapshot && this.#letThrough(snapshot)) {
        pauseMs = 0
        progressAt = performance.now()
        continue
      }
      if (!isRemarked && performance.now() - progressAt > REMARKABLE_MS) {
        isRemarked = true
        this.#log.warn(
          { waiting: this.#waiting.length },
          'a committed transaction has been invisible to others for long',
        )
      }
      pauseMs = Math.min(Math.max(1, 2 * pauseMs), LONGEST_PAUSE_MS)
      await delay(pauseMs)
    }
    // Synchronous with the last check of the queue, so a later entry starts a new loop.
    this.#isAsking = false
  }

  /** Releases all entries before the first that is not visible. @returns whether any was released */
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
