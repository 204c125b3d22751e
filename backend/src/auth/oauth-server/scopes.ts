/** What an application may ask for (OpenID Connect Core, section 5.4). */
export const SCOPES = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const
const DEFAULT_SCOPES = ['email']

/** The scopes of a request in the order of the list above, or null when one is unknown. */
export function readScopes(text: string | undefined): readonly string[] | null {
  const asked = (text ?? '').split(' ').filter(Boolean)
  if (asked.length === 0) return DEFAULT_SCOPES
  const known: readonly string[] = SCOPES
  return asked.every((scope) => known.includes(scope)) ? SCOPES.filter((scope) => asked.includes(scope)) : null
}
