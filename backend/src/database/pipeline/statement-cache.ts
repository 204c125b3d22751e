export type StatementState = 'new' | 'pending' | 'ready'

export interface PreparedStatement {
  readonly name: string
  readonly key: string
  /** `pending` until the server confirms the Parse: it may be skipped when an earlier message of its batch fails. */
  state: StatementState
}

/** The prepared statements of one connection, least recently used first out. */
export class StatementCache {
  readonly #limit: number
  readonly #statements = new Map<string, PreparedStatement>()
  #counter = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#statements.size
  }

  /** The statement for a key, made in state `new` when unknown. */
  take(key: string): PreparedStatement {
    const known = this.#statements.get(key)
    if (known) {
      this.#statements.delete(key)
      this.#statements.set(key, known)
      return known
    }
    this.#counter += 1
    const statement: PreparedStatement = { name: `s${this.#counter}`, key, state: 'new' }
    this.#statements.set(key, statement)
    return statement
  }

  forget(statement: PreparedStatement): void {
    if (this.#statements.get(statement.key) === statement) this.#statements.delete(statement.key)
  }

  /** Removes what exceeds the limit and returns the names that the server may close. */
  evict(): string[] {
    const names: string[] = []
    for (const statement of this.#statements.values()) {
      if (this.#statements.size <= this.#limit) break
      if (statement.state !== 'ready') continue
      this.#statements.delete(statement.key)
      names.push(statement.name)
    }
    return names
  }
}
