import type { FastifyRequest } from 'fastify'
import type { CaptchaConfig } from '../../config/captcha.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { isAdministrator } from '../sessions/bearer.ts'

const TIMEOUT_MS = 5000

/** Turnstile and hCaptcha share one protocol; only their URLs differ. */
const ADDRESSES = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const

/** A `preHandler` that requires a solved captcha if one is configured; administrators are exempt. */
export function captchaOf(
  context: Pick<AuthContext, 'keyring' | 'config' | 'log'>,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { captcha } = context.config.auth
    if (captcha === null || (await isAdministrator(context, request))) return
    const token = tokenOf(request.body)
    if (!token) throw refused('no captcha_token found')
    const codes = await problemsWith(captcha, token, request.ip).catch((err: unknown) => {
      context.log.error({ err }, 'the captcha service is unreachable')
      throw refused('captcha verification process failed')
    })
    if (codes !== null) throw refused(codes.join(', ') || 'captcha response was not accepted')
  }
}

/** The service's error codes for a token, or null if it is valid. */
async function problemsWith(
  { provider, secret, address }: CaptchaConfig,
  token: string,
  ip: string,
): Promise<readonly string[] | null> {
  const answer = await fetch(address ?? ADDRESSES[provider], {
    method: 'POST',
    body: new URLSearchParams({ secret, response: token, remoteip: ip }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const verdict = (await answer.json()) as { success?: unknown; 'error-codes'?: unknown }
  if (verdict.success === true) return null
  const codes = verdict['error-codes']
  return Array.isArray(codes) ? codes.filter((code): code is string => typeof code === 'string') : []
}

function tokenOf(body: unknown): string | null {
  const security = (body as { gotrue_meta_security?: { captcha_token?: unknown } | null } | undefined)
    ?.gotrue_meta_security
  const token = security?.captcha_token
  return typeof token === 'string' && token !== '' && token.length <= 4096 ? token : null
}

function refused(why: string): AuthError {
  return new AuthError('captcha_failed', { message: `captcha protection: request disallowed (${why})` })
}
