import type { AuthError } from '../errors.ts'
import type { SessionTokens } from '../sessions/sessions.ts'

/** RFC 6749 error codes by our status; other statuses have none. */
const OAUTH_WORDS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** The implicit flow: tokens in the fragment, which is never sent to a server. `sb` marks the fragment as ours. */
export function redirectWithTokens(
  to: string,
  tokens: SessionTokens,
  type: string | null,
  extra: Record<string, string> = {},
): string {
  return withFragment(to, {
    access_token: tokens.access_token,
    expires_at: String(tokens.expires_at),
    expires_in: String(tokens.expires_in),
    ...extra,
    refresh_token: tokens.refresh_token,
    sb: '',
    token_type: tokens.token_type,
    ...(type === null ? {} : { type }),
  })
}

export function redirectWithCode(to: string, code: string): string {
  return withQuery(to, { code })
}

export function redirectWithMessage(to: string, message: string, pkce: boolean): string {
  return withFragment(pkce ? withQuery(to, { message }) : to, { message, sb: '' })
}

export function redirectWithError(to: string, error: AuthError, pkce: boolean): string {
  const word = OAUTH_WORDS[error.status]
  const told = { ...(word ? { error: word } : {}), error_code: error.code, error_description: error.message }
  return withFragment(pkce ? withQuery(to, told) : to, { ...told, sb: '' })
}

/** Errors that users, not programs, must recognise as a denial. */
const DENIALS: ReadonlySet<string> = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification'])

/** Reports a failed provider sign-in in the query, and on the app's own page also in the fragment. */
export function redirectWithProviderError(to: string, error: AuthError, where: 'query' | 'both'): string {
  const word = DENIALS.has(error.code) ? 'access_denied' : (error.word ?? OAUTH_WORDS[error.status] ?? 'server_error')
  const told = { error: word, error_code: error.code, error_description: error.message }
  const query = withQuery(to, told)
  return where === 'both' ? withFragment(query, { ...told, sb: '' }) : query
}

function withFragment(to: string, values: Record<string, string>): string {
  return `${to.replace(/#.*$/, '')}#${new URLSearchParams(values)}`
}

function withQuery(to: string, values: Record<string, string>): string {
  const url = new URL(to)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}
