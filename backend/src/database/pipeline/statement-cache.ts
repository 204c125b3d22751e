export type StatementState = 'new' | 'pending' | 'ready'

export interface PreparedStatement {
  readonly name: string
  readonly scope: string
  readonly text: string
  /** `pending` until the server confirms the Parse: it may be skipped when an earlier message of its batch fails. */
  state: StatementState
  /** Since the last look for room. */
  isUsed: boolean
}

/** The prepared statements of one connection; those not used lately are closed first. */
export class StatementCache {
  readonly #limit: number
  /** By scope, then by text: texts are long, and mostly the same object, which is found without another look at it. */
  readonly #byScope = new Map<string, Map<string, PreparedStatement>>()
  readonly #statements = new Set<PreparedStatement>()
  #counter = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#statements.size
  }

  /** The statement for a text, made in state `new` when unknown. */
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

  /** Removes what exceeds the limit and returns the names that the server may close. */
  evict(): string[] {
    const names: string[] = []
    if (this.#statements.size <= this.#limit) return names
    // Twice round at most: statements whose Parse is on the wire stay.
    let looks = this.#statements.size * 2
    for (const statement of this.#statements) {
      if (this.#statements.size <= this.#limit || looks === 0) break
      looks -= 1
      if (statement.isUsed || statement.state !== 'ready') {
        // Another round, behind the others.
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
