import { OAuthStyleError } from '../errors.ts'
import { mayRedirectTo, type RedirectRules } from '../redirects/redirects.ts'
import type { SignInMessage } from './message.ts'

/** How far the issue time of a message may be in the past or future. */
export const WINDOW_MS = 10 * 60_000

const TITLES = { ethereum: 'Ethereum', solana: 'Solana' } as const

/** Rejects messages signed for another site or another time. @throws {OAuthStyleError} */
export function requireMeantForUs(rules: RedirectRules, message: SignInMessage, now: Date): void {
  const title = TITLES[message.chain]
  const { uri, domain } = message
  const isLocal = uri.hostname === 'localhost'
  if (uri.protocol !== 'https:' && !isLocal) {
    throw refused(`Signed ${title} message is using URI which does not use HTTPS`)
  }
  if (!mayRedirectTo(rules, uri.href)) {
    throw refused(
      `Signed ${title} message is using URI which is not allowed on this server, message was signed for another app`,
    )
  }
  // Wallets compare the domain with the requesting page, so the domain is what keeps other pages out, local ones too.
  if (domain.toLowerCase() !== uri.host || (!isLocal && !mayRedirectTo(rules, `https://${domain}/`))) {
    throw refused(`Signed ${title} message is using a Domain which is not allowed on this server`)
  }
  if (message.notBefore && message.notBefore > now) {
    throw refused(`Signed ${title} message becomes valid in the future`)
  }
  if (message.expiresAt && message.expiresAt <= now) throw refused(`Signed ${title} message is expired`)
  const age = now.getTime() - message.issuedAt.getTime()
  if (age > WINDOW_MS) throw refused(`${title} message was issued too long ago`)
  if (age < -WINDOW_MS) throw refused(`${title} message was issued too far in the future`)
}

function refused(why: string): OAuthStyleError {
  return new OAuthStyleError('invalid_grant', why)
}
