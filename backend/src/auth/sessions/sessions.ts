import { deviceIn } from '../audit.ts'
import type { Client } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { jsonb } from '../jsonb.ts'
import type { Queryable } from '../queryable.ts'
import { writeRefreshToken } from '../tokens/refresh-tokens.ts'
import type { UserRow } from '../users/user-row.ts'
import { type UserView, viewUser } from '../users/user-view.ts'
import { userColumns } from '../users/users.ts'
import { marksOf, REMEMBERED_DAYS, sendNewDeviceNotice } from './known-devices.ts'

/** Authentication methods: the `amr` of RFC 8176 with GoTrue's names. */
export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'recovery'
  | 'invite'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'anonymous'
  | 'passkey'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'recovery_code'
  | 'oauth'
  | 'web3'
  | 'sso/saml'
  | 'oauth_provider/authorization_code'

export interface AmrEntry {
  readonly method: string
  /** Unix seconds. */
  readonly timestamp: number
  /** The organisation's id, for a sign-in through one. */
  readonly provider?: string
}

export interface SessionTokens {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: UserView
}

/** A session whose rows are written and whose tokens are not signed yet. */
export interface OpenedSession {
  readonly sessionId: string
  /**
   * Signs its tokens. Call it only after the commit, never inside a transaction: a hook may change the claims over the
   * network. @throws {AuthError} when the hook rejects or fails; a session opened by this sign-in then ends.
   */
  issueTokens(): Promise<SessionTokens>
}

export interface SessionRequest {
  readonly userId: string
  readonly method: AuthenticationMethod
  readonly client: Client
  /** The stored hash that a password was checked against. */
  readonly passwordHash?: string
  /** For a session of an application that the user authorised. */
  readonly grant?: ClientGrant & { readonly aal: string; readonly factorId: string | null }
}

/** The application that a session belongs to, and its scopes, separated by blanks. */
export interface ClientGrant {
  readonly clientId: string
  readonly scope: string
}

type NewSession = UserRow & {
  session_id: string
  signed_in_at: number
  /** How many devices and networks the account had before. */
  known: number
  /** Which hashes of this device and network are new to it, in hexadecimal. */
  fresh: string[]
}

/**
 * Opens a session for a user who was just authenticated. One statement: a sign-in costs one round trip and one commit, and is
 * all or nothing. Returns null if the account is gone, or no longer has the password that was verified.
 */
export async function openSession(
  context: AuthContext,
  sql: Queryable,
  request: SessionRequest,
): Promise<OpenedSession | null> {
  const { method, client, grant } = request
  const row = await insertSession(context, sql, request)
  if (!row) return null
  const { session_id: sessionId, signed_in_at: timestamp, known, fresh, ...user } = row
  const aal = grant?.aal ?? 'aal1'
  const subject = { user, sessionId, method, aal, amr: [{ method, timestamp }], counter: 0, grant: grant ?? null }
  return {
    sessionId,
    async issueTokens() {
      try {
        const tokens = await issueTokens(context, subject)
        // An account's very first sign-in needs no notice.
        if (known > 0 && fresh.length > 0) sendNewDeviceNotice(context, user, client)
        return tokens
      } catch (error) {
        await undoSignIn(context, user.id, sessionId, fresh)
        throw error
      }
    },
  }
}

async function insertSession(
  { config }: AuthContext,
  sql: Queryable,
  { userId, method, client, passwordHash, grant }: SessionRequest,
): Promise<NewSession | undefined> {
  const entry = { action: 'login', actor_id: userId, method, ...deviceIn(client) }
  // Checked again here: the password may have been changed, and all sessions ended, while the old one was being verified.
  const unchanged = passwordHash === undefined ? sql`true` : sql`encrypted_password = ${passwordHash}`
  // No notice for applications: the user has just consented on a signed-in device.
  const remembers = config.auth.notices && !grant
  const [device, network] = marksOf(userId, client)
  const [row] = await sql<NewSession[]>`
    with u as (
      update auth.users set last_sign_in_at = now(), updated_at = now()
      where id = ${userId} and ${unchanged} returning *
    ), session as (
      insert into auth.sessions (user_id, user_agent, ip, oauth_client_id, scopes, aal, factor_id)
      select id, ${client.userAgent}, ${client.ip}::inet, ${grant?.clientId ?? null}::uuid, ${grant?.scope ?? null},
        ${grant?.aal ?? 'aal1'}, ${grant?.factorId ?? null}::uuid from u returning id
    ), amr as (
      insert into auth.mfa_amr_claims (session_id, authentication_method) select id, ${method} from session
    ), log as (
      insert into auth.audit_log_entries (payload, ip_address)
      select ${jsonb(sql, entry)}::jsonb
        || jsonb_build_object('actor_username', coalesce(u.email, ''), 'session_id', session.id), ${client.ip}
      from u, session
    ), seen as (
      insert into auth.known_devices as k (user_id, mark)
      select u.id, mark from u, (values (${device}::bytea), (${network}::bytea)) marks (mark)
      where ${remembers} and not u.is_anonymous order by mark
      -- Once a day is enough: entries expire after months.
      on conflict (user_id, mark) do update set seen_at = now() where k.seen_at < now() - interval '1 day'
      returning mark, xmax = 0 as is_new
    )
    select ${userColumns(sql)}, session.id as session_id, extract(epoch from now())::int as signed_in_at, (
      select count(*)::int from auth.known_devices k
      where k.user_id = u.id and k.seen_at > now() - make_interval(days => ${REMEMBERED_DAYS})
    ) as known, array(select encode(mark, 'hex') from seen where is_new) as fresh
    from u, session`
  return row
}

