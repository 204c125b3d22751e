import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { networkOf } from '../../http/client-address.ts'
import { audit } from '../audit.ts'
import { type Client, clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { type EmailFlow, prepareConfirmation } from '../emails/account-emails.ts'
import { AuthError, invalid } from '../errors.ts'
import { announceNewUser, announceNewUserLater, noteNewUser } from '../hooks/new-users.ts'
import { claimMailGap } from '../rate-limits/mail-gaps.ts'
import { redirectFor } from '../redirects/redirects.ts'
import { sendSession } from '../sessions/session-response.ts'
import { openSession } from '../sessions/sessions.ts'
import { PkceFields, parseCodeChallenge } from '../sign-in/flow-state.ts'
import { parseEmail } from '../users/emails.ts'
import { type Metadata, requireMetadataSize, signUpMetadata } from '../users/metadata.ts'
import { parsePhone, readChannel, requirePhones } from '../users/phones.ts'
import type { UserRow } from '../users/user-row.ts'
import { viewFakeUser, viewUser } from '../users/user-view.ts'
import { findUserByEmail, findUserById, insertEmailUser, inTransaction } from '../users/users.ts'
import { signUpAnonymously } from './sign-up-anonymously.ts'
import { openPhoneAccount, requestPhoneAccount } from './sign-up-by-phone.ts'

const SignUpBody = Type.Object({
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  channel: Type.Optional(Type.String()),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  ...PkceFields,
})

interface NewAccount {
  readonly id: string
  readonly email: string
  readonly passwordHash: string
  readonly data: Metadata
}

/** POST /signup: creates an account with a session, or sends an email to confirm the address first. */
export const signUp: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const limit = { anonymous: context.limit('anonymous'), signup: context.limit('signup') }
  app.post('/signup', { preHandler: context.captcha, schema: { body: SignUpBody } }, async (request, reply) => {
    const { email: givenEmail, phone, password, data = {} } = request.body
    const anonymous = !givenEmail && !phone
    await limit[anonymous ? 'anonymous' : 'signup'](request, reply)
    if (anonymous && !context.config.auth.anonymous) throw new AuthError('anonymous_provider_disabled')
    if (!context.config.auth.signups) throw new AuthError('signup_disabled')
    if (anonymous) {
      return sendSession(reply, await signUpAnonymously(context, data, clientOf(request)))
    }
    if (!password) throw invalid('Signup requires a valid password')
    await context.passwords.requireStrong(password)
    if (givenEmail && phone) throw invalid('Only an email address or phone number should be provided on signup.')
    if (phone) {
      await context.limitRareAction('accounts', request)
      const opened = await signUpByPhone(context, { ...request.body, phone, password, data }, clientOf(request))
      return 'issueTokens' in opened ? sendSession(reply, opened) : opened
    }
    if (!givenEmail) throw invalid('Signup requires a valid email or phone')
    if (!context.config.auth.email) throw new AuthError('email_provider_disabled')
    const email = parseEmail(givenEmail)
    context.requireLastingAddress(email)
    requireMetadataSize(data)
    const flow = { redirectTo: redirectFor(context.config.auth, request), pkce: parseCodeChallenge(request.body) }

    await context.limitRareAction('accounts', request)
    // Also done for an address that is taken: neither the response nor its time may reveal whether it is.
    const passwordHash = await context.passwords.hash(password, networkOf(request.ip))
    const account = { id: randomUUID(), email, passwordHash, data: signUpMetadata(data) }
    await context.hooks.beforeUserCreated({ ...account, provider: 'email', metadata: account.data }, clientOf(request))
    if (context.config.auth.autoconfirm) return signUpConfirmed(account)
    return signUpUnconfirmed(account)

    async function signUpConfirmed(account: NewAccount) {
      const opened = await openAccount(context, account, clientOf(request))
      if (opened) {
        await announceNewUser(context, account.id)
        return sendSession(reply, opened)
      }
      const taken = await findUserByEmail(context.sql, email)
      if (taken?.email_confirmed_at) throw new AuthError('user_already_exists')
      return confirmAgain(context, account, flow, clientOf(request))
    }

    function signUpUnconfirmed(account: NewAccount) {
      return requestAccount(context, account, flow, clientOf(request))
    }
  })
}

