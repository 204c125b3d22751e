import { createHmac, randomInt } from 'node:crypto'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import type { UserSession } from './user-session.ts'

/** Three groups of four: 60 bits per code. No letters that look like digits (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Locks a user's recovery codes until the transaction ends. */
export async function lockCodes(sql: Queryable, { user }: UserSession): Promise<{ id: string; friendly_name: string }> {
  const [factor] = await sql<{ id: string; friendly_name: string }[]>`
    select id, friendly_name from auth.mfa_factors
    where user_id = ${user.id} and factor_type = 'recovery_code' for update`
  if (!factor) throw new AuthError('mfa_factor_not_found')
  return factor
}

export function newCode(): string {
  const letters = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`
}

/** Keyed, so that a copy of the table alone reveals nothing. Ignores case, blanks and dashes; reads o as 0, and i and l as 1. */
export function hashOf({ keyring }: AuthContext, factorId: string, code: string): Buffer {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return createHmac('sha256', keyring.deriveSecret(`recovery-code:${factorId}`))
    .update(letters)
    .digest()
}
