import type { UserRow } from '../users/user-row.ts'
import type { OutgoingNotice } from './auth-emails.ts'

/** The notice about a new phone number, with only its last three digits. */
export function phoneChanged(user: UserRow): OutgoingNotice {
  return { kind: 'phone_changed', user, details: { lastDigits: (user.phone ?? '').slice(-3) } }
}

/** The notice that a second factor was added or removed. */
export function factorNotice(
  kind: 'mfa_factor_enrolled' | 'mfa_factor_unenrolled',
  user: UserRow,
  type: string,
): OutgoingNotice {
  return { kind, user, details: { factor: type } }
}