async function signUpByPhone(
  context: AuthContext,
  body: Static<typeof SignUpBody> & { phone: string; password: string; data: Metadata },
  client: Client,
) {
  requirePhones(context, 'Phone signups are disabled')
  if (body.code_challenge || body.code_challenge_method) throw invalid('PKCE not supported for phone signups')
  const channel = readChannel(context, body.channel)
  const phone = parsePhone(body.phone)
  requireMetadataSize(body.data)
  const passwordHash = await context.passwords.hash(body.password, networkOf(client.ip))
  const account = { id: randomUUID(), phone, passwordHash, data: signUpMetadata(body.data) }
  await context.hooks.beforeUserCreated({ ...account, provider: 'phone', metadata: account.data }, client)
  if (!context.config.auth.smsAutoconfirm) return requestPhoneAccount(context, account, channel, client)
  const opened = await openPhoneAccount(context, account, client)
  if (!opened) throw new AuthError('user_already_exists')
  await announceNewUser(context, account.id)
  return opened
}

/** Creates the account, its identity and its first session in one transaction, so that a profile made by a trigger is part of it. */
function openAccount(context: AuthContext, account: NewAccount, client: Client) {
  return inTransaction(context, async (sql) => {
    const user = await insertEmailUser(sql, newEmailUser(account, true))
    if (!user) return null
    await audit(sql, 'user_signedup', user, client)
    await noteNewUser(context, sql, user.id, client)
    return openSession(context, sql, { userId: user.id, method: 'password', client })
  })
}

async function requestAccount(context: AuthContext, account: NewAccount, flow: EmailFlow, client: Client) {
  const created = await inTransaction(context, async (sql) => {
    const user = await insertEmailUser(sql, newEmailUser(account, false))
    if (!user) return null
    await claimMailGap(context, sql, 'confirmation', account.email)
    await audit(sql, 'user_confirmation_requested', user, client)
    await noteNewUser(context, sql, user.id, client)
    const mail = await prepareConfirmation(context, sql, user, flow)
    return { mail, user: (await findUserById(sql, user.id)) ?? user }
  })
  if (!created) return confirmAgain(context, account, flow, client)
  context.emails.send([created.mail])
  announceNewUserLater(context, created.user.id)
  return viewUser(created.user)
}

/**
 * Handles a sign-up for an address that already has an account. The account is not changed, because the caller has proven
 * nothing. If it is unconfirmed, its email is sent again; if it is confirmed, the response pretends that it is new.
 */
async function confirmAgain(context: AuthContext, account: NewAccount, flow: EmailFlow, client: Client) {
  const repeated = await inTransaction(context, async (sql) => {
    await claimMailGap(context, sql, 'confirmation', account.email)
    const user = await findUserByEmail(sql, account.email)
    await audit(sql, 'user_repeated_signup', user, client)
    if (!user || user.email_confirmed_at) return null
    const mail = await prepareConfirmation(context, sql, user, flow)
    return { mail, user: (await findUserById(sql, user.id)) ?? user }
  })
  if (!repeated) return viewFakeUser({ email: account.email }, account.data)
  context.emails.send([repeated.mail])
  return viewUser(withoutInvitation(repeated.user))
}

/** An invited user has not responded yet: the inviter's notes about them are not shown to the caller. */
function withoutInvitation(user: UserRow): UserRow {
  return user.invited_at ? { ...user, raw_user_meta_data: {}, identities: [] } : user
}

function newEmailUser({ id, email, passwordHash, data }: NewAccount, confirmed: boolean) {
  const userMetadata = { ...data, sub: id, email, email_verified: confirmed, phone_verified: false }
  return { id, email, passwordHash, confirmed, userMetadata, identityData: data }
}
