import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import type { AuthContext } from '../context.ts'
import { seal, unseal } from '../sealed.ts'

/** RFC 6238 as authenticator apps implement it: SHA-1, six digits, a new code every 30 seconds. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Tolerated clock skew of the user's device. */
const SKEW_STEPS = 1

export interface TotpEnrolment {
  /** An SVG document. */
  readonly qr_code: string
  /** Base32, for users who can't scan the code. */
  readonly secret: string
  readonly uri: string
}

/** A new secret (20 bytes, as RFC 4226 recommends), in the forms that authenticator apps read. */
export function newTotp(issuer: string, account: string): TotpEnrolment {
  const totp = new TOTP({ issuer, label: account, secret: new Secret({ size: 20 }), ...PARAMETERS })
  const [path = '', query = ''] = totp.toString().split('?')
  const uri = `${path}?${query.split('&').sort().join('&')}`
  return { qr_code: renderSVG(uri), secret: totp.secret.base32, uri }
}

export function sealTotp(context: AuthContext, factorId: string, secret: string): Promise<string> {
  return seal(context, `totp:${factorId}`, secret)
}

/** The time step that the code belongs to, or null when it is wrong. */
export async function stepOfCode(
  context: AuthContext,
  factor: { id: string; secret: string | null },
  code: string,
  now: number = Date.now(),
): Promise<number | null> {
  if (factor.secret === null || !/^\d{6}$/.test(code)) return null
  const secret = Secret.fromBase32(await unseal(context, `totp:${factor.id}`, factor.secret))
  const delta = new TOTP({ secret, ...PARAMETERS }).validate({ token: code, window: SKEW_STEPS, timestamp: now })
  return delta === null ? null : Math.floor(now / 1000 / PARAMETERS.period) + delta
}
