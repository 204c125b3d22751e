import { audit } from '../audit.ts'
import type { Client } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { prepareConfirmation } from '../emails/account-emails.ts'
import { AuthError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { findUserByEmail, findUserById, isBanned, lockUser, refreshProviders } from '../users/users.ts'
import { type Decided, insertIdentity } from './account-decision.ts'
import type { ProviderClaims } from './claims.ts'

/** Adds an identity to the signed-in user's account. An account without an address adopts that of the identity. */
export async function linkIdentity(
  context: AuthContext,
  sql: Queryable,
  userId: string,
  { provider, claims, client }: { provider: string; claims: ProviderClaims; client: Client },
): Promise<Decided> {
  const user = await lockUser(sql, userId)
  if (!user) throw new AuthError('user_not_found')
  if (isBanned(user)) throw new AuthError('user_banned')
  const [taken] = await sql<{ user_id: string }[]>`
    select user_id from auth.identities where provider = ${provider} and provider_id = ${claims.subject}`
  if (taken) {
    const message =
      taken.user_id === userId ? 'Identity is already linked' : 'Identity is already linked to another user'
    throw new AuthError('identity_already_exists', { message })
  }
  await insertIdentity(sql, userId, { provider, claims })
  await audit(sql, 'identity_linked', user, client, { provider })
  await refreshProviders(sql, userId)
  if (user.email !== null || claims.email === null || (await findUserByEmail(sql, claims.email))) {
    await sql`update auth.users set is_anonymous = false where id = ${userId}`
    return { kind: 'decided', userId }
  }
  const proven = claims.emailVerified || context.config.auth.autoconfirm
  await sql`
    update auth.users set email = ${claims.email}, email_confirmed_at = ${proven ? sql`now()` : null}, is_anonymous = false,
      updated_at = now()
    where id = ${userId}`
  if (proven) return { kind: 'decided', userId }
  const adopted = await findUserById(sql, userId)
  const flow = { redirectTo: context.config.auth.siteUrl, pkce: null }
  const emails = adopted ? [await prepareConfirmation(context, sql, adopted, flow)] : []
  return { kind: 'refused', userId, error: new AuthError('email_not_confirmed', { status: 422 }), emails }
}

/** Notifies the owner by email; call it after the commit. */
export async function noticeLinked(context: AuthContext, userId: string, provider: string): Promise<void> {
  const user = await findUserById(context.sql, userId)
  if (user) context.emails.notify({ kind: 'identity_linked', user, details: { provider } })
}
