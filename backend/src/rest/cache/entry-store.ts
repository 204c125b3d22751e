import type { Dependencies } from './dependencies.ts'

export interface Entry<Value> {
  readonly key: string
  readonly value: Value
  readonly bytes: number
  /** On the clock of `performance.now`. */
  readonly expiresAt: number
  readonly dependencies: Dependencies
}

interface Kept<Value> extends Entry<Value> {
  /** Since the last eviction. */
  isUsed: boolean
}

/** Entries by key, bounded in bytes with second-chance eviction, and indexed by dependency for invalidation. */
export class EntryStore<Value> {
  readonly #maxBytes: number
  readonly #entries = new Map<string, Kept<Value>>()
  readonly #byTable = new Map<string, Set<Kept<Value>>>()
  readonly #onAnything = new Set<Kept<Value>>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get size(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Value | null {
    const entry = this.#entries.get(key)
    if (!entry) return null
    if (performance.now() >= entry.expiresAt) {
      this.#remove(entry)
      return null
    }
    entry.isUsed = true
    return entry.value
  }

  /** Stores the entry unless it alone would take an eighth of the limit. */
  put(given: Entry<Value>): void {
    if (given.bytes > this.#maxBytes / 8) return
    const before = this.#entries.get(given.key)
    if (before) this.#remove(before)
    const entry = { ...given, isUsed: false }
    this.#entries.set(entry.key, entry)
    this.#bytes += entry.bytes
    if (entry.dependencies.anything) this.#onAnything.add(entry)
    for (const table of entry.dependencies.tables) {
      const entries = this.#byTable.get(table)
      if (entries) entries.add(entry)
      else this.#byTable.set(table, new Set([entry]))
    }
    this.#makeRoom()
  }

  /** Evicts the oldest entries, but gives those used meanwhile another round. */
  #makeRoom(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return
      if (!entry.isUsed) {
        this.#remove(entry)
        continue
      }
      entry.isUsed = false
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
  }

  /** Removes entries that depend on one of the tables, or on anything. */
  invalidate(tables: Iterable<string>): void {
    for (const entry of this.#onAnything) this.#remove(entry)
    for (const table of tables) for (const entry of this.#byTable.get(table) ?? []) this.#remove(entry)
  }

  clear(): void {
    this.#entries.clear()
    this.#byTable.clear()
    this.#onAnything.clear()
    this.#bytes = 0
  }

  #remove(entry: Kept<Value>): void {
    this.#entries.delete(entry.key)
    this.#bytes -= entry.bytes
    this.#onAnything.delete(entry)
    for (const table of entry.dependencies.tables) {
      const entries = this.#byTable.get(table)
      entries?.delete(entry)
      if (entries?.size === 0) this.#byTable.delete(table)
    }
  }
}
