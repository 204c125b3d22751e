import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import type { SmsChannel } from '../../sms/sms.ts'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { type EmailFlow, prepareEmailChange } from '../emails/account-emails.ts'
import { phoneChanged } from '../emails/account-notices.ts'
import type { OutgoingEmail } from '../emails/auth-emails.ts'
import { AuthError } from '../errors.ts'
import { jsonb } from '../jsonb.ts'
import { noteRecovery, requireProofAfterRecovery } from '../passwords/recovered.ts'
import { readNewPassword } from '../passwords/update-password.ts'
import type { Queryable } from '../queryable.ts'
import { claimMailGap } from '../rate-limits/mail-gaps.ts'
import { redirectFor } from '../redirects/redirects.ts'
import { requireFactor, requireUser, type SignedIn } from '../sessions/bearer.ts'
import { endSessions } from '../sessions/sessions.ts'
import { PkceFields, parseCodeChallenge } from '../sign-in/flow-state.ts'
import { dropPendingTokens } from '../verification/one-time-tokens.ts'
import { preparePhoneCode, sendPhoneCode } from '../verification/phone-codes.ts'
import { parseEmail } from './emails.ts'
import { type Metadata, mergeMetadata, requireMetadataSize } from './metadata.ts'
import { parsePhone, readChannel, requirePhones } from './phones.ts'
import type { UserRow } from './user-row.ts'
import { viewUser } from './user-view.ts'
import {
  confirmPhone,
  findUserByEmail,
  findUserById,
  findUserByPhone,
  inTransaction,
  lockUser,
  refreshProviders,
  replaceEmail,
  setPassword,
} from './users.ts'

const UpdateUserBody = Type.Object({
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  current_password: Type.Optional(Type.String()),
  nonce: Type.Optional(Type.String()),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  channel: Type.Optional(Type.String()),
  app_metadata: Type.Optional(Type.Unknown()),
  ...PkceFields,
})
type UpdateUserBody = Static<typeof UpdateUserBody>

interface Changes {
  readonly data: Metadata | null
  readonly passwordHash: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly channel: SmsChannel
}

/** PUT /user: changes the user's own account. */
export const updateUser: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const options = { onRequest: context.limit('updateUser'), schema: { body: UpdateUserBody } }
  app.put('/user', options, async (request) => {
    const signedIn = await requireUser(context, request, { owingFactor: true })
    requireRights(signedIn, request.body)
    if (request.body.email || request.body.phone) await requireProofAfterRecovery(context, signedIn)
    const changes = await readChanges(context, signedIn, request.body)
    const flow = { redirectTo: redirectFor(context.config.auth, request), pkce: parseCodeChallenge(request.body) }
    const { user, emails, code } = await inTransaction(context, async (sql) => {
      const outgoing = await applyChanges(context, sql, signedIn, changes, flow)
      const smsCode = changes.phone
        ? await changePhone(context, sql, signedIn.user.id, changes.phone, changes.channel)
        : null
      const updated = (await findUserById(sql, signedIn.user.id)) ?? signedIn.user
      const action = changes.passwordHash ? 'user_updated_password' : 'user_modified'
      await audit(sql, action, signedIn.user, clientOf(request), atOnce(signedIn.user, updated))
      return { emails: outgoing, code: smsCode, user: updated }
    })
    await context.emails.deliver(emails)
    if (changes.passwordHash) context.emails.notify({ kind: 'password_changed', user })
    if (user.phone !== signedIn.user.phone) context.emails.notify(phoneChanged(user))
    if (code) await sendPhoneCode(context, code)
    return viewUser(user)
  })
}

/** What changed without a pending confirmation, for the audit log. */
function atOnce(before: UserRow, after: UserRow): { changed?: 'email' | 'phone' } {
  if (before.email !== after.email) return { changed: 'email' }
  return before.phone === after.phone ? {} : { changed: 'phone' }
}

