import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ConnectionOptions, Sql } from '../../database/database.ts'
import type { Identity } from '../channels/tokens.ts'
import { ChangeFrames } from './change-frames.ts'
import type { ChangeListener, ChangeSubscriptions } from './change-listener.ts'
import { type ChangeRequest, ChangeRequestError, readChangeRequest } from './change-request.ts'
import { ChangesFeed } from './changes-feed.ts'
import { judge } from './judge.ts'
import { checkRequests } from './request-check.ts'
import type { RowChange } from './row-change.ts'
import { Watches } from './watches.ts'

/** Rows decided per batch. */
const BATCH_ROWS = 200
/** Limits of the queue, in characters and in rows; beyond them changes are dropped and the watchers are notified. */
const MOST_WAITING = { characters: 32 * 1024 * 1024, rows: 50_000 }
/** The log is read this much longer after the last watcher leaves: users often leave a page and return. */
const LINGER_MS = 30_000
const RETRY_MS = 5_000
/** How often a join that waits for the stream checks it. */
const LIVE_CHECK_MS = 20
/** Each costs database queries. */
const MOST_REQUESTS = 100

const SUBSCRIBED = 'Subscribed to PostgreSQL'
const INTERRUPTED = 'The changes of the database are interrupted: some may be missed until they flow again'
const TOO_MANY = 'Too many changes at once: some were not delivered'
const TOO_MANY_REQUESTS = `Unable to subscribe to changes with given parameters. At most ${MOST_REQUESTS} are allowed on one channel`
const FAILED = 'Some changes could not be delivered'

/** Delivers table changes from the log to the channels that watch them. */
export class PostgresChanges implements ChangeSubscriptions {
  readonly #admin: Sql
  readonly #log: FastifyBaseLogger
  readonly #feed: ChangesFeed
  readonly #watches = new Watches()
  readonly #failedFilters = new Set<string>()
  /** The checked requests of a waiting join, until it is answered. */
  readonly #checked = new WeakMap<ChangeListener, { identity: Identity; requests: readonly ChangeRequest[] }>()
  #waiting: RowChange[] = []
  #waitingCharacters = 0
  #isDelivering = false
  #linger: NodeJS.Timeout | null = null

