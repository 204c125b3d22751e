type StatementState = 'new' | 'pending' | 'ready'

export interface PreparedStatement {
  readonly name: string
  readonly scope: string
  readonly text: string
  /** `pending` until the server confirms the Parse, which it skips if an earlier message of the batch fails. */
  state: StatementState
  /** Used since the last eviction. */
  isUsed: boolean
}

/** The prepared statements of one connection; those not used recently are evicted first. */
export class StatementCache {
  readonly #limit: number
  /** By scope, then by text: texts are long but mostly the same string object, so lookups avoid comparing them. */
  readonly #byScope = new Map<string, Map<string, PreparedStatement>>()
  readonly #statements = new Set<PreparedStatement>()
  #counter = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#statements.size
  }

  /** Returns the statement for a text, creating it in state `new` if unknown. */
  take(scope: string, text: string): PreparedStatement {
    let ofScope = this.#byScope.get(scope)
    const known = ofScope?.get(text)
    if (known) {
      known.isUsed = true
      return known
    }
    if (!ofScope) {
      ofScope = new Map()
      this.#byScope.set(scope, ofScope)
    }
    this.#counter += 1
    const statement: PreparedStatement = { name: `s${this.#counter}`, scope, text, state: 'new', isUsed: true }
    ofScope.set(text, statement)
    this.#statements.add(statement)
    return statement
  }

  forget(statement: PreparedStatement): void {
    if (!this.#statements.delete(statement)) return
    const ofScope = this.#byScope.get(statement.scope)
    ofScope?.delete(statement.text)
    if (ofScope?.size === 0) this.#byScope.delete(statement.scope)
  }

  /** Evicts statements beyond the limit and returns the names to close on the server. */
  evict(): string[] {
    const names: string[] = []
    if (this.#statements.size <= this.#limit) return names
    // Two passes at most: statements whose Parse is in flight stay.
    let looks = this.#statements.size * 2
    for (const statement of this.#statements) {
      if (this.#statements.size <= this.#limit || looks === 0) break
      looks -= 1
      if (statement.isUsed || statement.state !== 'ready') {
        // Second chance: move to the end.
        statement.isUsed = false
        this.#statements.delete(statement)
        this.#statements.add(statement)
        continue
      }
      this.forget(statement)
      names.push(statement.name)
    }
    return names
  }
}
