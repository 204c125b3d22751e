import type { AuthError } from './errors.ts'
import type { SessionTokens } from './sessions.ts'

/** RFC 6749's words for an error, by our status; other statuses have none. */
const OAUTH_WORDS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** The implicit flow: tokens in the fragment, which no server gets to see. `sb` marks the fragment as ours. */
export function redirectWithTokens(to: string, tokens: SessionTokens, type: string): string {
  return withFragment(to, {
    access_token: tokens.access_token,
    expires_at: String(tokens.expires_at),
    expires_in: String(tokens.expires_in),
    refresh_token: tokens.refresh_token,
    sb: '',
    token_type: tokens.token_type,
    type,
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

function withFragment(to: string, values: Record<string, string>): string {
  return `${to.replace(/#.*$/, '')}#${new URLSearchParams(values)}`
}

function withQuery(to: string, values: Record<string, string>): string {
  const url = new URL(to)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}
