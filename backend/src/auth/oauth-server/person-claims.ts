import type { UserRow } from '../users/user-row.ts'

/** The claims about a user under the scopes that the user granted (OpenID Connect Core, section 5.4). */
export function personClaims(user: UserRow, scopes: readonly string[]): Record<string, unknown> {
  const about = user.raw_user_meta_data
  const text = (...names: string[]) =>
    names.map((name) => about[name]).find((one) => typeof one === 'string' && one !== '')
  const has = (scope: string) => scopes.includes(scope)
  return {
    ...(has('email') && user.email ? { email: user.email, email_verified: user.email_confirmed_at !== null } : {}),
    ...(has('phone') && user.phone ? { phone: user.phone, phone_verified: user.phone_confirmed_at !== null } : {}),
    ...(has('profile')
      ? definedOnly({
          name: text('full_name', 'name') ?? fullName(text('first_name'), text('last_name')),
          picture: text('picture', 'avatar_url'),
          preferred_username: text('preferred_username', 'user_name', 'nickname'),
          updated_at: Math.floor(user.updated_at.getTime() / 1000),
        })
      : {}),
  }
}

function fullName(first: unknown, last: unknown): string | undefined {
  return [first, last].filter(Boolean).join(' ') || undefined
}

function definedOnly(claims: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}
