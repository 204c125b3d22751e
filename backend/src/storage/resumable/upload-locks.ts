import { setTimeout as wait } from 'node:timers/promises'
import type { Lock, Locker, RequestRelease } from '@tus/server'
import postgres from '#postgres'
import { type ConnectionOptions, firstSettings } from '../../database/connection-options.ts'
import type { Sql } from '../../database/database.ts'
import { StorageError } from '../errors.ts'

/** Channel on which processes ask each other to release an upload. */
const CHANNEL = 'storage_upload_wanted'
/** Seed of the hash, so that these locks never collide with those of object keys. */
const SEED = 1080
const PATIENCE_MS = 15_000
const PAUSE_MS = 50

interface Held {
  /** Null until the database has granted the lock. */
  release: RequestRelease | null
}

/**
 * Allows one request per upload at a time across all processes, by advisory locks on one dedicated connection. A later request asks the
 * holder to release the lock, since its client has probably lost its connection. A process that dies loses its connection and with it its
 * locks.
 */
export class UploadLocks implements Locker {
  readonly #connection: ConnectionOptions
  readonly #held = new Map<string, Held>()
  #sql: Promise<Sql> | null = null

  constructor(connection: ConnectionOptions) {
    this.#connection = connection
  }

  newLock(id: string): Lock {
    let held: Held | null = null
    return {
      lock: async (signal, requestRelease) => {
        held = await this.#acquire(id, signal, requestRelease)
      },
      unlock: async () => {
        if (held) await this.#release(id, held)
      },
    }
  }

  /** Runs `work` while no other process runs any under the same name. @throws {StorageError} resource_locked */
  async alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const held = await this.#acquire(name, null, () => undefined)
    try {
      return await work()
    } finally {
      await this.#release(name, held)
    }
  }

  async close(): Promise<void> {
    const sql = await this.#sql?.catch(() => null)
    this.#sql = null
    await sql?.end({ timeout: 5 })
  }

  async #acquire(id: string, signal: AbortSignal | null, requestRelease: RequestRelease): Promise<Held> {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline && !signal?.aborted; await wait(PAUSE_MS)) {
      const holder = this.#held.get(id)
      // A session can take its own advisory lock repeatedly, so within the process this map decides.
      if (holder) {
        await holder.release?.()
        continue
      }
      const held = await this.#tryLock(id, requestRelease)
      if (held) return held
    }
    throw new StorageError('resource_locked')
  }

  async #tryLock(id: string, requestRelease: RequestRelease): Promise<Held | null> {
    const held: Held = { release: null }
    this.#held.set(id, held)
    try {
      const sql = await this.#connect()
      const [row] = await sql<{ locked: boolean }[]>`
        select pg_try_advisory_lock(hashtextextended(${id}, ${SEED})) as locked`
      if (row?.locked) {
        held.release = requestRelease
        return held
      }
      await sql.notify(CHANNEL, id)
    } catch (error) {
      this.#held.delete(id)
      throw error
    }
    this.#held.delete(id)
    return null
  }

  async #release(id: string, held: Held): Promise<void> {
    if (this.#held.get(id) !== held) return // lost with the connection
    try {
      const sql = await this.#connect()
      await sql`select pg_advisory_unlock(hashtextextended(${id}, ${SEED}))`
    } finally {
      this.#held.delete(id)
    }
  }

  /** Connects on the first upload. */
  #connect(): Promise<Sql> {
    this.#sql ??= this.#open().catch((error: unknown) => {
      this.#sql = null
      throw error
    })
    return this.#sql
  }

  async #open(): Promise<Sql> {
    const { host, port, path, user, password, database, ssl = false } = this.#connection
    const sql = postgres({
      ...{ host, port, ...(path ? { path } : {}), user, password, database, ssl },
      // The locks live as long as this connection, so it is never closed for being idle or old.
      ...{ max: 1, idle_timeout: 0, max_lifetime: null, connect_timeout: 10, fetch_types: false },
      onclose: () => this.#lose(),
      onnotice: () => undefined,
      connection: firstSettings('souk-upload-locks'),
    })
    try {
      await sql.listen(CHANNEL, (id) => void this.#held.get(id)?.release?.())
      return sql
    } catch (error) {
      await sql.end({ timeout: 1 })
      throw error
    }
  }

  /** Without the connection no lock is held: all writers must stop. */
  #lose(): void {
    for (const [id, { release }] of this.#held) {
      if (!release) continue
      this.#held.delete(id)
      void release()
    }
  }
}
