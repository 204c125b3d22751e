import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../../http/caller.ts'
import type { ApiKeys } from '../../jwt/keyring.ts'

/** Visitors have different claims with and without the installation's anonymous token. */
export type VisitorKind = 'none' | 'token'

/**
 * Recognises callers indistinguishable from other visitors: those without a token, and those with the installation's own anonymous one. Any
 * other token may carry claims of a user.
 */
export class Visitors {
  readonly #token: string
  readonly #bearerToken: string
  readonly #bearerKey: string
  readonly #secretKey: string
  /** Unix time in seconds. Unknown until the token has been verified once. */
  #tokenEnds = Number.NEGATIVE_INFINITY

  constructor({ anonKey, publishableKey, secretKey }: ApiKeys) {
    this.#token = anonKey
    this.#bearerToken = `Bearer ${anonKey}`
    this.#bearerKey = `Bearer ${publishableKey}`
    this.#secretKey = secretKey
  }

  /** For an authenticated caller; null for anyone but a visitor. */
  kindOf({ role, userId, token, claims }: Caller): VisitorKind | null {
    if (role !== 'anon' || userId !== null) return null
    if (token === null) return 'none'
    if (token !== this.#token) return null
    this.#tokenEnds = typeof claims.exp === 'number' ? claims.exp : Number.POSITIVE_INFINITY
    return 'token'
  }

  /** What `authenticate` would find, from the headers alone; null if they don't suffice. */
  kindByHeaders({ authorization, apikey }: IncomingHttpHeaders): VisitorKind | null {
    if (authorization === this.#bearerKey) return 'none'
    if (authorization === undefined) return apikey === this.#secretKey ? null : 'none'
    return authorization === this.#bearerToken && Date.now() < this.#tokenEnds * 1000 ? 'token' : null
  }
}
