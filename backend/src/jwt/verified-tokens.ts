/**
 * Caches tokens with a verified signature, so that a page's twenty requests verify once. Bounded: the oldest entry is evicted first. The
 * caller must check expiry on every use.
 */
export class VerifiedTokens {
  readonly #claims = new Map<string, Readonly<Record<string, unknown>>>()
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(token: string): Readonly<Record<string, unknown>> | undefined {
    return this.#claims.get(token)
  }

  set(token: string, claims: Readonly<Record<string, unknown>>): void {
    if (this.#claims.size >= this.#capacity) {
      const oldest = this.#claims.keys().next()
      if (!oldest.done) this.#claims.delete(oldest.value)
    }
    this.#claims.set(token, claims)
  }
}
