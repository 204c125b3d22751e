import type { Sql } from '../database/database.ts'
import { rate } from '../rate-limits/rate.ts'
import { TokenBuckets } from '../rate-limits/token-bucket.ts'
import { type Keyring, TokenError } from './keyring.ts'
import { type Following, NotifiedCache } from './notified-cache.ts'
import { hashOfToken, hasTokenShape, isPersonalToken, type TokenScope } from './personal-token.ts'
import { effectiveClaims, NO_DATA_FOR_APPLICATIONS } from './token-rights.ts'

/** Limit per token and server process, both per minute and as a burst. */
const CALLS_PER_MINUTE = 600
const CHANNEL = 'personal_tokens'

/** A token over its rate limit. */
export class TokenOveruse extends Error {
  override readonly name = 'TokenOveruse'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(`This token makes more than ${CALLS_PER_MINUTE} requests a minute. Wait a moment.`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface PersonalTokens {
  /** The same keyring, which also accepts personal access tokens. For services that allow them. */
  readonly keyring: Keyring
  close(): Promise<void>
}

interface Known {
  readonly id: string
  readonly userId: string
  readonly claims: Readonly<Record<string, unknown>>
  readonly expiresAt: number
}

export interface PersonalTokensOptions extends Following {
  readonly callsPerMinute?: number
  readonly now?: () => number
}

/**
 * Maps personal access tokens to claims of their user: `authenticated`, without a session and without authentication factors, so that
 * operations requiring these are refused.
 */
export async function acceptPersonalTokens(keyring: Keyring, options: PersonalTokensOptions): Promise<PersonalTokens> {
  const { sql, callsPerMinute = CALLS_PER_MINUTE, now = Date.now } = options
  const known = new NotifiedCache<Known>(now)
  const buckets = new TokenBuckets({ now })
  const allowed = rate(callsPerMinute, 60)
  const close = await known.follow(options, CHANNEL, (kept, id) => kept.id === id || kept.userId === id)

  return {
    keyring: Object.freeze({
      ...keyring,
      async verify(token: string) {
        if (!isPersonalToken(token)) return keyring.verify(token)
        if (!hasTokenShape(token)) throw unknownToken()
        const hash = hashOfToken(token)
        const { id, claims, expiresAt } = await known.get(hash.toString('base64'), () => readToken(sql, hash))
        if (expiresAt <= now()) throw new TokenError('expired', 'This token has expired')
        const wait = buckets.take(id, allowed)
        if (wait > 0) throw new TokenOveruse(Math.ceil(wait))
        return claims
      },
    }),
    close,
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
  readonly has_factor: boolean
}

async function readToken(sql: Sql, hash: Buffer): Promise<Known> {
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
    select id, user_id, scopes, aal, role, email, expires_at,
      exists (select from auth.mfa_factors factor where factor.user_id = found.user_id and factor.status = 'verified') as has_factor
    from found`
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
  const standing = { applicationScopes: null, hasFactor: row.has_factor }
  return {
    id: row.id,
    userId: row.user_id,
    claims: effectiveClaims(claims, standing, NO_DATA_FOR_APPLICATIONS),
    expiresAt: row.expires_at.getTime(),
  }
}

/** The same message for unknown and revoked tokens. */
function unknownToken(): TokenError {
  return new TokenError('claims', 'This token is not valid, has expired or was taken back')
}