  constructor(parts: { admin: Sql; replication: ConnectionOptions; log: FastifyBaseLogger }) {
    this.#admin = parts.admin
    this.#log = parts.log
    this.#feed = new ChangesFeed({
      ...parts,
      isWanted: (table) => this.#watches.isWatched(table),
      onChange: (change) => this.#receive(change),
      onLive: () => this.#notifyAll('ok', SUBSCRIBED),
      onLost: () => this.#notifyAll('error', INTERRUPTED),
    })
  }

  subscribe(channel: ChangeListener): void {
    if (channel.config.postgresChanges.length === 0) return
    const checked = this.#checked.get(channel)
    this.#checked.delete(channel)
    if (checked && checked.identity === channel.identity) {
      this.#begin(channel, checked.requests)
      return
    }
    this.#subscribe(channel).catch((error: unknown) => {
      this.#log.warn({ err: error, topic: channel.topic }, 'realtime: a subscription to changes failed')
      this.#tell(channel, 'error', 'Unable to subscribe to changes with given parameters. It is tried again shortly')
      setTimeout(() => this.subscribe(channel), RETRY_MS).unref()
    })
  }

  unsubscribe(channel: ChangeListener): void {
    this.#watches.delete(channel)
    if (this.#watches.size > 0 || this.#linger) return
    this.#linger = setTimeout(() => {
      this.#linger = null
      if (this.#watches.size === 0) void this.#feed.stop()
    }, LINGER_MS).unref()
  }

  async stop(): Promise<void> {
    if (this.#linger) clearTimeout(this.#linger)
    await this.#feed.stop()
  }

  async #subscribe(channel: ChangeListener): Promise<void> {
    const { identity } = channel
    const entries = channel.config.postgresChanges
    const isCurrent = () => channel.state === 'joined' && channel.identity === identity
    if (!isCurrent()) return
    try {
      const requests = await this.#check(identity.caller.role, entries)
      if (isCurrent()) this.#begin(channel, requests)
    } catch (error) {
      if (!(error instanceof ChangeRequestError)) throw error
      if (!isCurrent()) return
      this.unsubscribe(channel)
      this.#tell(channel, 'error', error.message)
    }
  }

  #begin(channel: ChangeListener, requests: readonly ChangeRequest[]): void {
    const { role, claimsJson } = channel.identity.caller
    this.#watches.set({ channel, role, claimsJson, caller: `${role} ${claimsJson}`, requests })
    // Otherwise it is notified with all others, once changes flow.
    if (this.#feed.isLive) this.#tell(channel, 'ok', SUBSCRIBED)
    else this.#feed.start()
  }

  async #check(role: string, entries: readonly Readonly<Record<string, unknown>>[]): Promise<ChangeRequest[]> {
    if (entries.length > MOST_REQUESTS) throw new ChangeRequestError(TOO_MANY_REQUESTS)
    const requests = entries.map(readChangeRequest)
    await checkRequests(this.#admin, role, requests, entries)
    return requests
  }

  async findJoinProblem(channel: ChangeListener, timeoutMs: number): Promise<string | null> {
    const { identity } = channel
    try {
      const requests = await this.#check(identity.caller.role, channel.config.postgresChanges)
      this.#checked.set(channel, { identity, requests })
    } catch (error) {
      if (error instanceof ChangeRequestError) return `RealtimeDisabledForConfiguration: ${error.message}`
      throw error
    }
    this.#feed.start()
    const deadline = performance.now() + timeoutMs
    while (!this.#feed.isLive) {
      if (performance.now() > deadline) return 'PostgresChangesSubscribeTimeout: Changes of the database do not flow'
      await delay(LIVE_CHECK_MS)
    }
    return null
  }

  #receive(change: RowChange): void {
    this.#waiting.push(change)
    this.#waitingCharacters += change.bytes
    if (this.#waitingCharacters > MOST_WAITING.characters || this.#waiting.length > MOST_WAITING.rows) {
      this.#log.warn({ rows: this.#waiting.length }, 'realtime: too many changes queued; dropping them')
      this.#waiting = []
      this.#waitingCharacters = 0
      this.#notifyAll('error', TOO_MANY)
      // As after any gap: from here on nothing is missing.
      this.#notifyAll('ok', SUBSCRIBED)
      return
    }
    if (!this.#isDelivering) void this.#deliverAll()
  }

  /** Takes the changes that queued up during the previous batch: batches grow under load. */
  async #deliverAll(): Promise<void> {
    this.#isDelivering = true
    // Groups the changes of one transaction or burst that arrive in this turn of the event loop.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_ROWS)
      for (const { bytes } of batch) this.#waitingCharacters -= bytes
      try {
        await this.#deliver(batch)
      } catch (error) {
        this.#log.error({ err: error, rows: batch.length }, 'realtime: changes could not be delivered')
        this.#notifyAll('error', FAILED)
      }
    }
    this.#isDelivering = false
  }

  async #deliver(batch: readonly RowChange[]): Promise<void> {
    const judged = await judge(
      { admin: this.#admin, log: this.#log, failedFilters: this.#failedFilters },
      batch,
      this.#watches,
    )
    for (const change of judged) {
      const frames = new ChangeFrames(change)
      for (const [watch, requests] of change.recipients) {
        // The channel left or changed its token in the meantime.
        if (!this.#watches.has(watch)) continue
        const { connection, topic } = watch.channel
        const { version } = connection.handshake
        for (const frame of frames.framesFor(version, topic, watch.role, requests)) connection.send(frame)
      }
    }
  }

  #notifyAll(status: 'ok' | 'error', message: string): void {
    for (const { channel } of this.#watches.all()) this.#tell(channel, status, message)
  }

  #tell(channel: ChangeListener, status: 'ok' | 'error', message: string): void {
    if (channel.state === 'joined') channel.system(status, message, 'postgres_changes')
  }
}
