import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { jsonb } from '../jsonb.ts'
import { creationOptions, requestOptions } from '../passkeys/webauthn.ts'
import type { Queryable } from '../queryable.ts'
import { readChannel } from '../users/phones.ts'
import type { UserRow } from '../users/user-row.ts'
import { inTransaction } from '../users/users.ts'
import { sendPhoneCode } from '../verification/phone-codes.ts'
import { type FactorRow, factorIdOf, lockFactor, refuseDisabled } from './factor-row.ts'
import { hashOfPhoneCode, newPhoneCode, phoneOf } from './phone.ts'
import { requireUserSession } from './user-session.ts'

const ChallengeBody = Type.Object({ channel: Type.Optional(Type.String()) })

/** What the response to a security key challenge must match. */
export interface Ceremony {
  readonly type: 'create' | 'request'
  readonly challenge: string
}

/** POST /factors/{id}/challenge: starts one attempt to verify a factor. */
export const challengeFactor: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const options = { onRequest: context.limit('factorChallenge'), schema: { body: ChallengeBody } }
  app.post('/factors/:id/challenge', options, async (request) => {
    const { user } = await requireUserSession(context, request, { owingFactor: true })
    const factorId = factorIdOf(request)
    const client = clientOf(request)
    const { answer, code } = await inTransaction(context, async (sql) => {
      const factor = await lockFactor(sql, user.id, factorId)
      const type = factor.factor_type
      if (type === 'recovery_code' || !context.config.auth.mfa.types.includes(type)) {
        throw refuseDisabled('verify', type === 'recovery_code' ? 'totp' : type)
      }
      const webauthn = type === 'webauthn' ? await ceremonyFor(context, sql, user, factor) : null
      const channel = type === 'phone' ? readChannel(context, request.body.channel) : 'sms'
      const otp = type === 'phone' ? await newPhoneCode(context, sql, phoneOf(factor)) : null
      const id = randomUUID()
      const [challenge] = await sql<{ expires_at: number }[]>`
        insert into auth.mfa_challenges (id, factor_id, ip_address, web_authn_session_data, otp_hash)
        values (${id}, ${factor.id}, ${client.ip}::inet, ${webauthn && jsonb(sql, webauthn.ceremony)},
          ${otp && hashOfPhoneCode(context, id, otp)})
        returning extract(epoch from created_at)::int + ${context.config.auth.mfa.challengeSeconds}::int as expires_at`
      await sql`update auth.mfa_factors set last_challenged_at = now(), updated_at = now() where id = ${factor.id}`
      await audit(sql, 'challenge_created', user, client, { factor_id: factor.id })
      return {
        answer: { id, type, expires_at: challenge?.expires_at, ...webauthn?.answer },
        code: otp && { userId: user.id, phone: phoneOf(factor), otp, channel, isFactor: true },
      }
    })
    if (code) await sendPhoneCode(context, code)
    return answer
  })
}

async function ceremonyFor(context: AuthContext, sql: Queryable, user: UserRow, factor: FactorRow) {
  if (factor.status === 'verified' && factor.web_authn_credential) {
    return ceremony('request', await requestOptions(context, [factor.web_authn_credential]))
  }
  const others = await sql<{ web_authn_credential: { id: string; transports: string[] } }[]>`
    select web_authn_credential from auth.mfa_factors
    where user_id = ${user.id} and web_authn_credential is not null`
  const known = others.map((other) => other.web_authn_credential)
  return ceremony('create', await creationOptions(context, user, { residentKey: 'discouraged', known }))
}

function ceremony(type: Ceremony['type'], options: { challenge: string }) {
  return {
    ceremony: { type, challenge: options.challenge } satisfies Ceremony,
    answer: { webauthn: { type, credential_options: { publicKey: options } } },
  }
}
