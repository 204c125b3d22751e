import { randomUUID } from 'node:crypto'
import type { SmsChannel } from '../../sms/sms.ts'
import { audit } from '../audit.ts'
import type { Client } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { announceNewUserLater, noteNewUser } from '../hooks/new-users.ts'
import type { Queryable } from '../queryable.ts'
import { type OpenedSession, openSession } from '../sessions/sessions.ts'
import { type Metadata, signUpMetadata } from '../users/metadata.ts'
import { viewFakeUser, viewUser } from '../users/user-view.ts'
import { findUserById, findUserByPhone, insertPhoneUser, inTransaction } from '../users/users.ts'
import { type OutgoingCode, preparePhoneCode, sendPhoneCode } from '../verification/phone-codes.ts'

export interface NewPhoneAccount {
  readonly id: string
  readonly phone: string
  readonly passwordHash: string | null
  readonly data: Metadata
}

/** POST /signup with a phone, if phones are confirmed automatically. Null if the number has an account. */
export function openPhoneAccount(
  context: AuthContext,
  account: NewPhoneAccount,
  client: Client,
): Promise<OpenedSession | null> {
  return inTransaction(context, async (sql) => {
    const user = await insertPhoneUser(sql, newPhoneUser(account, true))
    if (!user) return null
    await audit(sql, 'user_signedup', user, client)
    await noteNewUser(context, sql, user.id, client)
    return openSession(context, sql, { userId: user.id, method: 'password', client })
  })
}

/**
 * POST /signup with a phone that must be confirmed. An existing account of the number is not changed: if it is unconfirmed, its
 * code is sent again; if it is confirmed, the response pretends that it is new.
 */
export async function requestPhoneAccount(
  context: AuthContext,
  account: NewPhoneAccount,
  channel: SmsChannel,
  client: Client,
) {
  const { code, user } = await inTransaction(context, async (sql) => {
    const created = await insertPhoneUser(sql, newPhoneUser(account, false))
    if (created) await noteNewUser(context, sql, created.id, client)
    const known = created ?? (await findUserByPhone(sql, account.phone))
    await audit(sql, created ? 'user_confirmation_requested' : 'user_repeated_signup', known, client)
    if (!known || known.phone_confirmed_at) return { code: null, user: null }
    const code = await prepareConfirmation(context, sql, { userId: known.id, phone: account.phone, channel })
    return { code, user: (await findUserById(sql, known.id)) ?? known }
  })
  if (!code || !user) return viewFakeUser({ phone: account.phone }, account.data)
  announceNewUserLater(context, user.id)
  await sendPhoneCode(context, code)
  return viewUser(user)
}

/** A sign-in code for the account of a number, which is created if there is none. */
export async function accountForCode(
  context: AuthContext,
  sql: Queryable,
  { phone, data, create, channel }: { phone: string; data: Metadata; create: boolean; channel: SmsChannel },
  client: Client,
): Promise<OutgoingCode> {
  const known = await findUserByPhone(sql, phone)
  if (!known && !create) throw new AuthError('otp_disabled')
  if (!known && !context.config.auth.signups) throw new AuthError('signup_disabled')
  const account = { id: randomUUID(), phone, passwordHash: null, data: signUpMetadata(data) }
  const created = known ? null : await insertPhoneUser(sql, newPhoneUser(account, context.config.auth.smsAutoconfirm))
  if (created) {
    await audit(sql, 'user_signedup', created, client)
    await noteNewUser(context, sql, created.id, client)
  }
  const user = known ?? created ?? (await findUserByPhone(sql, phone))
  if (!user) throw new Error('The account was neither found nor created.')
  return prepareConfirmation(context, sql, { userId: user.id, phone, channel })
}

function prepareConfirmation(
  context: AuthContext,
  sql: Queryable,
  to: { userId: string; phone: string; channel: SmsChannel },
) {
  return preparePhoneCode(context, sql, { ...to, slot: 'confirmation_token' })
}

function newPhoneUser({ id, phone, passwordHash, data }: NewPhoneAccount, confirmed: boolean) {
  const userMetadata = { ...data, sub: id, phone, email_verified: false, phone_verified: confirmed }
  return { id, phone, passwordHash, confirmed, userMetadata }
}
