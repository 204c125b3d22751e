import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type ConnectionOptions, openConnection, type Sql } from '../../database/database.ts'
import { parseLsn } from '../../database/replication/lsn.ts'
import { readSnapshot, VisibilityGate } from '../../database/replication/visibility-gate.ts'
import type { MessageRow } from './database-row.ts'
import { DeliveredIds } from './delivered-ids.ts'
import { openReplicationStream, type ReplicationStream } from './replication-stream.ts'
import { findMessagesBeyond, type Horizon, readHorizon } from './stored-messages.ts'

const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 1_000
/** How often the horizon moves on; after a lost connection about this much is looked through again. */
const HORIZON_MS = 5_000
/** A connection that is gone cannot be closed in an orderly way: no use waiting for it. */
const FAREWELL_SECONDS = 2

interface Parts {
  readonly admin: Sql
  readonly replication: ConnectionOptions
  readonly log: FastifyBaseLogger
  /** Called once per committed row, in commit order, as soon as everybody who reads sees its transaction. */
  onRow(row: MessageRow): void
}

/**
 * Rows of realtime.messages on their way to the sockets: live from the log while the connection stands, and after an
 * interruption first those that were committed meanwhile. What was delivered twice is recognised by its id.
 */
export class DatabaseBroadcasts {
  readonly #parts: Parts
  readonly #delivered = new DeliveredIds()
  readonly #snapshots: Sql
  /** Live rows wait here for their transactions to be seen, and while those before them are looked up. */
  readonly #gate: VisibilityGate
  readonly #stopping = new AbortController()
  #ready = Promise.withResolvers<void>()
  #running: Promise<void> | null = null
  #stream: ReplicationStream | null = null
  /** Everything that was over at this moment has been delivered. */
  #horizon: Horizon | null = null
  #nextHorizon: Horizon | null = null

  constructor(parts: Parts) {
    this.#parts = parts
    this.#snapshots = openConnection(parts.replication, 'realtime-snapshots')
    this.#gate = new VisibilityGate({ read: () => readSnapshot(this.#snapshots), log: parts.log })
  }

  /** Resolves while rows flow; during an interruption, once they flow again. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#stream?.stop()
    await this.#running
    this.#gate.clear()
    await this.#snapshots.end({ timeout: FAREWELL_SECONDS })
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    let retryMs = FIRST_RETRY_MS
    while (!signal.aborted) {
      try {
        await this.#connect()
        retryMs = FIRST_RETRY_MS
        await this.#untilLost()
      } catch (error) {
        if (signal.aborted) return
        this.#parts.log.warn({ err: error, retryMs }, 'realtime: broadcasts from the database are interrupted')
        await delay(retryMs, undefined, { signal }).catch(() => undefined) // aborted: the loop ends
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
      }
    }
  }

  /** Opens the stream and brings the past up to date; a stream of which only half succeeded is closed again. */
  async #connect(): Promise<void> {
    const { admin, log } = this.#parts
    // Before the first stream nothing was promised to anybody: the past begins now.
    this.#horizon ??= await readHorizon(admin)
    // What waits has a transaction that was not over at the horizon: it is looked up with the others.
    this.#gate.clear()
    this.#gate.hold()
    const stream = await openReplicationStream(this.#parts, {
      onRow: (row, transaction) => this.#gate.pass(transaction, () => this.#deliver(row)),
      // The horizon never moves past a row that still waits.
      onPosition: (lsn) => this.#gate.pass(null, () => this.#advance(lsn)),
    })
    this.#stream = stream
    try {
      await this.#catchUp(this.#horizon)
    } catch (error) {
      await this.#drop(stream)
      throw error
    }
    this.#ready.resolve()
    log.debug('realtime: broadcasts from the database flow')
  }

  async #untilLost(): Promise<void> {
    const stream = this.#stream
    if (!stream) return
    const timer = setInterval(() => this.#proposeHorizon(), HORIZON_MS).unref()
    try {
      if (!this.#stopping.signal.aborted) await stream.ended
    } finally {
      clearInterval(timer)
      if (!this.#stopping.signal.aborted) this.#ready = Promise.withResolvers()
      await this.#drop(stream)
    }
  }

  async #drop(stream: ReplicationStream): Promise<void> {
    this.#stream = null
    this.#nextHorizon = null
    try {
      await stream.stop()
    } catch (error) {
      this.#parts.log.debug({ err: error }, 'realtime: the lost stream could not be closed')
    }
  }

  async #catchUp(horizon: Horizon): Promise<void> {
    const { admin } = this.#parts
    const now = await readHorizon(admin)
    for (const row of await findMessagesBeyond(admin, horizon)) this.#deliver(row)
    this.#gate.release()
    this.#horizon = now
  }

  #deliver(row: MessageRow): void {
    if (this.#delivered.add(row.id)) this.#parts.onRow(row)
  }

  /** What is over now will have been delivered once the stream has come as far as the log is now. */
  #proposeHorizon(): void {
    if (this.#nextHorizon) return
    readHorizon(this.#parts.admin).then(
      (horizon) => {
        this.#nextHorizon = horizon
      },
      (error: unknown) => this.#parts.log.debug({ err: error }, 'realtime: no horizon this time'),
    )
  }

  #advance(lsn: bigint): void {
    if (!this.#nextHorizon || lsn < parseLsn(this.#nextHorizon.lsn)) return
    this.#horizon = this.#nextHorizon
    this.#nextHorizon = null
    this.#delivered.startGeneration()
  }
}
