import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { type Client, clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import {
  type EmailFlow,
  prepareConfirmation,
  prepareEmailChange,
  prepareMagicLink,
  prepareRecovery,
} from '../emails/account-emails.ts'
import { type OutgoingEmail, verifyLink } from '../emails/auth-emails.ts'
import { AuthError, invalid } from '../errors.ts'
import { announceNewUser, noteNewUser } from '../hooks/new-users.ts'
import { jsonb } from '../jsonb.ts'
import type { Queryable } from '../queryable.ts'
import { mayRedirectTo, redirectFor } from '../redirects/redirects.ts'
import { parseEmail } from '../users/emails.ts'
import { requireMetadataSize, signUpMetadata } from '../users/metadata.ts'
import type { UserRow } from '../users/user-row.ts'
import { viewUser } from '../users/user-view.ts'
import { findUserByEmail, findUserById, insertEmailUser, inTransaction } from '../users/users.ts'
import { prepareInvitation } from './invite.ts'

const GenerateLinkBody = Type.Object({
  type: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  new_email: Type.Optional(Type.String()),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  redirect_to: Type.Optional(Type.String()),
})
type GenerateLinkBody = Static<typeof GenerateLinkBody>

/** POST /admin/generate_link: the link that an email would contain, for applications that send their own. */
export const adminGenerateLink: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.post('/admin/generate_link', { schema: { body: GenerateLinkBody } }, async (request) => {
    const { body } = request
    const rules = context.config.auth
    const asked = body.redirect_to
    const redirectTo = asked && mayRedirectTo(rules, asked) ? asked : redirectFor(rules, request)
    const email = parseEmail(body.email ?? '')
    requireMetadataSize(body.data ?? {})
    const passwordHash = body.type === 'signup' ? await signUpPassword(context, body.password) : null

    const client = clientOf(request)
    if (createsAccount(body.type) && !(await findUserByEmail(context.sql, email))) {
      const candidate = { email, provider: 'email', metadata: body.data ?? {} }
      await context.hooks.beforeUserCreated(candidate, client)
    }
    const prepared = await inTransaction(context, async (sql) => {
      const mail = await prepareLink(context, sql, { body, email, passwordHash, client }, { redirectTo, pkce: null })
      return { mail, user: (await findUserById(sql, mail.user.id)) ?? mail.user }
    })
    await announceNewUser(context, prepared.user.id)
    const { type, token } = prepared.mail
    if (type === 'reauthentication') throw new Error('No link reauthenticates.')
    return {
      ...viewUser(prepared.user),
      action_link: verifyLink(context.issuer, type, token.tokenHash, redirectTo),
      email_otp: token.otp,
      hashed_token: token.tokenHash,
      verification_type: body.type?.startsWith('email_change') ? body.type : type,
      redirect_to: redirectTo,
    }
  })
}

function createsAccount(type: string | undefined): boolean {
  return type === 'signup' || type === 'magiclink' || type === 'invite'
}

async function signUpPassword(context: AuthContext, password: string | undefined): Promise<string> {
  if (!password) throw invalid('Signup requires a valid password')
  await context.passwords.requireStrong(password)
  return context.passwords.hash(password, null)
}

interface Wanted {
  readonly body: GenerateLinkBody
  readonly email: string
  readonly passwordHash: string | null
  readonly client: Client
}

async function prepareLink(
  context: AuthContext,
  sql: Queryable,
  wanted: Wanted,
  flow: EmailFlow,
): Promise<OutgoingEmail> {
  const { body, email, client } = wanted
  const user = await findUserByEmail(sql, email)
  switch (body.type) {
    case 'signup':
      if (user?.email_confirmed_at) throw new AuthError('email_exists')
      return prepareConfirmation(
        context,
        sql,
        user ? await updateUnconfirmed(sql, user, wanted) : await createAccount(context, sql, wanted),
        flow,
      )
    case 'magiclink':
      if (user?.email_confirmed_at) return prepareMagicLink(context, sql, user, flow)
      return prepareConfirmation(context, sql, user ?? (await createAccount(context, sql, wanted)), flow)
    case 'invite':
      return prepareInvitation(context, sql, { email, data: body.data ?? {}, client }, flow)
    case 'recovery':
      return prepareRecovery(context, sql, requireKnown(user), flow)
    case 'email_change_current':
    case 'email_change_new':
      return prepareChange(context, sql, requireKnown(user), body, flow)
    default:
      throw invalid(`Invalid email action link type requested: ${body.type ?? ''}`)
  }
}

async function prepareChange(
  context: AuthContext,
  sql: Queryable,
  user: UserRow,
  body: GenerateLinkBody,
  flow: EmailFlow,
): Promise<OutgoingEmail> {
  const wanted = parseEmail(body.new_email ?? '')
  if (await findUserByEmail(sql, wanted)) throw new AuthError('email_exists')
  const emails = await prepareEmailChange(context, sql, user, wanted, flow)
  const mail = emails.find(({ to }) => (to === wanted) === (body.type === 'email_change_new'))
  if (!mail) throw invalid('The user has no email address to confirm the change from')
  return mail
}

function requireKnown(user: UserRow | null): UserRow {
  if (!user) throw new AuthError('user_not_found', { message: 'User with this email not found' })
  return user
}

/** Repeating the call for an unconfirmed account updates its password and metadata. */
async function updateUnconfirmed(sql: Queryable, user: UserRow, { body, passwordHash }: Wanted): Promise<UserRow> {
  await sql`
    update auth.users set encrypted_password = coalesce(${passwordHash}, encrypted_password), updated_at = now(),
      raw_user_meta_data = raw_user_meta_data || ${jsonb(sql, signUpMetadata(body.data ?? {}))}
    where id = ${user.id}`
  return (await findUserById(sql, user.id)) ?? user
}

/** Creates an account; only a sign-up gives it a password. */
async function createAccount(
  context: AuthContext,
  sql: Queryable,
  { body, email, passwordHash, client }: Wanted,
): Promise<UserRow> {
  const id = randomUUID()
  const userMetadata = signUpMetadata(body.data ?? {})
  const user = await insertEmailUser(sql, { id, email, passwordHash, confirmed: false, userMetadata })
  if (!user) throw new AuthError('email_exists')
  await noteNewUser(context, sql, user.id, client)
  return user
}
