import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { sendSession } from '../sessions/session-response.ts'
import { inTransaction } from '../users/users.ts'
import { raiseSession } from './raise-session.ts'
import { hashOf, lockCodes } from './recovery-code.ts'
import { requireUserSession } from './user-session.ts'
import { askMfaHook } from './verify.ts'

const VerifyBody = Type.Object({ code: Type.Optional(Type.String({ maxLength: 100 })) })

/** POST /factors/recovery-codes/verify: accepts a recovery code in place of a lost factor; each works once. */
export const verifyRecoveryCode: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const verifyOptions = { onRequest: context.limit('factorVerify'), schema: { body: VerifyBody } }
  app.post('/factors/recovery-codes/verify', verifyOptions, async (request, reply) => {
    const person = await requireUserSession(context, request, { owingFactor: true })
    const { code } = request.body
    if (!code) throw invalid('Code needs to be non-empty')
    const guess = `factor:${person.user.id}`
    await context.guessDelay.requirePatience(guess)
    const { factorId, valid } = await inTransaction(context, async (sql) => {
      const factor = await lockCodes(sql, person)
      const used = await sql`
        update auth.mfa_recovery_codes set used_at = now()
        where factor_id = ${factor.id} and code_hash = ${hashOf(context, factor.id, code)} and used_at is null`
      const details = { factor_id: factor.id, valid: used.count === 1 }
      await audit(sql, 'verification_attempted', person.user, clientOf(request), details)
      return { factorId: factor.id, valid: used.count === 1 }
    })
    await askMfaHook(context, person, { factorId, factorType: 'recovery_code', valid })
    if (!valid) {
      await context.guessDelay.failed(guess)
      throw new AuthError('mfa_verification_failed', { message: 'Invalid recovery code entered' })
    }
    await context.guessDelay.succeeded(guess)
    const session = await inTransaction(context, (sql) =>
      raiseSession(context, sql, person, { factorId, method: 'recovery_code' }),
    )
    return sendSession(reply, session)
  })
}
