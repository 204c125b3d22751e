import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { type FactorRow, factorIdOf } from '../factors/factor-row.ts'
import { removeFactor } from '../factors/remove-factor.ts'
import type { UserRow } from '../users/user-row.ts'
import { viewFactor } from '../users/user-view.ts'
import { inTransaction } from '../users/users.ts'
import { requireUserOf } from './user-params.ts'

const FactorBody = Type.Object({ friendly_name: Type.Optional(Type.String({ maxLength: 120 })) })

/** /admin/users/{id}/factors: lets support help users who are locked out. */
export const adminFactors: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const { sql } = context

  app.get('/admin/users/:id/factors', async (request) => (await requireUserOf(sql, request)).factors.map(viewFactor))

  app.put('/admin/users/:id/factors/:factor', { schema: { body: FactorBody } }, async (request) => {
    const user = await requireUserOf(sql, request)
    const factorId = factorOf(request, user)
    await inTransaction(context, async (transaction) => {
      const { friendly_name: name } = request.body
      if (name !== undefined) {
        await transaction`
          update auth.mfa_factors set friendly_name = ${name}, updated_at = now() where id = ${factorId}`
      }
      const details = { factor_id: factorId, by: 'administrator' }
      await audit(transaction, 'factor_updated', user, clientOf(request), details)
    })
    const changed = (await requireUserOf(sql, request)).factors.find(({ id }) => id === factorId)
    if (!changed) throw new AuthError('mfa_factor_not_found')
    return viewFactor(changed)
  })

  app.delete('/admin/users/:id/factors/:factor', async (request) => {
    const user = await requireUserOf(sql, request)
    const factorId = factorOf(request, user)
    const summary = user.factors.find(({ id }) => id === factorId)
    await inTransaction(context, async (transaction) => {
      const [row] = await transaction<FactorRow[]>`select * from auth.mfa_factors where id = ${factorId} for update`
      if (row) await removeFactor(transaction, row)
      const about = { factor_id: factorId, factor_type: summary?.factor_type, status: summary?.status }
      await audit(transaction, 'factor_deleted', user, clientOf(request), { ...about, by: 'administrator' })
    })
    return summary && viewFactor(summary)
  })
}

function factorOf(request: FastifyRequest, user: UserRow): string {
  const { factor } = request.params as { factor: string } // both paths that use this declare :factor
  const id = factorIdOf({ params: { id: factor } })
  if (!user.factors.some((one) => one.id === id)) throw new AuthError('mfa_factor_not_found')
  return id
}
