import type { Queryable } from '../queryable.ts'

const METHODS = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn', recovery_code: 'recovery_code' } as const

/**
 * Deletes a factor. Sessions raised by it fall back to aal1, unless they verified another factor too. Recovery codes are deleted
 * with the last other verified factor.
 */
export async function removeFactor(
  sql: Queryable,
  { id, user_id: userId, factor_type: type }: { id: string; user_id: string; factor_type: keyof typeof METHODS },
): Promise<void> {
  const tied = await sql<{ id: string }[]>`select id from auth.sessions where factor_id = ${id} for update`
  const sessions = tied.map((session) => session.id)
  await sql`
    delete from auth.mfa_amr_claims where session_id = any(${sessions}) and authentication_method = ${METHODS[type]}`
  await sql`
    update auth.sessions s set factor_id = null, updated_at = now(), aal = case when exists (
      select from auth.mfa_amr_claims a
      where a.session_id = s.id and a.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'recovery_code')
    ) then 'aal2' else 'aal1' end
    where s.id = any(${sessions})`
  await sql`delete from auth.mfa_factors where id = ${id}`
  await sql`
    delete from auth.mfa_factors f where f.user_id = ${userId} and f.factor_type = 'recovery_code' and not exists (
      select from auth.mfa_factors o
      where o.user_id = f.user_id and o.factor_type <> 'recovery_code' and o.status = 'verified'
    )`
}
