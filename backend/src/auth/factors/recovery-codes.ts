import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { inTransaction, lockUser } from '../users/users.ts'
import { hashOf, lockCodes, newCode } from './recovery-code.ts'
import { requireUserSession, type UserSession } from './user-session.ts'

const GenerateBody = Type.Object({ friendly_name: Type.Optional(Type.String({ maxLength: 120 })) })

const CODES = 10
const DEFAULT_NAME = 'Recovery codes'

/** /factors/recovery-codes: single-use codes for users who lost every other factor. They are shown once and stored as hashes. */
export const recoveryCodes: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.get('/factors/recovery-codes', async (request) => {
    const { user } = await requireUserSession(context, request)
    const [status] = await context.sql<{ id: string; total: number; remaining: number }[]>`
      select f.id, count(c.*)::int as total, count(c.*) filter (where c.used_at is null)::int as remaining
      from auth.mfa_factors f left join auth.mfa_recovery_codes c on c.factor_id = f.id
      where f.user_id = ${user.id} and f.factor_type = 'recovery_code' group by f.id`
    if (!status) throw new AuthError('mfa_factor_not_found')
    return { ...status, type: 'recovery_code' }
  })

  app.post('/factors/recovery-codes', { schema: { body: GenerateBody } }, async (request) => {
    const person = await requireAal2(context, request)
    const name = request.body.friendly_name?.trim() || DEFAULT_NAME
    return inTransaction(context, async (sql) => {
      await lockUser(sql, person.user.id)
      const [factor] = await sql<{ id: string }[]>`
        insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
        select ${person.user.id}, ${name}, 'recovery_code', 'verified'
        where exists (select from auth.mfa_factors where user_id = ${person.user.id} and status = 'verified')
        on conflict do nothing returning id`
      if (!factor)
        throw new AuthError('mfa_factor_name_conflict', {
          message: 'Recovery codes exist already, or need a verified factor first',
        })
      const details = { factor_id: factor.id, factor_type: 'recovery_code' }
      await audit(sql, 'factor_in_progress', person.user, clientOf(request), details)
      return newCodes(context, sql, factor.id, name)
    })
  })

  app.post('/factors/recovery-codes/regenerate', async (request) => {
    const person = await requireAal2(context, request)
    return inTransaction(context, async (sql) => {
      const factor = await lockCodes(sql, person)
      await sql`delete from auth.mfa_recovery_codes where factor_id = ${factor.id}`
      const details = { factor_id: factor.id, factor_type: 'recovery_code' }
      await audit(sql, 'factor_updated', person.user, clientOf(request), details)
      return newCodes(context, sql, factor.id, factor.friendly_name)
    })
  })

  app.delete('/factors/recovery-codes', async (request) => {
    const person = await requireAal2(context, request)
    return inTransaction(context, async (sql) => {
      const { id } = await lockCodes(sql, person)
      await sql`delete from auth.mfa_factors where id = ${id}`
      const details = { factor_id: id, factor_type: 'recovery_code', status: 'verified' }
      await audit(sql, 'factor_unenrolled', person.user, clientOf(request), details)
      return { id }
    })
  })
}

/** Recovery codes can be managed only in an aal2 session. */
async function requireAal2(
  context: AuthContext,
  request: Parameters<typeof requireUserSession>[1],
): Promise<UserSession> {
  const person = await requireUserSession(context, request, { owingFactor: true })
  if (person.aal !== 'aal2') {
    throw new AuthError('insufficient_aal', { status: 403, message: 'AAL2 required to manage recovery codes' })
  }
  return person
}

async function newCodes(context: AuthContext, sql: Queryable, factorId: string, name: string) {
  const codes = Array.from({ length: CODES }, newCode)
  const rows = codes.map((code) => ({ factor_id: factorId, code_hash: hashOf(context, factorId, code) }))
  await sql`insert into auth.mfa_recovery_codes ${sql(rows)}`
  return { id: factorId, type: 'recovery_code', friendly_name: name, total: codes.length, codes }
}
