import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ConnectionOptions, Sql } from '../../database/database.ts'
import type { LogicalStream } from '../../database/replication/logical-stream.ts'
import { openChangesStream } from './changes-stream.ts'
import type { ChangedTable, RowChange } from './row-change.ts'

const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 1_000
/** Creating a slot waits for running transactions; stopping does not wait for that. */
const FAREWELL_MS = 2_000

interface Parts {
  readonly admin: Sql
  readonly replication: ConnectionOptions
  readonly log: FastifyBaseLogger
  isWanted(table: ChangedTable): boolean
  onChange(change: RowChange): void
  /** Every later commit will be delivered. */
  onLive(): void
  /** Until the next `onLive`, changes may be missed. */
  onLost(): void
}

/** The change stream, open while there are watchers, and reopened when lost. */
export class ChangesFeed {
  readonly #parts: Parts
  #stopping: AbortController | null = null
  #running: Promise<void> = Promise.resolve()
  #stream: LogicalStream | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get isLive(): boolean {
    return this.#stream !== null
  }

  start(): void {
    if (this.#stopping) return
    const stopping = new AbortController()
    this.#stopping = stopping
    // A stream that is ending is not awaited: each has its own connection and slot.
    this.#running = this.#run(stopping.signal)
  }

  async stop(): Promise<void> {
    this.#stopping?.abort()
    this.#stopping = null
    const stream = this.#stream
    this.#stream = null
    await stream?.stop().catch((error: unknown) => {
      this.#parts.log.debug({ err: error }, 'realtime: the stream of changes could not be closed')
    })
    await Promise.race([this.#running, delay(FAREWELL_MS, undefined, { ref: false })])
  }

  async #run(signal: AbortSignal): Promise<void> {
    let retryMs = FIRST_RETRY_MS
    while (!signal.aborted) {
      try {
        await this.#follow(signal, () => {
          retryMs = FIRST_RETRY_MS
        })
      } catch (error) {
        if (signal.aborted) return
        this.#stream = null
        this.#parts.log.warn({ err: error, retryMs }, 'realtime: table changes are interrupted')
        this.#parts.onLost()
        await delay(retryMs, undefined, { signal }).catch(() => undefined) // aborted: the loop ends
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
      }
    }
  }

  /** Runs one connection until it ends. */
  async #follow(signal: AbortSignal, onOpen: () => void): Promise<void> {
    const stream = await openChangesStream({
      ...this.#parts,
      onChange: (change) => {
        if (!signal.aborted) this.#parts.onChange(change)
      },
    })
    try {
      if (signal.aborted) return
      this.#stream = stream
      onOpen()
      this.#parts.onLive()
      await stream.ended
    } finally {
      await stream.stop().catch((error: unknown) => {
        this.#parts.log.debug({ err: error }, 'realtime: the lost stream of changes could not be closed')
      })
    }
  }
}
