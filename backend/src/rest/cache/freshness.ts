import type { Sql } from '../../database/database.ts'
import { parseLsn } from '../../database/replication/lsn.ts'

/** Several ticks fit into the 100 ms that an answer may be stale. */
const TICK_MS = 30
/** The timer stops after this long without demand. */
const IDLE_MS = 10_000
const QUESTIONS = 64

export interface LogPosition {
  /** End of the log. */
  readonly lsn: bigint
  /** The next transaction's id. */
  readonly transaction: bigint
}

/**
 * Reads the current end of the log. A commit is visible only once it is flushed, unless the server commits asynchronously: then the
 * unflushed log counts too.
 */
export async function readLogPosition(admin: Sql): Promise<LogPosition> {
  const [row] = await admin<{ lsn: string; transaction: string }[]>`
    select case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn()
      end::text as lsn,
      pg_snapshot_xmax(pg_current_snapshot())::text as transaction`
  if (!row) throw new Error('The database returned no WAL position')
  return { lsn: parseLsn(row.lsn), transaction: BigInt(row.transaction) }
}

interface Question {
  readonly askedAt: number
  readonly lsn: bigint
}

/**
 * Tracks up to which moment the stream is complete: the end of the log is read, and once the stream gets there, everything committed before
 * the reading is known.
 */
export class Freshness {
  readonly #read: () => Promise<LogPosition>
  readonly #ask: () => void
  #asOf = Number.NEGATIVE_INFINITY
  #reached = 0n
  #questions: Question[] = []
  #waiting: { since: number; resolve: (known: boolean) => void }[] = []
  #timer: NodeJS.Timeout | null = null
  #reading = false
  #wantedAt = 0
  /** Incremented when a stream is lost; log positions read for an older stream are ignored. */
  #stream = 0
  #flows = false

  constructor(parts: { read: () => Promise<LogPosition>; ask: () => void }) {
    this.#read = parts.read
    this.#ask = parts.ask
  }

  get asOf(): number {
    return this.#asOf
  }

  start(): void {
    this.#flows = true
    this.wanted()
  }

  lost(): void {
    this.#flows = false
    this.#stream += 1
    this.#asOf = Number.NEGATIVE_INFINITY
    this.#reached = 0n
    this.#questions = []
    for (const { resolve } of this.#waiting.splice(0)) resolve(false)
  }

  stop(): void {
    this.lost()
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  wanted(): void {
    this.#wantedAt = performance.now()
    if (this.#timer || !this.#flows) return
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
    this.#tick()
  }

  caughtUp(timeoutMs: number): Promise<boolean> {
    if (!this.#flows) return Promise.resolve(false)
    this.wanted()
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting)
        resolve(false)
      }, timeoutMs)
      const waiting = {
        since: performance.now(),
        resolve: (known: boolean) => {
          clearTimeout(timer)
          resolve(known)
        },
      }
      this.#waiting.push(waiting)
      this.#tick()
    })
  }

  reached(lsn: bigint): void {
    if (lsn > this.#reached) this.#reached = lsn
    this.#settle()
  }

  #tick(): void {
    if (performance.now() - this.#wantedAt > IDLE_MS && this.#timer) {
      clearInterval(this.#timer)
      this.#timer = null
      return
    }
    // One reading at a time, so that they don't pile up on a slow database.
    if (this.#reading || !this.#flows) return
    this.#reading = true
    const stream = this.#stream
    const askedAt = performance.now()
    this.#read()
      .then(
        ({ lsn }) => {
          if (stream !== this.#stream) return
          // The queue fills while a long transaction is decoded; then only the newest question is replaced.
          if (this.#questions.length >= QUESTIONS) this.#questions.pop()
          this.#questions.push({ askedAt, lsn })
          this.#settle()
          if (this.#questions.length > 0) this.#ask()
        },
        () => undefined, // a failed reading only lets freshness expire
      )
      .finally(() => {
        this.#reading = false
        // Callers that came after the reading began need another one.
        if (this.#waiting.some(({ since }) => since > askedAt)) this.#tick()
      })
  }

  #settle(): void {
    while (this.#questions[0] && this.#questions[0].lsn <= this.#reached) {
      this.#asOf = Math.max(this.#asOf, this.#questions[0].askedAt)
      this.#questions.shift()
    }
    if (this.#waiting.length === 0) return
    const known = this.#waiting.filter(({ since }) => since <= this.#asOf)
    if (known.length === 0) return
    this.#waiting = this.#waiting.filter(({ since }) => since > this.#asOf)
    for (const { resolve } of known) resolve(true)
  }
}
