import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { audit } from '../audit.ts'
import { type Client, clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { type EmailFlow, prepareConfirmation, prepareMagicLink } from '../emails/account-emails.ts'
import { AuthError, invalid } from '../errors.ts'
import type { CandidateUser } from '../hooks/hooks.ts'
import { announceNewUserLater, noteNewUser } from '../hooks/new-users.ts'
import { claimMailGap } from '../rate-limits/mail-gaps.ts'
import { redirectFor } from '../redirects/redirects.ts'
import { accountForCode } from '../sign-up/sign-up-by-phone.ts'
import { parseEmail } from '../users/emails.ts'
import { type Metadata, requireMetadataSize, signUpMetadata } from '../users/metadata.ts'
import { parsePhone, readChannel, requirePhones } from '../users/phones.ts'
import type { UserRow } from '../users/user-row.ts'
import { findUserByEmail, findUserByPhone, insertEmailUser, inTransaction } from '../users/users.ts'
import { sendPhoneCode } from '../verification/phone-codes.ts'
import { PkceFields, parseCodeChallenge } from './flow-state.ts'

const OtpBody = Type.Object({
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  create_user: Type.Optional(Type.Boolean()),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  channel: Type.Optional(Type.String()),
  ...PkceFields,
})
type OtpBody = Static<typeof OtpBody>

/** POST /otp and its older name /magiclink: sign-in or sign-up with an emailed link and code, or with a code by text message. */
export const otp: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.post(
    '/otp',
    { onRequest: context.limit('otp'), preHandler: context.captcha, schema: { body: OtpBody } },
    (request) => {
      const flow = { redirectTo: redirectFor(context.config.auth, request), pkce: parseCodeChallenge(request.body) }
      return sendSignInMail(context, request.body, flow, clientOf(request))
    },
  )

  app.post(
    '/magiclink',
    { onRequest: context.limit('magiclink'), preHandler: context.captcha, schema: { body: OtpBody } },
    (request) => {
      const flow = { redirectTo: redirectFor(context.config.auth, request), pkce: parseCodeChallenge(request.body) }
      return sendSignInMail(context, { ...request.body, create_user: true }, flow, clientOf(request))
    },
  )
}

async function sendSignInMail(context: AuthContext, body: OtpBody, flow: EmailFlow, client: Client) {
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided')
  if (body.phone) return sendSignInCode(context, body, body.phone, client)
  if (!body.email) throw invalid('One of email or phone must be set')
  if (!context.config.auth.email) throw new AuthError('email_provider_disabled', { status: 422 })
  if (body.channel) throw invalid('Channel should only be specified with Phone OTP')
  const email = parseEmail(body.email)
  const data = body.data ?? {}
  requireMetadataSize(data)

  await callNewUserHook(
    context,
    body,
    () => findUserByEmail(context.sql, email),
    { email, provider: 'email', metadata: data },
    client,
  )
  if (!mayCreate(context, body)) return emailExistingUser(context, email, flow)
  const mail = await inTransaction(context, async (sql) => {
    await claimMailGap(context, sql, 'magiclink', email)
    const known = await findUserByEmail(sql, email)
    if (!known) context.requireLastingAddress(email)
    const created = known ? null : await insertEmailUser(sql, newUser(email, data, context.config.auth.autoconfirm))
    if (created) {
      await audit(sql, 'user_signedup', created, client)
      await noteNewUser(context, sql, created.id, client)
    }
    // Without `created`, another request has just created the account; it gets the usual email.
    const user = known ?? created ?? (await findUserByEmail(sql, email))
    if (!user) throw new Error('The account was neither found nor created.')
    return user.email_confirmed_at
      ? prepareMagicLink(context, sql, user, flow)
      : prepareConfirmation(context, sql, user, flow)
  })
  context.emails.send([mail])
  announceNewUserLater(context, mail.user.id)
  return {}
}

function mayCreate({ config }: AuthContext, body: OtpBody): boolean {
  return body.create_user !== false && config.auth.signups
}

/**
 * If no account may be created, the response doesn't reveal whether there is one (GoTrue's 422 `otp_disabled` does, and AUTH_REVEAL_ACCOUNTS): the
 * account is looked up afterwards.
 */
async function emailExistingUser(context: AuthContext, email: string, flow: EmailFlow) {
  await requireKnown(context, () => findUserByEmail(context.sql, email))
  await claimMailGap(context, context.sql, 'magiclink', email)
  context.inBackground('prepare a sign-in mail', async () => {
    const mail = await inTransaction(context, async (sql) => {
      const user = await findUserByEmail(sql, email)
      if (!user) return null
      return user.email_confirmed_at
        ? prepareMagicLink(context, sql, user, flow)
        : prepareConfirmation(context, sql, user, flow)
    })
    if (mail) context.emails.send([mail])
  })
  return {}
}

/** @throws {AuthError} `otp_disabled` without an account, if the configuration allows disclosing that */
async function requireKnown({ config }: AuthContext, find: () => Promise<UserRow | null>): Promise<void> {
  if (config.auth.revealsAccounts && !(await find())) throw new AuthError('otp_disabled')
}

/** The same by text message. */
async function sendSignInCode(context: AuthContext, body: OtpBody, given: string, client: Client) {
  requirePhones(context, 'Unsupported phone provider')
  const channel = readChannel(context, body.channel)
  const phone = parsePhone(given)
  const data = body.data ?? {}
  requireMetadataSize(data)
  if (!mayCreate(context, body)) {
    await requireKnown(context, () => findUserByPhone(context.sql, phone))
    context.inBackground('send a sign-in code', async () => {
      const user = await findUserByPhone(context.sql, phone)
      if (!user) return
      const account = { phone, data, create: false, channel }
      await sendPhoneCode(context, await inTransaction(context, (sql) => accountForCode(context, sql, account, client)))
    })
    return {}
  }
  await callNewUserHook(
    context,
    body,
    () => findUserByPhone(context.sql, phone),
    { phone, provider: 'phone', metadata: data },
    client,
  )
  const code = await inTransaction(context, (sql) =>
    accountForCode(context, sql, { phone, data, create: true, channel }, client),
  )
  announceNewUserLater(context, code.userId)
  return sendPhoneCode(context, code)
}

/** The hook decides on new accounts, not on sign-ins to existing ones. */
async function callNewUserHook(
  { hooks, config }: AuthContext,
  body: OtpBody,
  find: () => Promise<UserRow | null>,
  candidate: CandidateUser,
  client: Client,
): Promise<void> {
  if (!hooks.has('before_user_created') || body.create_user === false || !config.auth.signups) return
  if (!(await find())) await hooks.beforeUserCreated(candidate, client)
}

function newUser(email: string, given: Metadata, confirmed: boolean) {
  const id = randomUUID()
  const data = signUpMetadata(given)
  const userMetadata = { ...data, sub: id, email, email_verified: confirmed, phone_verified: false }
  return { id, email, passwordHash: null, confirmed, userMetadata, identityData: data }
}
