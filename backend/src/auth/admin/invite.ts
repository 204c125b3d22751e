import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { audit } from '../audit.ts'
import { type Client, clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import type { EmailFlow } from '../emails/account-emails.ts'
import type { OutgoingEmail } from '../emails/auth-emails.ts'
import { AuthError } from '../errors.ts'
import { announceNewUser, noteNewUser } from '../hooks/new-users.ts'
import type { Queryable } from '../queryable.ts'
import { redirectFor } from '../redirects/redirects.ts'
import { parseEmail } from '../users/emails.ts'
import { type Metadata, requireMetadataSize } from '../users/metadata.ts'
import { viewUser } from '../users/user-view.ts'
import { findUserByEmail, findUserById, insertEmailUser, inTransaction } from '../users/users.ts'
import { issueToken } from '../verification/one-time-tokens.ts'

const InviteBody = Type.Object({
  email: Type.Optional(Type.String()),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

/** POST /invite: creates an account without a password, and emails a link that signs the user in. */
export const adminInvite: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.post('/invite', { schema: { body: InviteBody } }, async (request) => {
    const email = parseEmail(request.body.email ?? '')
    const data = request.body.data ?? {}
    requireMetadataSize(data)
    const flow = { redirectTo: redirectFor(context.config.auth, request), pkce: null }
    const client = clientOf(request)
    if (!(await findUserByEmail(context.sql, email))) {
      await context.hooks.beforeUserCreated({ email, provider: 'email', metadata: data }, client)
    }
    const mail = await inTransaction(context, async (sql) => {
      const prepared = await prepareInvitation(context, sql, { email, data, client }, flow)
      await audit(sql, 'user_invited', prepared.user, client)
      return prepared
    })
    await context.emails.deliver([mail])
    await announceNewUser(context, mail.user.id)
    return viewUser(mail.user)
  })
}

/** Creates the account if there is none, and its invitation; a confirmed account can't be invited. */
export async function prepareInvitation(
  context: AuthContext,
  sql: Queryable,
  { email, data, client }: { email: string; data: Metadata; client: Client },
  flow: EmailFlow,
): Promise<OutgoingEmail> {
  const invited = { email, passwordHash: null, userMetadata: data, confirmed: false, invited: true }
  const created = await insertEmailUser(sql, invited)
  if (created) await noteNewUser(context, sql, created.id, client)
  const known = created ?? (await findUserByEmail(sql, email))
  if (!known || known.email_confirmed_at) throw new AuthError('email_exists')
  await sql`update auth.users set invited_at = now(), confirmation_sent_at = now() where id = ${known.id}`
  const token = await issueToken(sql, {
    userId: known.id,
    slot: 'confirmation_token',
    address: email,
    pkce: false,
    digits: context.config.auth.otpDigits,
  })
  return { type: 'invite', to: email, user: (await findUserById(sql, known.id)) ?? known, token, ...flow }
}
