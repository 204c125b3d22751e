import type { Logger } from 'pino'
import postgres from '#postgres'
import { type ConnectionOptions, firstSettings } from '../connection-options.ts'
import type { Sql } from '../database.ts'
import { PipelinePool } from '../pipeline/pool.ts'
import { parseLsn } from '../replication/lsn.ts'

/** A replica that lags further behind is not used. */
const MOST_LAG_MS = 1_000
const PROBE_MS = 200
const PROBE_TIMEOUT_MS = 2_000

export interface ReplicaParts {
  /** Connects with the role that requests use; the replica has it from the primary. */
  readonly connection: ConnectionOptions
  readonly primary: Sql
  readonly log: Logger
  /** Number of shared connections. */
  readonly size: number
}

/**
 * A streaming replica that may serve reads. Its lag is measured: the end of the primary's WAL is read, and once the replica has replayed
 * up to it, it has everything that was written before that reading.
 */
export class Replica {
  readonly pool: PipelinePool
  readonly #primary: Sql
  readonly #probe: Sql
  readonly #log: Logger
  #questions: { readonly askedAt: number; readonly lsn: bigint }[] = []
  #asOf = Number.NEGATIVE_INFINITY
  #wroteAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | null = null
  #probing = false
  #wasUsable = false

  constructor({ connection, primary, log, size }: ReplicaParts) {
    this.#primary = primary
    this.#log = log
    this.pool = new PipelinePool({ connection, size })
    const { host, port, user, password, database } = connection
    this.#probe = postgres({
      ...{ host, port, user, password, database, ssl: connection.ssl ?? false },
      max: 1,
      fetch_types: false,
      onnotice: () => undefined,
      connect_timeout: PROBE_TIMEOUT_MS / 1000,
      connection: { ...firstSettings('souk-replica-probe'), statement_timeout: PROBE_TIMEOUT_MS },
    })
  }

  /** Whether it may be used now: recent enough, and with everything that anonymous callers wrote through this process. */
  get isUsable(): boolean {
    return performance.now() - this.#asOf <= MOST_LAG_MS && this.#asOf >= this.#wroteAt
  }

  start(): void {
    this.#timer = setInterval(() => void this.#ask(), PROBE_MS).unref()
    void this.#ask()
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    await Promise.all([this.pool.close(), this.#probe.end({ timeout: 1 })])
  }

  /** Records a write by an anonymous caller, who cannot be recognised when reading: the replica is unused until it has that write. */
  wrote(): void {
    this.#wroteAt = performance.now()
  }

  /** A read failed, possibly because of the replica: the next probe decides. */
  doubt(): void {
    this.#asOf = Number.NEGATIVE_INFINITY
    this.#questions = []
  }

  async #ask(): Promise<void> {
    if (this.#probing) return
    this.#probing = true
    try {
      const askedAt = performance.now()
      const [end] = await this.#primary<{ lsn: string }[]>`select pg_current_wal_flush_lsn()::text as lsn`
      const [state] = await this.#probe<{ replica: boolean; lsn: string | null }[]>`
        select pg_is_in_recovery() as replica, pg_last_wal_replay_lsn()::text as lsn`
      // A promoted replica diverges from the primary.
      if (!end || !state?.replica || state.lsn === null) this.doubt()
      else this.#compare(askedAt, parseLsn(end.lsn), parseLsn(state.lsn))
    } catch (error) {
      this.doubt()
      if (this.#wasUsable) this.#log.warn({ err: error }, 'The replica is lost: reads go to the primary')
      this.#wasUsable = false
    } finally {
      this.#probing = false
    }
  }

  #compare(askedAt: number, end: bigint, replayed: bigint): void {
    this.#questions.push({ askedAt, lsn: end })
    for (let question = this.#questions[0]; question && question.lsn <= replayed; question = this.#questions[0]) {
      this.#asOf = question.askedAt
      this.#questions.shift()
    }
    // Positions older than the tolerated lag are no longer useful.
    this.#questions = this.#questions.filter((question) => askedAt - question.askedAt <= MOST_LAG_MS)
    if (this.isUsable !== this.#wasUsable && this.#timer) {
      this.#wasUsable = this.isUsable
      this.#log.info({ usable: this.#wasUsable }, 'The replica changed its state')
    }
  }
}
