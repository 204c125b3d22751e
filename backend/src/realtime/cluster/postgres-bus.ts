import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Client } from 'pg'
import type { ConnectionOptions, Sql } from '../../database/database.ts'
import { type Bus, type BusEvents, readChannelName } from './bus.ts'
import { ChunkReader, ChunkWriter } from './chunks.ts'

const APPLICATION_NAME = 'realtime-bus'
const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 1_000
/** Interval of connection checks, and how long an answer may take. */
const CHECK_MS = 10_000
const ANSWER_MS = 5_000

interface Parts {
  readonly admin: Sql
  readonly connection: ConnectionOptions
  readonly log: FastifyBaseLogger
}

/** NOTIFY between the processes on one database: see docs/decisions/0008. One connection listens, the pool sends. */
export class PostgresBus implements Bus {
  readonly #parts: Parts
  readonly #writer = new ChunkWriter()
  readonly #stopping = new AbortController()
  #channel: Promise<string> | null = null
  #client: Client | null = null
  #running: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(events: BusEvents): void {
    this.#running = this.#run(events)
  }

  async publish(text: string): Promise<void> {
    const channel = await this.#channelName()
    const chunks = this.#writer.write(text)
    // One transaction, so the notifications arrive together and in order.
    await this.#parts.admin`select pg_notify(${channel}, chunk) from unnest(${chunks}::text[]) as chunk`
  }

  async countListeners(): Promise<number> {
    const [row] = await this.#parts.admin<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where application_name = ${APPLICATION_NAME} and datname = current_database()`
    return row?.count ?? 0
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#client?.end().catch((error: unknown) => {
      this.#parts.log.debug({ err: error }, 'realtime: the listening connection could not be closed')
    })
    await this.#running
  }

  async #run(events: BusEvents): Promise<void> {
    const { signal } = this.#stopping
    let retryMs = FIRST_RETRY_MS
    while (!signal.aborted) {
      try {
        await this.#listen(events, () => {
          retryMs = FIRST_RETRY_MS
        })
      } catch (error) {
        if (signal.aborted) return
        this.#parts.log.warn({ err: error, retryMs }, 'realtime: other processes are unreachable')
        await delay(retryMs, undefined, { signal }).catch(() => undefined) // aborted: the loop ends
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
      }
    }
  }

  /** Runs one connection until it ends, which rejects. */
  async #listen(events: BusEvents, onOpen: () => void): Promise<void> {
    const client = new Client({
      ...this.#parts.connection,
      application_name: APPLICATION_NAME,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: ANSWER_MS,
    })
    const lost = Promise.withResolvers<never>()
    // It may reject before it is awaited below.
    lost.promise.catch(() => undefined)
    client.on('error', lost.reject)
    client.on('end', () => lost.reject(new Error('The connection ended')))
    const reader = new ChunkReader(this.#writer.sender)
    client.on('notification', ({ payload }) => {
      const text = payload === undefined ? null : reader.read(payload)
      if (text !== null) events.onText(text)
    })
    this.#client = client
    let check: NodeJS.Timeout | null = null
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(await this.#channelName())}`)
      if (this.#stopping.signal.aborted) return
      onOpen()
      events.onOpen()
      check = setInterval(() => client.query('select 1').catch(lost.reject), CHECK_MS).unref()
      await lost.promise
    } finally {
      if (check) clearInterval(check)
      client.end().catch(() => undefined) // usually already ended
    }
  }

  #channelName(): Promise<string> {
    this.#channel ??= readChannelName(this.#parts.admin).catch((error: unknown) => {
      this.#channel = null
      throw error
    })
    return this.#channel
  }
}
