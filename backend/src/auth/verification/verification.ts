import postgres from '#postgres'
import { audit } from '../audit.ts'
import type { Client } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { phoneChanged } from '../emails/account-notices.ts'
import type { OutgoingNotice } from '../emails/auth-emails.ts'
import { AuthError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import type { AuthenticationMethod } from '../sessions/sessions.ts'
import type { UserRow } from '../users/user-row.ts'
import {
  confirmEmail,
  confirmPhone,
  inTransaction,
  isBanned,
  lockUser,
  refreshProviders,
  replaceEmail,
} from '../users/users.ts'
import {
  consumeToken,
  dropPendingTokens,
  findByHash,
  findByOtp,
  type PendingToken,
  type TokenSlot,
} from './one-time-tokens.ts'

export type VerificationType =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change'
  | 'email'
  | 'sms'
  | 'phone_change'

/** The pending codes that each type may redeem, and the PKCE flow of its email. */
const TYPES: Readonly<Record<VerificationType, { slots: readonly TokenSlot[]; method: AuthenticationMethod }>> = {
  signup: { slots: ['confirmation_token'], method: 'email/signup' },
  invite: { slots: ['confirmation_token'], method: 'invite' },
  magiclink: { slots: ['recovery_token'], method: 'magiclink' },
  recovery: { slots: ['recovery_token'], method: 'recovery' },
  email_change: { slots: ['email_change_token_new', 'email_change_token_current'], method: 'email_change' },
  email: { slots: ['confirmation_token', 'recovery_token'], method: 'magiclink' },
  sms: { slots: ['confirmation_token'], method: 'otp' },
  phone_change: { slots: ['phone_change_token'], method: 'otp' },
}

export function isVerificationType(type: string): type is VerificationType {
  return Object.hasOwn(TYPES, type)
}

export function flowMethodOf(type: VerificationType): AuthenticationMethod {
  return TYPES[type].method
}

export type Proof =
  | { readonly kind: 'hash'; readonly type: VerificationType; readonly tokenHash: string }
  | { readonly kind: 'otp'; readonly type: VerificationType; readonly address: string; readonly otp: string }

export type Verified =
  | { readonly kind: 'verified'; readonly userId: string }
  /** Only one of the two addresses of a change is confirmed. */
  | { readonly kind: 'half' }

export const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/**
 * Redeems a code, applies its effect, and then runs `finish` in the same transaction.
 * Unknown accounts, wrong codes and expired codes get the same response.
 */
export async function verify<T>(
  context: AuthContext,
  proof: Proof,
  client: Client,
  finish: (sql: Queryable, verified: Verified) => Promise<T>,
): Promise<T> {
  // A failed guess is counted in the transaction, so the failure is returned and thrown only after the commit.
  const outcome = await inTransaction(context, async (sql) => {
    const token = await findToken(context, sql, proof)
    const user = token && (await lockUser(sql, token.user_id))
    if (!token || !user || !stillBelongsTo(token, user) || !(await consumeToken(sql, token))) return null
    if (isBanned(user)) throw new AuthError('user_banned')
    const verified = await applyToken(context, sql, user, token, client)
    const notice = verified.kind === 'verified' ? noticeOf(user, token) : null
    return { notice, result: await finish(sql, verified) }
  }).catch(translateTakenAddress)
  if (outcome?.notice) context.emails.notify(outcome.notice)
  if (outcome) return outcome.result
  const message = proof.kind === 'hash' ? 'Email link is invalid or has expired' : 'Token has expired or is invalid'
  throw new AuthError('otp_expired', { message })
}

function findToken(context: AuthContext, sql: Queryable, proof: Proof): Promise<PendingToken | null> {
  const { slots } = TYPES[proof.type]
  return proof.kind === 'hash'
    ? findByHash(context, sql, slots, proof.tokenHash)
    : findByOtp(context, sql, slots, proof.address, proof.otp)
}

/** A code for an old address proves nothing about the account's current one. */
function stillBelongsTo(token: PendingToken, user: UserRow): boolean {
  if (token.token_type === 'email_change_token_new') return token.relates_to === user.email_change
  if (token.token_type === 'phone_change_token') return token.relates_to === user.phone_change
  return token.relates_to === user.email || token.relates_to === user.phone
}

/** Notifies the old address of a change of email; `user` is the account before the change. */
function noticeOf(user: UserRow, { token_type: type, relates_to: address }: PendingToken): OutgoingNotice | null {
  if (type === 'phone_change_token') return phoneChanged({ ...user, phone: address })
  const isAddress = type === 'email_change_token_new' || type === 'email_change_token_current'
  if (!isAddress || user.email === null || user.email_change === null) return null
  const details = { newEmail: user.email_change, oldEmail: user.email }
  return { kind: 'email_changed', user, to: user.email, details }
}

async function applyToken(
  context: AuthContext,
  sql: Queryable,
  user: UserRow,
  token: PendingToken,
  client: Client,
): Promise<Verified> {
  switch (token.token_type) {
    case 'confirmation_token':
    case 'recovery_token':
      if (token.relates_to === user.phone) {
        await confirmPhone(sql, user.id, user.phone)
      } else if (!user.email_confirmed_at) {
        await confirmEmail(sql, user)
        await audit(sql, user.invited_at ? 'invite_accepted' : 'user_signedup', user, client)
      }
      break
    case 'email_change_token_new':
    case 'email_change_token_current': {
      const { autoconfirm, doubleConfirm } = context.config.auth
      const needsBoth = user.email !== null && !autoconfirm && doubleConfirm
      if (needsBoth && user.email_change_confirm_status === 0) {
        await sql`update auth.users set email_change_confirm_status = 1 where id = ${user.id}`
        return { kind: 'half' }
      }
      await replaceEmail(sql, user)
      await audit(sql, 'user_modified', user, client, { changed: 'email' })
      break
    }
    case 'phone_change_token':
      await confirmPhone(sql, user.id, token.relates_to)
      await audit(sql, 'user_modified', user, client, { changed: 'phone' })
      break
    case 'reauthentication_token':
      throw new Error('A reauthentication code is redeemed by the change it confirms, never here.')
  }
  await refreshProviders(sql, user.id)
  await dropPendingTokens(sql, user.id)
  return { kind: 'verified', userId: user.id }
}

/** Another account may have taken the requested address since the email was sent. */
function translateTakenAddress(error: unknown): never {
  const taken = error instanceof postgres.PostgresError && error.constraint_name === 'users_email_key'
  if (taken) throw new AuthError('email_exists', { cause: error })
  const takenPhone = error instanceof postgres.PostgresError && error.constraint_name === 'users_phone_key'
  throw takenPhone ? new AuthError('phone_exists', { cause: error }) : error
}
