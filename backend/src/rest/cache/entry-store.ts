import type { Dependencies } from './dependencies.ts'

export interface Entry<Value> {
  readonly key: string
  readonly value: Value
  readonly bytes: number
  /** On the clock of `performance.now`. */
  readonly expiresAt: number
  readonly dependencies: Dependencies
}

/** Entries by key, bounded in bytes, least recently used first out; found by what they depend on when that changes. */
export class EntryStore<Value> {
  readonly #maxBytes: number
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #byTable = new Map<string, Set<Entry<Value>>>()
  readonly #onAnything = new Set<Entry<Value>>()
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
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Keeps the entry unless it alone would take an eighth of the room. */
  put(entry: Entry<Value>): void {
    if (entry.bytes > this.#maxBytes / 8) return
    const before = this.#entries.get(entry.key)
    if (before) this.#remove(before)
    this.#entries.set(entry.key, entry)
    this.#bytes += entry.bytes
    if (entry.dependencies.anything) this.#onAnything.add(entry)
    for (const table of entry.dependencies.tables) {
      const entries = this.#byTable.get(table)
      if (entries) entries.add(entry)
      else this.#byTable.set(table, new Set([entry]))
    }
    for (const oldest of this.#entries.values()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#remove(oldest)
    }
  }

  /** Forgets what depends on one of the tables, or on anything. */
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

  #remove(entry: Entry<Value>): void {
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
