import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from '../../database/database.ts'
import { openRedis, type Redis } from '../../redis/open-redis.ts'
import { type Bus, type BusEvents, readChannelName } from './bus.ts'

/** A connection that is silent for this long is pinged. */
const PING_MS = 10_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 10_000

interface Parts {
  readonly url: string
  readonly admin: Sql
  readonly log: FastifyBaseLogger
}

interface Connections {
  readonly channel: string
  readonly listener: Redis
  readonly speaker: Redis
}

/** Redis Pub/Sub between processes, when REDIS_URL is set. The client is loaded only then, and reconnects by itself. */
export class RedisBus implements Bus {
  readonly #parts: Parts
  #connections: Connections | null = null
  #starting: Promise<void> = Promise.resolve()
  readonly #stopping = new AbortController()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(events: BusEvents): void {
    this.#starting = this.#connectPatiently(events)
  }

  async publish(text: string): Promise<void> {
    const { speaker, channel } = this.#connected()
    await speaker.publish(channel, text)
  }

  async countListeners(): Promise<number> {
    const { speaker, channel } = this.#connected()
    const counts = await speaker.pubSubNumSub(channel)
    return counts[channel] ?? 0
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#disconnect()
    await this.#starting
  }

  /** Retries until both connections succeed once; from then on the client reconnects. */
  async #connectPatiently(events: BusEvents): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await this.#connect(events)
        return
      } catch (error) {
        this.#disconnect()
        if (signal.aborted) return
        this.#parts.log.warn({ err: error }, 'realtime: other processes are unreachable')
        await delay(FIRST_RETRY_MS, undefined, { signal }).catch(() => undefined) // aborted: the loop ends
      }
    }
  }

  #disconnect(): void {
    const connections = this.#connections
    this.#connections = null
    for (const client of [connections?.listener, connections?.speaker]) void destroy(client)
  }

  async #connect(events: BusEvents): Promise<void> {
    const channel = await readChannelName(this.#parts.admin)
    if (this.#stopping.signal.aborted) return
    const options = { pingMs: PING_MS, longestRetryMs: LONGEST_RETRY_MS }
    const listener = this.#watched(await openRedis(this.#parts.url, options))
    const speaker = this.#watched(await openRedis(this.#parts.url, options))
    if (this.#stopping.signal.aborted) return
    this.#connections = { channel, listener, speaker }
    await Promise.all([listener.connect(), speaker.connect()])
    await listener.subscribe(channel, (text) => events.onText(text))
    events.onOpen()
    // The client resubscribes before it emits `ready`.
    listener.on('ready', () => events.onOpen())
  }

  #watched(client: Redis): Redis {
    client.on('error', (error: unknown) => {
      this.#parts.log.warn({ err: error }, 'realtime: other processes are unreachable')
    })
    return client
  }

  #connected(): Connections {
    if (!this.#connections) throw new Error('Redis is not connected')
    return this.#connections
  }
}

/** A client that is already closed, or never was open, refuses to be destroyed. */
async function destroy(client: Redis | undefined): Promise<void> {
  try {
    await client?.destroy()
  } catch {
    // nothing is left to close
  }
}
