import type { Sql } from '../database/database.ts'
import { type Keyring, TokenError } from './keyring.ts'
import { type Following, NotifiedCache } from './notified-cache.ts'
import { type ApplicationRights, effectiveClaims, type TokenStanding } from './token-rights.ts'

const CHANNEL = 'token_rights'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export interface SessionTokens {
  /** The same keyring, which checks a token's session before it returns the claims. */
  readonly keyring: Keyring
  close(): Promise<void>
}

export interface SessionTokensOptions extends Following {
  readonly applications: ApplicationRights
  readonly now?: () => number
}

type Known = TokenStanding & { readonly sessionId: string | null; readonly userId: string; readonly isAlive: boolean }

/**
 * Maps a session's token to its current rights: none once it has ended, an anonymous visitor's while a second factor is missing, and the
 * granted scopes for applications. Tokens signed without a session keep their claims.
 */
export async function checkSessions(keyring: Keyring, options: SessionTokensOptions): Promise<SessionTokens> {
  const { sql, applications, now } = options
  const standings = new NotifiedCache<Known>(now)
  const close = await standings.follow(
    options,
    CHANNEL,
    ({ sessionId, userId }, id) => sessionId === id || userId === id,
  )

  return {
    keyring: Object.freeze({
      ...keyring,
      async verify(token: string) {
        const claims = await keyring.verify(token)
        const { sub, session_id: session, aal } = claims
        if (typeof sub !== 'string' || !UUID.test(sub)) return claims
        const sessionId = typeof session === 'string' && UUID.test(session) ? session : null
        if (sessionId === null && aal !== 'aal1') return claims
        const known = await standings.get(`${sub} ${sessionId}`, () => readTokenRights(sql, sub, sessionId))
        if (!known.isAlive) throw new TokenError('claims', 'This session has ended')
        return effectiveClaims(claims, known, applications)
      },
    }),
    close,
  }
}

async function readTokenRights(sql: Sql, userId: string, sessionId: string | null): Promise<Known> {
  const [row] = await sql<{ is_alive: boolean; is_application: boolean; scopes: string; has_factor: boolean }[]>`
    select ${sessionId}::uuid is null or s.id is not null as is_alive, s.oauth_client_id is not null as is_application,
      coalesce(s.scopes, '') as scopes,
      exists (select from auth.mfa_factors f where f.user_id = ${userId} and f.status = 'verified') as has_factor
    from (select 1) one
    left join auth.sessions s on s.id = ${sessionId} and s.user_id = ${userId} and (s.not_after is null or s.not_after > now())`
  return {
    sessionId,
    userId,
    isAlive: row?.is_alive ?? false,
    applicationScopes: row?.is_application ? row.scopes.split(' ') : null,
    hasFactor: row?.has_factor ?? false,
  }
}
