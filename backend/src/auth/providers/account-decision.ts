import { randomUUID } from 'node:crypto'
import { audit } from '../audit.ts'
import type { Client } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { type EmailFlow, prepareConfirmation } from '../emails/account-emails.ts'
import type { OutgoingEmail } from '../emails/auth-emails.ts'
import { AuthError } from '../errors.ts'
import { noteNewUser } from '../hooks/new-users.ts'
import { jsonb } from '../jsonb.ts'
import type { Queryable } from '../queryable.ts'
import { claimMailGap } from '../rate-limits/mail-gaps.ts'
import { endSessions } from '../sessions/sessions.ts'
import type { UserRow } from '../users/user-row.ts'
import { findUserById, isBanned, lockUser, refreshProviders } from '../users/users.ts'
import { dropPendingTokens } from '../verification/one-time-tokens.ts'
import type { ProviderClaims } from './claims.ts'

export interface Arrival {
  readonly provider: string
  readonly claims: ProviderClaims
  readonly client: Client
  readonly flow: EmailFlow
}

export type Decided =
  | { readonly kind: 'decided'; readonly userId: string }
  /** The caller commits, sends the emails and then throws. */
  | { readonly kind: 'refused'; readonly userId: string; readonly error: AuthError; readonly emails: OutgoingEmail[] }

/**
 * Finds or creates the account of a user who arrives from a provider: the account with this identity; otherwise the only one
 * with the address, if the provider has verified it; otherwise a new one.
 */
export async function decideAccount(context: AuthContext, sql: Queryable, arrival: Arrival): Promise<Decided> {
  const { provider, claims, client } = arrival
  // Serialises arrivals of one subject, so that two concurrent callbacks create one account.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${claims.subject}`}, 0))`
  const [known] = await sql<{ user_id: string }[]>`
    select user_id from auth.identities where provider = ${provider} and provider_id = ${claims.subject}`
  if (known) {
    await refreshIdentity(sql, known.user_id, arrival)
    return acceptExistingUser(context, sql, known.user_id, arrival)
  }
  const candidates = await accountsOf(sql, provider, provenAddress(context, claims))
  if (candidates.length > 1) {
    throw new AuthError('unexpected_failure', { message: 'Multiple accounts with the same email address' })
  }
  const [candidate] = candidates
  if (candidate) {
    await insertIdentity(sql, candidate, arrival)
    return acceptExistingUser(context, sql, candidate, arrival)
  }
  if (!context.config.auth.signups) throw new AuthError('signup_disabled')
  const userId = await insertAccount(context, sql, arrival)
  await audit(sql, 'user_signedup', { id: userId, email: claims.email }, client, { provider })
  await noteNewUser(context, sql, userId, client)
  return acceptExistingUser(context, sql, userId, arrival)
}

/**
 * Calls the hook before an account is created for a user from a provider. Call it before `decideAccount`, outside its
 * transaction. @throws {AuthError} the hook's rejection
 */
export async function askBeforeNewAccount(context: AuthContext, arrival: Omit<Arrival, 'flow'>): Promise<void> {
  const { hooks, sql, config } = context
  const { provider, claims, client } = arrival
  if (!hooks.has('before_user_created') || !config.auth.signups) return
  const [known] = await sql`
    select from auth.identities where provider = ${provider} and provider_id = ${claims.subject}`
  if (known || (await accountsOf(sql, provider, provenAddress(context, claims))).length > 0) return
  await hooks.beforeUserCreated({ email: claims.email, provider, metadata: claims.data }, client)
}

/** An address identifies an account only if it is verified, or if all addresses are confirmed automatically. */
function provenAddress({ config }: AuthContext, { email, emailVerified }: ProviderClaims): string | null {
  return emailVerified || config.auth.autoconfirm ? email : null
}

/** An organisation vouches only for its own members: its accounts and all others never match each other. */
function isOrganisation(provider: string): boolean {
  return provider.startsWith('sso:')
}

