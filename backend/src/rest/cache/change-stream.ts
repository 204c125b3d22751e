import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ConnectionOptions, Sql } from '../../database/database.ts'
import { type LogicalStream, openLogicalStream } from '../../database/replication/logical-stream.ts'
import { wholeTransaction } from '../../database/replication/snapshot.ts'
import { ChangeDecoder, type ChangeMessage } from './change-message.ts'
import { Freshness, readLogPosition } from './freshness.ts'

const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 1_000

export interface ChangeEvents {
  /** The stream is running: every later commit will be reported. */
  onStart(): void
  /** A transaction that changed rows of these tables (`format('%I.%I')`) committed. */
  onCommit(transaction: bigint, tables: ReadonlySet<string>): void
  /** A transaction that changed definitions (tables, views, policies, grants, functions) committed. */
  onDefinition(transaction: bigint): void
  onLost(): void
}

/**
 * Follows every database change in commit order and tracks how current it is. Reconnects after a lost connection; commits made meanwhile
 * are never reported, so listeners must drop everything at `onStart`.
 */
export class ChangeStream {
  readonly #admin: Sql
  readonly #connection: ConnectionOptions
  readonly #events: ChangeEvents
  readonly #log: Logger
  readonly #stopping = new AbortController()
  readonly #freshness: Freshness
  #stream: LogicalStream | null = null
  #running: Promise<void> | null = null
  #tables = new Set<string>()
  /** A recent transaction id, with all 64 bits. */
  #near = 0n

  constructor(parts: { admin: Sql; connection: ConnectionOptions; log: Logger; events: ChangeEvents }) {
    this.#admin = parts.admin
    this.#connection = parts.connection
    this.#events = parts.events
    this.#log = parts.log
    this.#freshness = new Freshness({
      read: () => readLogPosition(parts.admin),
      ask: () => this.#stream?.askPosition(),
    })
  }

  /** All commits before this time are known, on the clock of `performance.now`; -Infinity without a stream. */
  get freshAsOf(): number {
    return this.#freshness.asOf
  }

  /** Keeps `freshAsOf` advancing for a while. */
  wanted(): void {
    this.#freshness.wanted()
  }

  /** Resolves once all commits made before the call are known, or after `timeoutMs`. @returns whether they are known */
  caughtUp(timeoutMs: number): Promise<boolean> {
    return this.#freshness.caughtUp(timeoutMs)
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#freshness.stop()
    await this.#stream?.stop()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    let retryMs = FIRST_RETRY_MS
    while (!signal.aborted) {
      try {
        await this.#connect()
        retryMs = FIRST_RETRY_MS
        await this.#stream?.ended
      } catch (error) {
        if (!signal.aborted) this.#log.warn({ err: error, retryMs }, 'The read cache is off: no change stream')
      }
      await this.#lose()
      if (!signal.aborted) await delay(retryMs, undefined, { signal }).catch(() => undefined) // aborted: the loop ends
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
    }
  }

  async #connect(): Promise<void> {
    this.#near = (await readLogPosition(this.#admin)).transaction
    this.#tables = new Set()
    this.#stream = await openLogicalStream<ChangeMessage>({
      connection: this.#connection,
      admin: this.#admin,
      log: this.#log,
      name: 'rest-changes',
      plugin: new ChangeDecoder(),
      onMessage: (message, lsn) => this.#receive(message, lsn),
      onPosition: (lsn) => this.#freshness.reached(lsn),
    })
    if (this.#stopping.signal.aborted) return this.#stream.stop()
    this.#events.onStart()
    this.#freshness.start()
  }

  async #lose(): Promise<void> {
    this.#freshness.lost()
    this.#events.onLost()
    const stream = this.#stream
    this.#stream = null
    await stream?.stop().catch((error: unknown) => this.#log.debug({ err: error }, 'The lost stream cannot be closed'))
  }

  #receive(message: ChangeMessage, lsn: bigint): void {
    switch (message.kind) {
      case 'begin':
        this.#tables = new Set()
        return
      case 'rows':
        for (const table of message.tables) this.#tables.add(table)
        return
      case 'definition':
        this.#events.onDefinition(message.transaction)
        return
      case 'commit':
        this.#near = wholeTransaction(message.transaction, this.#near)
        this.#events.onCommit(this.#near, this.#tables)
        this.#freshness.reached(lsn)
        return
      case 'other':
    }
  }
}