/** Undoes a sign-in whose token a hook rejected, so that the next sign-in from this device is still reported as new. */
async function undoSignIn({ sql }: AuthContext, userId: string, sessionId: string, fresh: string[]): Promise<void> {
  await sql`
    with session as (delete from auth.sessions where id = ${sessionId})
    delete from auth.known_devices where user_id = ${userId} and encode(mark, 'hex') = any(${fresh})`
}

export interface TokenSubject {
  readonly user: UserRow
  readonly sessionId: string
  /** What the tokens are issued for; passed to hooks. */
  readonly method: AuthenticationMethod | 'token_refresh'
  readonly aal: string
  readonly amr: readonly AmrEntry[]
  readonly counter: number
  /** When the session began; unset for a new one. */
  readonly startedAt?: Date
  /** Unset or null for a user's own session. */
  readonly grant?: ClientGrant | null
}

/** Signs an access token for a session and derives the refresh token with this counter. Never call it inside a transaction. */
export async function issueTokens(context: AuthContext, subject: TokenSubject): Promise<SessionTokens> {
  const { user, sessionId, method, aal, amr, counter, grant } = subject
  const issuedAt = Math.floor(Date.now() / 1000)
  const claims = await context.hooks.customClaims(user.id, method, {
    iss: context.issuer,
    sub: user.id,
    aud: user.aud,
    exp: issuedAt + lifetimeOf(context.config.auth, subject, issuedAt),
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal,
    amr: amr.map((entry) => withOrganisation(entry, user)),
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
    ...(grant ? { client_id: grant.clientId, scope: grant.scope } : {}),
  })
  return {
    access_token: await context.keyring.sign(claims),
    token_type: 'bearer',
    expires_in: claims.exp - issuedAt,
    expires_at: claims.exp,
    refresh_token: writeRefreshToken({ sessionId, counter }, context.refreshSecret),
    user: viewUser(user),
  }
}

/** An organisation's account belongs to only one, so the session need not store which. */
function withOrganisation(entry: AmrEntry, { identities }: UserRow): AmrEntry {
  const name = entry.method === 'sso/saml' ? identities.find(({ provider }) => provider.startsWith('sso:')) : undefined
  return name ? { ...entry, provider: name.provider.slice('sso:'.length) } : entry
}

/** Seconds. No token outlives the limit for sessions that owe their second factor. */
function lifetimeOf(
  { accessTokenSeconds, sessions: { lowAalSeconds } }: AuthContext['config']['auth'],
  { user, aal, startedAt }: TokenSubject,
  now: number,
): number {
  const owesFactor = aal === 'aal1' && user.factors.some(({ status }) => status === 'verified')
  if (lowAalSeconds === null || !owesFactor) return accessTokenSeconds
  const startedSeconds = startedAt ? Math.floor(startedAt.getTime() / 1000) : now
  return Math.max(1, Math.min(accessTokenSeconds, startedSeconds + lowAalSeconds - now))
}

/** Sets the latest end of a session, as required by the organisation that vouched for its user. */
export async function limitSession(sql: Queryable, sessionId: string, notAfter: Date | null): Promise<void> {
  if (notAfter !== null) await sql`update auth.sessions set not_after = ${notAfter} where id = ${sessionId}`
}

/** Ends sessions. Their access tokens stop working on this service immediately, elsewhere when they expire. */
export async function endSessions(
  sql: Queryable,
  userId: string,
  which: 'all' | { only: string } | { allBut: string },
): Promise<void> {
  if (which === 'all') await sql`delete from auth.sessions where user_id = ${userId}`
  else if ('only' in which) await sql`delete from auth.sessions where user_id = ${userId} and id = ${which.only}`
  else await sql`delete from auth.sessions where user_id = ${userId} and id <> ${which.allBut}`
}
