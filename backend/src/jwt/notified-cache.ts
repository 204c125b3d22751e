import type { Logger } from 'pino'
import type { Sql } from '../database/database.ts'

/** How long a row is used without re-reading it; changes are also pushed by NOTIFY. */
const BELIEVED_MS = 10_000
const MOST_REMEMBERED = 10_000

interface Entry<T> {
  readonly value: T
  readonly believedUntil: number
}

/** Dependencies of a cache that listens for changes. */
export interface Following {
  readonly sql: Sql
  /** Direct connections: LISTEN does not work through a pooler. */
  readonly session: Sql
  readonly log: Logger
}

/** Caches database rows until they change. Concurrent requests share one read. */
export class NotifiedCache<T> {
  readonly #now: () => number
  readonly #entries = new Map<string, Entry<T>>()
  readonly #reading = new Map<string, Promise<T>>()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  get(key: string, read: () => Promise<T>): T | Promise<T> {
    const kept = this.#entries.get(key)
    if (kept && kept.believedUntil > this.#now()) return kept.value
    this.#entries.delete(key)
    return this.#reading.get(key) ?? this.#read(key, read)
  }

  forget(isMeant: (value: T) => boolean): void {
    for (const [key, { value }] of this.#entries) if (isMeant(value)) this.#entries.delete(key)
    this.#reading.clear() // pending reads may predate the change: they are used, but not cached
  }

  clear(): void {
    this.forget(() => true)
  }

  /**
   * Evicts the entries that match `isMeant` whenever an id arrives on a channel (NOTIFY).
   * @returns a function that stops listening
   */
  async follow({ session, log }: Following, channel: string, isMeant: (value: T, id: string) => boolean) {
    const following = await session.listen(
      channel,
      (id) => this.forget((value) => isMeant(value, id)),
      () => {
        this.clear() // notifications while disconnected were lost
        log.debug(`listening on ${channel}`)
      },
    )
    return () => following.unlisten()
  }

  #read(key: string, read: () => Promise<T>): Promise<T> {
    const believedUntil = this.#now() + BELIEVED_MS
    const reading = read()
      .then((value) => {
        if (this.#reading.get(key) === reading) keepNewest(this.#entries, key, { value, believedUntil })
        return value
      })
      .finally(() => {
        if (this.#reading.get(key) === reading) this.#reading.delete(key)
      })
    this.#reading.set(key, reading)
    return reading
  }
}

/** Sets an entry of a bounded map; evicts the one set longest ago. */
function keepNewest<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key) // a Map keeps insertion order
  map.set(key, value)
  if (map.size > MOST_REMEMBERED) map.delete(map.keys().next().value as string)
}