/** Rejects sessions that still owe a factor, and changes of address or password that the account doesn't allow. */
function requireRights(signedIn: SignedIn, { email, phone, password }: UpdateUserBody): void {
  const { user } = signedIn
  requireFactor(signedIn, 'AAL2 session is required to update email or password when MFA is enabled.', 401)
  if (!email && !phone && !password) return
  if (user.is_sso_user) {
    const message = 'Updating email, phone, password of a SSO account only possible via SSO'
    throw new AuthError('user_sso_managed', { message })
  }
  if (password && user.is_anonymous && !email && !user.email && !phone && !user.phone) {
    throw new AuthError('validation_failed', {
      status: 422,
      message: 'Updating password of an anonymous user without an email or phone is not allowed',
    })
  }
}

async function readChanges(context: AuthContext, signedIn: SignedIn, body: UpdateUserBody): Promise<Changes> {
  const { user } = signedIn
  if (body.app_metadata !== undefined) {
    throw new AuthError('not_admin', { message: 'Updating app_metadata requires admin privileges' })
  }
  const phone = body.phone ? parsePhone(body.phone) : null
  if (phone !== null && phone !== user.phone) requirePhones(context, 'Unsupported phone provider')
  const email = body.email ? parseEmail(body.email) : null
  return {
    data: body.data ?? null,
    passwordHash: body.password ? await readNewPassword(context, signedIn, { ...body, password: body.password }) : null,
    email: email === user.email?.toLowerCase() ? null : email,
    phone: phone === user.phone ? null : phone,
    channel: phone === null ? 'sms' : readChannel(context, body.channel),
  }
}

async function applyChanges(
  context: AuthContext,
  sql: Queryable,
  { user: { id }, sessionId }: SignedIn,
  { data, passwordHash, email }: Changes,
  flow: EmailFlow,
): Promise<OutgoingEmail[]> {
  const user = await lockUser(sql, id)
  if (!user) throw new AuthError('user_not_found')
  if (data) await setUserMetadata(sql, user, data)
  if (passwordHash) {
    if (sessionId && user.encrypted_password !== null) await noteRecovery(sql, id, sessionId)
    await setPassword(sql, id, passwordHash)
    // Anyone who had the old password may have signed in with it.
    await endSessions(sql, id, sessionId ? { allBut: sessionId } : 'all')
    await dropPendingTokens(sql, id)
  }
  return email ? changeEmail(context, sql, user, email, flow) : []
}

/** Takes effect once the code sent to the new number is entered, or immediately if numbers are confirmed automatically. */
async function changePhone(context: AuthContext, sql: Queryable, userId: string, phone: string, channel: SmsChannel) {
  if (await findUserByPhone(sql, phone)) throw new AuthError('phone_exists')
  if (context.config.auth.smsAutoconfirm) {
    await confirmPhone(sql, userId, phone)
    await refreshProviders(sql, userId)
    return null
  }
  await sql`update auth.users set phone_change = ${phone} where id = ${userId}`
  return preparePhoneCode(context, sql, { userId, slot: 'phone_change_token', phone, channel })
}

async function setUserMetadata(sql: Queryable, user: UserRow, data: Metadata): Promise<void> {
  const merged = mergeMetadata(user.raw_user_meta_data, data)
  requireMetadataSize(merged)
  await sql`update auth.users set raw_user_meta_data = ${jsonb(sql, merged)}, updated_at = now() where id = ${user.id}`
}

async function changeEmail(
  context: AuthContext,
  sql: Queryable,
  user: UserRow,
  email: string,
  flow: EmailFlow,
): Promise<OutgoingEmail[]> {
  if (await findUserByEmail(sql, email)) throw new AuthError('email_exists')
  context.requireLastingAddress(email)
  if (user.is_anonymous && context.config.auth.autoconfirm) {
    await replaceEmail(sql, { ...user, email_change: email })
    await refreshProviders(sql, user.id)
    return []
  }
  await claimMailGap(context, sql, 'email_change', user.email ?? user.id)
  return prepareEmailChange(context, sql, user, email, flow)
}
