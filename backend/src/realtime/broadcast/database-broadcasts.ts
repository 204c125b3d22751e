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
/** How often the horizon advances; after a lost connection about this much is re-read. */
const HORIZON_MS = 5_000
/** A lost connection cannot be closed in an orderly way, so there is no point in waiting longer. */
const FAREWELL_SECONDS = 2

interface Parts {
  readonly admin: Sql
  readonly replication: ConnectionOptions
  readonly log: FastifyBaseLogger
  /** Called once per committed row, in commit order, once its transaction is visible to every reader. */
  onRow(row: MessageRow): void
}

/**
 * Delivers rows of realtime.messages to the sockets: live from the log while connected, and after an interruption first the rows committed
 * in the meantime. Duplicates are recognised by their id.
 */
export class DatabaseBroadcasts {
  readonly #parts: Parts
  readonly #delivered = new DeliveredIds()
  readonly #snapshots: Sql
  /** Holds live rows until their transactions are visible, and while earlier rows are looked up. */
  readonly #gate: VisibilityGate
  readonly #stopping = new AbortController()
  #ready = Promise.withResolvers<void>()
  #running: Promise<void> | null = null
  #stream: ReplicationStream | null = null
  /** Every transaction complete at this point has been delivered. */
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

  /** Opens the stream and catches up on missed rows; if catching up fails, closes the stream again. */
  async #connect(): Promise<void> {
    const { admin, log } = this.#parts
    // Before the first stream there is nothing to catch up on: the history starts now.
    this.#horizon ??= await readHorizon(admin)
    // Waiting rows belong to transactions that were incomplete at the horizon: they are looked up with the others.
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
    log.debug('realtime: broadcasts from the database resumed')
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

  /** Everything complete now will have been delivered once the stream reaches the log's current position. */
  #proposeHorizon(): void {
    if (this.#nextHorizon) return
    readHorizon(this.#parts.admin).then(
      (horizon) => {
        this.#nextHorizon = horizon
      },
      (error: unknown) => this.#parts.log.debug({ err: error }, 'realtime: no snapshot horizon read'),
    )
  }

  #advance(lsn: bigint): void {
    if (!this.#nextHorizon || lsn < parseLsn(this.#nextHorizon.lsn)) return
    this.#horizon = this.#nextHorizon
    this.#nextHorizon = null
    this.#delivered.startGeneration()
  }
}