async function accountsOf(sql: Queryable, provider: string, email: string | null): Promise<string[]> {
  if (email === null) return []
  if (isOrganisation(provider)) {
    const members = await sql<{ id: string }[]>`
      select distinct u.id from auth.identities i join auth.users u on u.id = i.user_id
      where i.provider = ${provider} and i.email = ${email} and u.is_sso_user limit 2`
    return members.map(({ id }) => id)
  }
  const rows = await sql<{ id: string }[]>`
    select u.id from auth.users u where lower(u.email) = ${email} and not u.is_sso_user
    union
    select u.id from auth.identities i join auth.users u on u.id = i.user_id
    where i.email = ${email} and not u.is_sso_user and i.provider <> 'email'
      and (i.identity_data ->> 'email_verified')::boolean
    limit 2`
  return rows.map(({ id }) => id)
}

async function acceptExistingUser(
  context: AuthContext,
  sql: Queryable,
  userId: string,
  arrival: Arrival,
): Promise<Decided> {
  const user = await lockUser(sql, userId)
  if (!user) throw new AuthError('user_not_found')
  if (isBanned(user)) throw new AuthError('user_banned')
  await refreshProviders(sql, userId)
  if (user.email === null || user.email_confirmed_at !== null) return { kind: 'decided', userId }
  return takeOverUnconfirmed(context, sql, user, arrival)
}

/**
 * The address of this account was never confirmed. The account loses its password, its other identities, its metadata and its
 * sessions before the new identity may use it (defence against accounts prepared for a victim).
 */
async function takeOverUnconfirmed(
  context: AuthContext,
  sql: Queryable,
  user: UserRow,
  { provider, claims, flow }: Arrival,
): Promise<Decided> {
  await sql`
    delete from auth.identities
    where user_id = ${user.id} and not (provider = ${provider} and provider_id = ${claims.subject})`
  await sql`
    update auth.users set encrypted_password = null, raw_user_meta_data = ${jsonb(sql, claims.data)}, updated_at = now()
    where id = ${user.id}`
  await endSessions(sql, user.id, 'all')
  await dropPendingTokens(sql, user.id)
  await refreshProviders(sql, user.id)
  if (provenAddress(context, claims) === user.email?.toLowerCase()) {
    await sql`update auth.users set email_confirmed_at = now(), is_anonymous = false where id = ${user.id}`
    return { kind: 'decided', userId: user.id }
  }
  await claimMailGap(context, sql, 'confirmation', user.email ?? user.id)
  const mail = await prepareConfirmation(context, sql, (await findUserById(sql, user.id)) ?? user, flow)
  const message = `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
  return {
    kind: 'refused',
    userId: user.id,
    error: new AuthError('provider_email_needs_verification', { message }),
    emails: [mail],
  }
}

async function insertAccount(context: AuthContext, sql: Queryable, arrival: Arrival): Promise<string> {
  const { claims } = arrival
  const id = randomUUID()
  const taken = claims.email !== null && (await accountsOf(sql, arrival.provider, claims.email)).length > 0
  const email = taken ? null : claims.email
  const confirmed = email !== null && provenAddress(context, claims) === email
  await sql`
    insert into auth.users (id, email, email_confirmed_at, is_sso_user, raw_app_meta_data, raw_user_meta_data)
    values (${id}, ${email}, ${confirmed ? sql`now()` : null}, ${isOrganisation(arrival.provider)},
      ${jsonb(sql, { provider: arrival.provider, providers: [arrival.provider] })}, ${jsonb(sql, claims.data)})`
  await insertIdentity(sql, id, arrival)
  return id
}

export async function insertIdentity(
  sql: Queryable,
  userId: string,
  { provider, claims }: Pick<Arrival, 'provider' | 'claims'>,
): Promise<void> {
  await sql`
    insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
    values (${claims.subject}, ${userId}, ${provider}, ${jsonb(sql, claims.data)}, now())`
  await mergeIntoMetadata(sql, userId, claims)
}

async function refreshIdentity(sql: Queryable, userId: string, { provider, claims }: Arrival): Promise<void> {
  await sql`
    update auth.identities set identity_data = ${jsonb(sql, claims.data)}, last_sign_in_at = now(), updated_at = now()
    where provider = ${provider} and provider_id = ${claims.subject}`
  await mergeIntoMetadata(sql, userId, claims)
}

async function mergeIntoMetadata(sql: Queryable, userId: string, { data }: ProviderClaims): Promise<void> {
  await sql`
    update auth.users set raw_user_meta_data = raw_user_meta_data || ${jsonb(sql, data)}, updated_at = now()
    where id = ${userId}`
}
