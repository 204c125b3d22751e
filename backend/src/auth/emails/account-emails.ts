import type { AuthContext } from '../context.ts'
import type { Queryable } from '../queryable.ts'
import { type CodeChallenge, startFlow } from '../sign-in/flow-state.ts'
import type { UserRow } from '../users/user-row.ts'
import { findUserById } from '../users/users.ts'
import { issueToken } from '../verification/one-time-tokens.ts'
import type { LinkType, OutgoingEmail } from './auth-emails.ts'

/** Where an emailed link redirects to, and whether it returns a code (PKCE) or tokens. */
export interface EmailFlow {
  readonly redirectTo: string
  readonly pkce: CodeChallenge | null
}

/**
 * Prepares the email that confirms a new account. Like the functions below, it runs in the caller's transaction; the caller
 * sends the email after the commit.
 */
export async function prepareConfirmation(
  context: AuthContext,
  sql: Queryable,
  user: UserRow,
  flow: EmailFlow,
): Promise<OutgoingEmail> {
  await sql`update auth.users set confirmation_sent_at = now() where id = ${user.id}`
  await startFlow(sql, { userId: user.id, method: 'email/signup', pkce: flow.pkce })
  return prepare(context, sql, user, 'signup', 'confirmation_token', flow)
}

export async function prepareRecovery(
  context: AuthContext,
  sql: Queryable,
  user: UserRow,
  flow: EmailFlow,
): Promise<OutgoingEmail> {
  await sql`update auth.users set recovery_sent_at = now() where id = ${user.id}`
  await startFlow(sql, { userId: user.id, method: 'recovery', pkce: flow.pkce })
  return prepare(context, sql, user, 'recovery', 'recovery_token', flow)
}

export async function prepareMagicLink(
  context: AuthContext,
  sql: Queryable,
  user: UserRow,
  flow: EmailFlow,
): Promise<OutgoingEmail> {
  await sql`update auth.users set recovery_sent_at = now() where id = ${user.id}`
  await startFlow(sql, { userId: user.id, method: 'magiclink', pkce: flow.pkce })
  return prepare(context, sql, user, 'magiclink', 'recovery_token', flow)
}

export async function prepareReauthentication(
  context: AuthContext,
  sql: Queryable,
  user: UserRow,
): Promise<OutgoingEmail> {
  await sql`update auth.users set reauthentication_sent_at = now() where id = ${user.id}`
  return prepare(context, sql, user, 'reauthentication', 'reauthentication_token', { redirectTo: '', pkce: null })
}

/** Stores the requested address and prepares an email to it and one to the current address: both must be confirmed, unless AUTH_DOUBLE_CONFIRM is off. */
export async function prepareEmailChange(
  context: AuthContext,
  sql: Queryable,
  user: UserRow,
  newEmail: string,
  flow: EmailFlow,
): Promise<OutgoingEmail[]> {
  await sql`
    update auth.users set email_change = ${newEmail}, email_change_sent_at = now(), email_change_confirm_status = 0
    where id = ${user.id}`
  await startFlow(sql, { userId: user.id, method: 'email_change', pkce: flow.pkce })
  const changing = (await findUserById(sql, user.id)) ?? user
  const toNew = await issueFor(context, sql, changing, 'email_change', 'email_change_token_new', newEmail, flow)
  if (!changing.email || !context.config.auth.doubleConfirm) return [toNew]
  const toCurrent = await issueFor(
    context,
    sql,
    changing,
    'email_change',
    'email_change_token_current',
    changing.email,
    flow,
  )
  return [toCurrent, toNew]
}

function prepare(
  context: AuthContext,
  sql: Queryable,
  user: UserRow,
  type: LinkType | 'reauthentication',
  slot: 'confirmation_token' | 'recovery_token' | 'reauthentication_token',
  flow: EmailFlow,
): Promise<OutgoingEmail> {
  return issueFor(context, sql, user, type, slot, user.email ?? '', flow)
}

async function issueFor(
  context: AuthContext,
  sql: Queryable,
  user: UserRow,
  type: OutgoingEmail['type'],
  slot: Parameters<typeof issueToken>[1]['slot'],
  address: string,
  flow: EmailFlow,
): Promise<OutgoingEmail> {
  const token = await issueToken(sql, {
    userId: user.id,
    slot,
    address,
    pkce: flow.pkce !== null,
    digits: context.config.auth.otpDigits,
  })
  return { type, to: address, user, token, redirectTo: flow.redirectTo }
}
