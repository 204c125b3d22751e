import type { FactorType } from '../../config/factors.ts'
import { AuthError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { isUuid } from '../sessions/bearer.ts'

/** A row of auth.mfa_factors. */
export interface FactorRow {
  readonly id: string
  readonly user_id: string
  readonly friendly_name: string | null
  readonly factor_type: FactorType | 'recovery_code'
  readonly status: 'unverified' | 'verified'
  /** Encrypted; see totp.ts. */
  readonly secret: string | null
  readonly last_used_step: string | null
  readonly web_authn_credential: StoredCredential | null
  readonly phone: string | null
  readonly last_challenged_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** The stored part of a security key; the public key is base64url. */
interface StoredCredential {
  readonly id: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

/** The factor id of a path. */
export function factorIdOf(request: { params: unknown }): string {
  const { id } = request.params as { id: string } // every path that uses this declares :id
  if (!isUuid(id)) throw new AuthError('validation_failed', { status: 404, message: 'factor_id must be an UUID' })
  return id.toLowerCase()
}

/** The caller's own factor, locked until the transaction ends. */
export async function lockFactor(sql: Queryable, userId: string, factorId: string): Promise<FactorRow> {
  const [factor] = await sql<FactorRow[]>`
    select * from auth.mfa_factors
    where id = ${factorId} and user_id = ${userId} and factor_type <> 'recovery_code' for update`
  if (!factor) throw new AuthError('mfa_factor_not_found')
  return factor
}

const TYPE_NAMES = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' } as const

export function refuseDisabled(kind: 'enroll' | 'verify', type: FactorType): AuthError {
  const what = kind === 'enroll' ? 'MFA enroll is disabled for' : 'MFA verification is disabled for'
  return new AuthError(`mfa_${type}_${kind}_not_enabled`, { message: `${what} ${TYPE_NAMES[type]}` })
}
