import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { audit } from '../audit.ts'
import { type Client, clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { prepareReauthentication } from '../emails/account-emails.ts'
import { AuthError, invalid } from '../errors.ts'
import { claimMailGap } from '../rate-limits/mail-gaps.ts'
import { requireUser } from '../sessions/bearer.ts'
import type { UserRow } from '../users/user-row.ts'
import { inTransaction } from '../users/users.ts'
import { preparePhoneCode, sendPhoneCode } from './phone-codes.ts'

/** GET /reauthenticate: sends the signed-in user a code to prove that they still have access to their address or phone. */
export const reauthenticate: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.get('/reauthenticate', { exposeHeadRoute: false }, async (request) => {
    const { user } = await requireUser(context, request)
    if (!user.email && !user.phone) {
      throw invalid('Reauthentication requires the user to have an email or a phone number')
    }
    if (!user.email && user.phone) return reauthenticateByPhone(context, user, user.phone, clientOf(request))
    if (!user.email_confirmed_at) {
      throw new AuthError('email_not_confirmed', { status: 422, message: 'Please verify your email first.' })
    }
    const mail = await inTransaction(context, async (sql) => {
      await claimMailGap(context, sql, 'reauthentication', user.id)
      await audit(sql, 'user_reauthenticate_requested', user, clientOf(request))
      return prepareReauthentication(context, sql, user)
    })
    await context.emails.deliver([mail])
    return {}
  })
}

async function reauthenticateByPhone(context: AuthContext, user: UserRow, phone: string, client: Client) {
  if (!user.phone_confirmed_at) {
    throw new AuthError('phone_not_confirmed', { status: 422, message: 'Please verify your phone first.' })
  }
  const code = await inTransaction(context, async (sql) => {
    await audit(sql, 'user_reauthenticate_requested', user, client)
    return preparePhoneCode(context, sql, { userId: user.id, slot: 'reauthentication_token', phone })
  })
  return sendPhoneCode(context, code)
}
