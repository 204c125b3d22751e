import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { sendSession } from '../sessions/session-response.ts'
import { openSession } from '../sessions/sessions.ts'
import { parseEmail } from '../users/emails.ts'
import { parsePhone } from '../users/phones.ts'
import { HALF_CONFIRMED, isVerificationType, type Proof, verify } from './verification.ts'

const VerifyBody = Type.Object({
  type: Type.Optional(Type.String()),
  token: Type.Optional(Type.String()),
  token_hash: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  redirect_to: Type.Optional(Type.String()),
})

/** POST /verify: opens a session for a code, or for the hash from a link to an app's own page. */
export const verifyCode: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.post('/verify', { onRequest: context.limit('verify'), schema: { body: VerifyBody } }, async (request, reply) => {
    const client = clientOf(request)
    const session = await verify(context, parseProof(request.body), client, async (sql, verified) =>
      verified.kind === 'verified'
        ? openSession(context, sql, { userId: verified.userId, method: 'otp', client })
        : null,
    )
    return session ? sendSession(reply, session) : { msg: HALF_CONFIRMED, code: '200' }
  })
}

function parseProof(body: Static<typeof VerifyBody>): Proof {
  const { type, token, token_hash: tokenHash, email, phone } = body
  if (!type) throw invalid('Verify requires a verification type')
  if (Boolean(token) === Boolean(tokenHash)) throw invalid('Verify requires either a token or a token hash')
  if (tokenHash) {
    if (email || phone || body.redirect_to) throw invalid('Only the token_hash and type should be provided')
    if (!isVerificationType(type)) throw invalid('Invalid email verification type')
    return { kind: 'hash', type, tokenHash }
  }
  if (Boolean(email) === Boolean(phone)) {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  if (phone) return parsePhoneProof(type, phone, token ?? '')
  if (!isVerificationType(type) || type === 'sms' || type === 'phone_change')
    throw invalid('Unsupported verification type')
  return { kind: 'otp', type, address: parseAddress(email ?? ''), otp: token ?? '' }
}

function parsePhoneProof(type: string, phone: string, otp: string): Proof {
  const address = parsePhone(phone)
  if (type !== 'sms' && type !== 'phone_change') throw invalid('Unsupported verification type')
  return { kind: 'otp', type, address, otp }
}

function parseAddress(given: string): string {
  try {
    return parseEmail(given)
  } catch (cause) {
    throw new AuthError('validation_failed', { status: 422, message: 'Invalid email format', cause })
  }
}
