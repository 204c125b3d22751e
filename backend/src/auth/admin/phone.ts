import { AuthError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { findUserByPhone, refreshProviders, upsertPhoneIdentity } from '../users/users.ts'

/** Sets an account's phone number immediately, confirmed or not, without a text message. @throws {AuthError} if another account has it. */
export async function setPhone(sql: Queryable, userId: string, phone: string, confirmed: boolean): Promise<void> {
  const owner = await findUserByPhone(sql, phone)
  if (owner && owner.id !== userId) throw takenPhone()
  const confirmedAt = confirmed ? sql`now()` : sql`case when phone = ${phone} then phone_confirmed_at end`
  await sql`
    update auth.users set phone_confirmed_at = ${confirmedAt}, phone = ${phone}, phone_change = null,
      phone_change_sent_at = null, updated_at = now()
    where id = ${userId}`
  await upsertPhoneIdentity(sql, userId, phone, confirmed || (owner?.phone_confirmed_at ?? null) !== null)
  await refreshProviders(sql, userId)
}

export function takenPhone(): AuthError {
  return new AuthError('phone_exists', { message: 'Phone number already registered by another user' })
}
