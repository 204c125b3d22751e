import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import type { SmsChannel } from '../../sms/sms.ts'
import type { AuthContext } from '../context.ts'
import { type EmailFlow, prepareConfirmation, prepareEmailChange } from '../emails/account-emails.ts'
import type { OutgoingEmail } from '../emails/auth-emails.ts'
import { invalid } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { claimMailGap } from '../rate-limits/mail-gaps.ts'
import { redirectFor } from '../redirects/redirects.ts'
import { PkceFields, parseCodeChallenge } from '../sign-in/flow-state.ts'
import { parseEmail } from '../users/emails.ts'
import { parsePhone, readChannel } from '../users/phones.ts'
import { findUserByEmail, findUserByPhone, inTransaction } from '../users/users.ts'
import { preparePhoneCode, sendPhoneCode } from './phone-codes.ts'

const ResendBody = Type.Object({
  type: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  channel: Type.Optional(Type.String()),
  ...PkceFields,
})

/** POST /resend: resends the code of a pending sign-up or change of address; the response doesn't reveal whether there is one. */
export const resend: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.post(
    '/resend',
    { onRequest: context.limit('resend'), preHandler: context.captcha, schema: { body: ResendBody } },
    async (request) => {
      const wanted = parseWanted(request.body)
      if (wanted.phone !== undefined) {
        const channel = readChannel(context, request.body.channel)
        context.inBackground('send a code again', () => resendCode(context, wanted, channel))
        return {}
      }
      const flow = { redirectTo: redirectFor(context.config.auth, request), pkce: parseCodeChallenge(request.body) }
      await claimMailGap(context, context.sql, wanted.type === 'signup' ? 'confirmation' : 'email_change', wanted.email)
      context.inBackground('prepare a mail again', async () => {
        context.emails.send(await inTransaction(context, (sql) => prepareAgain(context, sql, wanted, flow)))
      })
      return {}
    },
  )
}

interface WantedMail {
  readonly type: 'signup' | 'email_change'
  readonly email: string
  readonly phone?: undefined
}

interface WantedCode {
  readonly type: 'sms' | 'phone_change'
  readonly phone: string
}

function parseWanted({ type, email, phone }: Static<typeof ResendBody>): WantedMail | WantedCode {
  const isMail = type === 'signup' || type === 'email_change'
  if (!isMail && type !== 'sms' && type !== 'phone_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (!email && !phone) {
    throw invalid(isMail ? 'Type provided requires an email address' : 'Type provided requires a phone number')
  }
  if (email && phone) throw invalid('Only an email address or phone number should be provided.')
  if (isMail && !email) throw invalid('Type provided requires an email address')
  if (!isMail && !phone) throw invalid('Type provided requires a phone number')
  return isMail ? { type, email: parseEmail(email ?? '') } : { type, phone: parsePhone(phone ?? '') }
}

/** Nothing reveals whether the number has an account: without one, nothing is sent. */
async function resendCode(context: AuthContext, { type, phone }: WantedCode, channel: SmsChannel) {
  const code = await inTransaction(context, async (sql) => {
    if (type === 'sms') {
      const user = await findUserByPhone(sql, phone)
      const waits = user && !user.phone_confirmed_at
      const slot = 'confirmation_token'
      return waits ? preparePhoneCode(context, sql, { userId: user.id, slot, phone, channel }) : null
    }
    const [user] = await sql<{ id: string }[]>`select id from auth.users where phone_change = ${phone}`
    const slot = 'phone_change_token'
    return user ? preparePhoneCode(context, sql, { userId: user.id, slot, phone, channel }) : null
  })
  if (code) await sendPhoneCode(context, code)
}

async function prepareAgain(
  context: AuthContext,
  sql: Queryable,
  { type, email }: WantedMail,
  flow: EmailFlow,
): Promise<OutgoingEmail[]> {
  const user = await findUserByEmail(sql, email)
  if (!user) return []
  if (type === 'email_change')
    return user.email_change ? prepareEmailChange(context, sql, user, user.email_change, flow) : []
  return user.email_confirmed_at ? [] : [await prepareConfirmation(context, sql, user, flow)]
}
