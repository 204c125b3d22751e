import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import postgres from '#postgres'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { inTransaction, lockUser } from '../users/users.ts'
import { refuseDisabled } from './factor-row.ts'
import { readFactorPhone, requireNoVerifiedPhone } from './phone.ts'
import { newTotp, sealTotp } from './totp.ts'
import { requireUserSession, type UserSession } from './user-session.ts'

const EnrollBody = Type.Object({
  factor_type: Type.Optional(Type.String()),
  friendly_name: Type.Optional(Type.String({ maxLength: 120 })),
  issuer: Type.Optional(Type.String({ maxLength: 120 })),
  phone: Type.Optional(Type.String()),
})
type EnrollBody = Static<typeof EnrollBody>

/** Abandoned enrolments older than this are deleted at the next one. */
const ABANDONED_SECONDS = 300

/** POST /factors: starts enrolling a factor, which becomes active with its first successful verification. */
export const enrollFactor: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.post('/factors', { schema: { body: EnrollBody } }, async (request) => {
    const person = await requireUserSession(context, request, { owingFactor: true })
    const { factor_type: type, friendly_name: name = '' } = request.body
    if (type !== 'totp' && type !== 'phone' && type !== 'webauthn') {
      throw invalid('factor_type needs to be totp, phone, or webauthn')
    }
    if (!context.config.auth.mfa.types.includes(type)) throw refuseDisabled('enroll', type)

    const phone = type === 'phone' ? readFactorPhone(request.body.phone) : null
    const id = randomUUID()
    const totp = type === 'totp' ? newTotp(issuerOf(context, request.body), person.user.email ?? person.user.id) : null
    const sealed = totp && (await sealTotp(context, id, totp.secret))
    await inTransaction(context, async (sql) => {
      await requireFactorAllowed(context, sql, person, name, phone)
      await sql`
        insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret, phone)
        values (${id}, ${person.user.id}, ${name}, ${type}, ${sealed}, ${phone})`
      await audit(sql, 'factor_in_progress', person.user, clientOf(request), { factor_id: id, factor_type: type })
    }).catch((error: unknown) => {
      throw isTakenName(error) ? nameConflict(name, error) : error
    })
    return { id, type, friendly_name: name, ...(totp ? { totp } : {}), ...(phone ? { phone } : {}) }
  })
}

/** Rejects one factor too many, and a factor beside a verified one unless the session is aal2. */
async function requireFactorAllowed(
  context: AuthContext,
  sql: Queryable,
  { user, aal }: UserSession,
  name: string,
  phone: string | null,
) {
  await lockUser(sql, user.id)
  await sql`
    delete from auth.mfa_factors f
    where f.user_id = ${user.id} and f.status = 'unverified'
      and f.created_at < now() - make_interval(secs => ${ABANDONED_SECONDS})
      and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`
  if (phone !== null) await requireNoVerifiedPhone(sql, user.id, phone)
  const factors = await sql<{ status: string; friendly_name: string | null }[]>`
    select status, friendly_name from auth.mfa_factors where user_id = ${user.id} and factor_type <> 'recovery_code'`
  // Checked again under the lock: a factor may have been verified since the request arrived.
  if (factors.some((factor) => factor.status === 'verified') && aal !== 'aal2') {
    throw new AuthError('insufficient_aal', { status: 403, message: 'AAL2 required to enroll a new factor' })
  }
  if (factors.length >= context.config.auth.mfa.maxFactors) throw new AuthError('too_many_enrolled_mfa_factors')
  if (name.trim() !== '' && factors.some((factor) => factor.friendly_name === name)) throw nameConflict(name)
}

function issuerOf({ config }: AuthContext, { issuer }: EnrollBody): string {
  return issuer || new URL(config.auth.siteUrl).host
}

function nameConflict(name: string, cause?: unknown): AuthError {
  const message = `A factor with the friendly name "${name}" for this user already exists`
  return new AuthError('mfa_factor_name_conflict', { message, cause })
}

function isTakenName(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.constraint_name === 'mfa_factors_friendly_name_key'
}
