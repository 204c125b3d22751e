import { AUTH_SENTENCES } from '../../i18n/auth-errors.ts'
import { t } from '../../i18n/t.ts'

/**
 * The message for an error that an email link or a provider returned instead of a session: the implicit flow puts it into the hash, PKCE
 * into the query.
 */
export function redirectError(address: Pick<Location, 'hash' | 'search'>): string | null {
  for (const part of [address.hash.slice(1), address.search.slice(1)]) {
    const answer = new URLSearchParams(part)
    // Both are required, so that a page's own `error` parameter is not mistaken for one.
    if (!answer.has('error') || !answer.has('error_description')) continue
    const code = answer.get('error_code') ?? ''
    if (code === 'otp_expired') return t('common.auth.linkInvalid')
    return AUTH_SENTENCES[code] ?? answer.get('error_description')
  }
  return null
}
