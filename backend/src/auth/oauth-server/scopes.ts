/** Identity scopes that an application may request (OpenID Connect Core, section 5.4). */
export const SCOPES = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const
const DEFAULT_SCOPES = ['email']

/** The requested scopes, data scopes last, or null if one is unknown. */
export function readScopes(text: string | undefined, dataScopes: readonly string[]): readonly string[] | null {
  const asked = (text ?? '').split(' ').filter(Boolean)
  if (asked.length === 0) return DEFAULT_SCOPES
  const known: readonly string[] = [...SCOPES, ...dataScopes]
  return asked.every((scope) => known.includes(scope)) ? known.filter((scope) => asked.includes(scope)) : null
}
