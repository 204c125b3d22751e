import type { Logger } from 'pino'
import type { Sql } from '../database/database.ts'
import { type Keyring, TokenError } from './keyring.ts'
import { hashOfToken, hasTokenShape, isPersonalToken, type TokenScope } from './personal-token.ts'

/** How long a token is believed without asking the database again; what ends one is told at once besides (NOTIFY). */
const BELIEVED_MS = 10_000
const REMEMBERED = 10_000
/** Of one token in one process of the server: this many a minute, and as many at once. */
const CALLS_PER_MINUTE = 600
const CHANNEL = 'personal_tokens'

/** A token that is used too much. */
export class TokenOveruse extends Error {
  override readonly name = 'TokenOveruse'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(`This token makes more than ${CALLS_PER_MINUTE} requests a minute. Wait a moment.`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface PersonalTokens {
  /** The same keyring, which takes personal tokens for tokens as well. For the services that may be called with one. */
  readonly keyring: Keyring
  close(): Promise<void>
}

interface Known {
  readonly id: string
  readonly userId: string
  readonly claims: Readonly<Record<string, unknown>>
  readonly expiresAt: number
  readonly believedUntil: number
}

export interface PersonalTokensOptions {
  readonly sql: Sql
  readonly log: Logger
  readonly callsPerMinute?: number
  readonly now?: () => number
}

/**
 * Turns the tokens that people make for their programs into the claims of their person: `authenticated`, without a session and
 * without proofs, so that nothing which asks for one of these can be done with a token.
 */
export async function acceptPersonalTokens(keyring: Keyring, options: PersonalTokensOptions): Promise<PersonalTokens> {
  const { sql, log, callsPerMinute = CALLS_PER_MINUTE, now = Date.now } = options
  const known = new Map<string, Known>()
  const asking = new Map<string, Promise<Known>>()
  const counts = createCounts(callsPerMinute, now)
  const forget = (id: string) => {
    for (const [hash, { id: token, userId }] of known) if (token === id || userId === id) known.delete(hash)
    asking.clear() // what was read before may be older than what ended it
  }
  const following = await sql.listen(CHANNEL, forget, () => {
    known.clear() // what was said while nobody listened was said to nobody
    log.debug('listening for personal tokens that end')
  })

  async function find(token: string): Promise<Known> {
    const hash = hashOfToken(token)
    const key = hash.toString('base64')
    const kept = known.get(key)
    if (kept && kept.believedUntil > now()) return kept
    known.delete(key)
    const asked = asking.get(key) ?? ask(key, hash)
    return asked
  }

  /** Many requests that come together ask once. What is asked while the token ends is used for them, and not kept. */
  function ask(key: string, hash: Buffer): Promise<Known> {
    const reading = readToken(sql, hash, now() + BELIEVED_MS)
      .then((found) => {
        if (asking.get(key) === reading) keep(known, key, found)
        return found
      })
      .finally(() => {
        if (asking.get(key) === reading) asking.delete(key)
      })
    asking.set(key, reading)
    return reading
  }

  return {
    keyring: Object.freeze({
      ...keyring,
      async verify(token: string) {
        if (!isPersonalToken(token)) return keyring.verify(token)
        if (!hasTokenShape(token)) throw unknownToken()
        const { id, claims, expiresAt } = await find(token)
        if (expiresAt <= now()) throw new TokenError('expired', 'This token has expired')
        counts.take(id)
        return claims
      },
    }),
    close: () => following.unlisten(),
  }
}

interface TokenRow {
  readonly id: string
  readonly user_id: string
  readonly scopes: TokenScope[]
  readonly aal: string
  readonly role: string | null
  readonly email: string | null
  readonly expires_at: Date
}

async function readToken(sql: Sql, hash: Buffer, believedUntil: number): Promise<Known> {
  const [row] = await sql<TokenRow[]>`
    with found as (
      select token.id, token.user_id, token.scopes, token.aal, person.role, person.email, token.expires_at, token.last_used_at
      from auth.personal_tokens token join auth.users person on person.id = token.user_id
      where token.token_hash = ${hash} and token.expires_at > now() and person.deleted_at is null
        and (person.banned_until is null or person.banned_until < now())
    ), used as (
      update auth.personal_tokens token set last_used_at = now() from found
      where token.id = found.id and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')
    )
    select id, user_id, scopes, aal, role, email, expires_at from found`
  if (!row) throw unknownToken()
  const claims = Object.freeze({
    aud: 'authenticated',
    sub: row.user_id,
    email: row.email ?? '',
    role: row.role || 'authenticated',
    aal: row.aal,
    amr: [],
    is_anonymous: false,
    personal_token: row.id,
    scope: row.scopes.join(' '),
  })
  return { id: row.id, userId: row.user_id, claims, expiresAt: row.expires_at.getTime(), believedUntil }
}

/** The same words for one that never was and one that is no more. */
function unknownToken(): TokenError {
  return new TokenError('claims', 'This token is not valid, has expired or was taken back')
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key) // set again below: a Map keeps insertion order, so the first key is the longest untouched
  map.set(key, value)
  if (map.size > REMEMBERED) map.delete(map.keys().next().value as string)
}

/** Each token has a bucket that fills steadily; `fullAt` is when it will be full again. */
function createCounts(perMinute: number, now: () => number) {
  const fullAt = new Map<string, number>()
  const interval = 60_000 / perMinute
  return {
    /** @throws {TokenOveruse} */
    take(id: string): void {
      const at = now()
      const next = Math.max(fullAt.get(id) ?? 0, at) + interval
      const wait = next - at - 60_000
      if (wait > 0.001) throw new TokenOveruse(Math.ceil(wait / 1000))
      keep(fullAt, id, next)
    },
  }
}
