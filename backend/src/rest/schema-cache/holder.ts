import { Client, type ClientConfig } from 'pg'
import type { Logger } from 'pino'
import type { RestConfig } from '../../config/rest.ts'
import { readDatabaseSettings, withDatabaseSettings } from '../database-settings.ts'
import { RestError } from '../errors.ts'
import { buildSchemaCache } from './build.ts'
import { readCatalog } from './catalog.ts'
import type { SchemaCache } from './types.ts'

const CHANNEL = 'pgrst'
const DEBOUNCE_MS = 100
const FIRST_BACKOFF_MS = 250
const LONGEST_BACKOFF_MS = 1_000

export interface SchemaCacheSource {
  readonly connection: ClientConfig
  /** From the environment; settings of the connection's role take precedence. */
  readonly rest: RestConfig
  readonly log: Logger
}

/**
 * Holds the newest schema cache, and the configuration with the database's settings applied. A dedicated connection listens for `NOTIFY
 * pgrst` and reads the catalogs; when lost, it reconnects with backoff and reloads, since a notification may have been missed. Until a load
 * succeeds the old cache stays in use: at worst, a stale one leads to PostgreSQL's own errors.
 */
export class SchemaCacheHolder {
  readonly #source: SchemaCacheSource
  #client: Client | null = null
  #cache: SchemaCache | null = null
  #rest: RestConfig
  #version = 0
  #timer: NodeJS.Timeout | null = null
  #loading: Promise<void> | null = null
  #loadAgain = false
  #backoff = FIRST_BACKOFF_MS
  #closed = false

  constructor(source: SchemaCacheSource) {
    this.#source = source
    this.#rest = source.rest
  }

  /** @throws {RestError} PGRST002 before the first successful load */
  get current(): SchemaCache {
    if (this.#cache) return this.#cache
    throw new RestError('PGRST002', 'Could not query the database for the schema cache. Retrying.', {
      headers: { 'Retry-After': '1' },
    })
  }

  /** The configuration that the current cache was loaded with. */
  get rest(): RestConfig {
    return this.#rest
  }

  /** Version of the current cache; 0 before the first. */
  get version(): number {
    return this.#cache?.version ?? 0
  }

  /** Connects, listens and loads. Never throws: failures are logged and retried. */
  async start(): Promise<void> {
    const client = new Client({ ...this.#source.connection, keepAlive: true, connectionTimeoutMillis: 5000 })
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client, null))
    client.on('notification', ({ payload }) => {
      if (!payload || payload === 'reload schema' || payload === 'reload config') this.#scheduleNow()
    })
    this.#client = client
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      this.#lost(client, error)
      return
    }
    await this.reload()
  }

  /** Loads now; during another load, waits for it and a further one. */
  async reload(): Promise<void> {
    if (this.#loading) {
      this.#loadAgain = true
      return this.#loading
    }
    this.#loading = this.#load().finally(() => {
      this.#loading = null
    })
    await this.#loading
  }

  async #load(): Promise<void> {
    do {
      this.#loadAgain = false
      const client = this.#client
      if (!client) return // reconnecting; a reload follows
      const { log } = this.#source
      try {
        const { rest, ignored } = withDatabaseSettings(
          this.#source.rest,
          await readDatabaseSettings(client, this.#source.rest.preConfig),
        )
        if (ignored.length > 0) log.warn({ settings: ignored }, 'Ignoring invalid settings in the database')
        const catalog = await readCatalog(client, rest.schemas, rest.extraSearchPath)
        this.#version += 1
        this.#cache = buildSchemaCache(catalog, this.#version)
        this.#rest = rest
        this.#backoff = FIRST_BACKOFF_MS
      } catch (error) {
        if (this.#closed || this.#client !== client) return
        log.error({ err: error }, 'The schema cache could not be loaded; keeping the old one')
        this.#schedule(this.#nextBackoff())
      }
    } while (this.#loadAgain)
  }

  /** Does not wait for the next try after a failed load: the notification may be about what makes it succeed. */
  #scheduleNow(): void {
    if (this.#timer && this.#backoff > FIRST_BACKOFF_MS) {
      clearTimeout(this.#timer)
      this.#timer = null
      this.#backoff = FIRST_BACKOFF_MS
    }
    this.#schedule(DEBOUNCE_MS)
  }

  #schedule(delay: number): void {
    if (this.#timer || this.#closed) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      void (this.#client ? this.reload() : this.start())
    }, delay)
  }

  #lost(client: Client, error: unknown): void {
    if (this.#closed || this.#client !== client) return
    this.#client = null
    client.end().catch(() => undefined) // it is gone already; this frees its socket
    this.#source.log.warn({ err: error }, 'The schema cache listener lost its connection; reconnecting')
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#schedule(this.#nextBackoff())
  }

  #nextBackoff(): number {
    const delay = this.#backoff
    this.#backoff = Math.min(this.#backoff * 2, LONGEST_BACKOFF_MS)
    return delay
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
    const client = this.#client
    this.#client = null
    await client?.end()
  }
}
