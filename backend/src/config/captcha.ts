import { chosen, HTTP_URL, matching, oneOf, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

const CAPTCHAS = ['turnstile', 'hcaptcha'] as const

export type CaptchaConfig = Readonly<{
  provider: (typeof CAPTCHAS)[number]
  secret: string
  /** Overrides the service's default URL. */
  address: string | null
}>

export type CaptchaRules = Readonly<{
  /** Service that verifies captchas; null for none. */
  captcha: CaptchaConfig | null
  /** The captcha widget for our own pages; null for none. */
  captchaWidget: Readonly<{ siteKey: string; scriptUrl: string }> | null
}>

export const CAPTCHA_VARIABLES = {
  AUTH_CAPTCHA_PROVIDER: { ...oneOf(CAPTCHAS), help: 'captcha required for sign-up, sign-in and requests for emails' },
  AUTH_CAPTCHA_SECRET: { ...TEXT, expected: 'the secret of your account there', help: 'secret for verifying tokens' },
  AUTH_CAPTCHA_URL: { ...HTTP_URL, otherwise: "the service's own", help: 'URL for verifying tokens' },
  AUTH_CAPTCHA_SITE_KEY: {
    ...matching('^[A-Za-z0-9_-]{1,100}$', 'the site key of your account there'),
    help: 'site key used by the pages',
  },
  AUTH_CAPTCHA_SCRIPT_URL: {
    ...matching('^https?://[^\\s"\'<>;]+$', 'an http or https address'),
    otherwise: "the service's own",
    help: 'URL of the captcha script',
  },
} as const satisfies Variables

/** Variables that must be set together. */
export const CAPTCHA_GROUPS = [['AUTH_CAPTCHA_PROVIDER', 'AUTH_CAPTCHA_SECRET']] as const

const SCRIPTS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
} as const

export function readCaptcha(env: Values<typeof CAPTCHA_VARIABLES>): CaptchaRules {
  if (!env.AUTH_CAPTCHA_PROVIDER || !env.AUTH_CAPTCHA_SECRET) return { captcha: null, captchaWidget: null }
  const provider = chosen(CAPTCHAS, env.AUTH_CAPTCHA_PROVIDER)
  return {
    captcha: { provider, secret: env.AUTH_CAPTCHA_SECRET, address: env.AUTH_CAPTCHA_URL ?? null },
    captchaWidget: env.AUTH_CAPTCHA_SITE_KEY
      ? { siteKey: env.AUTH_CAPTCHA_SITE_KEY, scriptUrl: env.AUTH_CAPTCHA_SCRIPT_URL ?? SCRIPTS[provider] }
      : null,
  }
}
