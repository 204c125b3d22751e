import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { factorNotice } from '../emails/account-notices.ts'
import { AuthError } from '../errors.ts'
import { requireFactor } from '../sessions/bearer.ts'
import { inTransaction } from '../users/users.ts'
import { factorIdOf, lockFactor } from './factor-row.ts'
import { removeFactor } from './remove-factor.ts'
import { requireUserSession } from './user-session.ts'

/** DELETE /factors/{id}: removes a factor. A verified one can be removed only from an aal2 session. */
export const unenrollFactor: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.delete('/factors/:id', async (request) => {
    const person = await requireUserSession(context, request, { owingFactor: true })
    requireFactor(person, 'AAL2 required to unenroll verified factor', 422)
    const { user, aal } = person
    const factorId = factorIdOf(request)
    const removed = await inTransaction(context, async (sql) => {
      const factor = await lockFactor(sql, user.id, factorId)
      if (factor.status === 'verified' && aal !== 'aal2') {
        throw new AuthError('insufficient_aal', { status: 422, message: 'AAL2 required to unenroll verified factor' })
      }
      await removeFactor(sql, factor)
      const details = { factor_id: factor.id, factor_type: factor.factor_type, status: factor.status }
      await audit(sql, 'factor_unenrolled', user, clientOf(request), details)
      return factor
    })
    if (removed.status === 'verified') {
      context.emails.notify(factorNotice('mfa_factor_unenrolled', user, removed.factor_type))
    }
    return { id: factorId }
  })
}
