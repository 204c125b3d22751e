import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from '../../database/database.ts'
import type { Snapshot } from '../../database/replication/snapshot.ts'
import { readDefinitions } from './definitions.ts'
import { DependencyFinder } from './dependencies.ts'

/** Debounce: migrations change many definitions in a row. */
const GATHER_MS = 20
const RETRY_MS = 500

/** Loads the definitions that answers depend on, again after every change; there are none meanwhile. */
export class DefinitionWatch {
  readonly #admin: Sql
  readonly #log: Logger
  /** Whether a snapshot includes every definition change known by now. */
  readonly #isCurrent: (seen: Snapshot) => boolean
  readonly #stopping = new AbortController()
  #finder: DependencyFinder | null = null
  #reading = false
  #again = false

  constructor(parts: { admin: Sql; log: Logger; isCurrent(seen: Snapshot): boolean }) {
    this.#admin = parts.admin
    this.#log = parts.log
    this.#isCurrent = parts.isCurrent
  }

  /** Null while the definitions are being read. */
  get finder(): DependencyFinder | null {
    return this.#finder
  }

  reload(): void {
    this.#finder = null
    this.#again = true
    if (!this.#reading) void this.#read()
  }

  stop(): void {
    this.#stopping.abort()
    this.#finder = null
  }

  async #read(): Promise<void> {
    const { signal } = this.#stopping
    this.#reading = true
    while (this.#again && !signal.aborted) {
      this.#again = false
      try {
        await delay(GATHER_MS, undefined, { signal })
        const definitions = await readDefinitions(this.#admin)
        if (!this.#isCurrent(definitions.snapshot)) this.#again = true
        else if (!this.#again && !signal.aborted) this.#finder = new DependencyFinder(definitions)
      } catch (error) {
        if (signal.aborted) break
        this.#log.warn({ err: error }, 'The read cache is off: definitions cannot be read')
        this.#again = true
        await delay(RETRY_MS, undefined, { signal }).catch(() => undefined) // aborted: the loop ends
      }
    }
    this.#reading = false
  }
}
