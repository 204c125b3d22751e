import Type from 'typebox'

export type AccountRules = Readonly<{
  /** What a new password asks for, beside a session. */
  passwordUpdate: Readonly<{
    /** A code from a mail, when the session is older than a day. */
    reauthentication: boolean
    currentPassword: boolean
  }>
  /** True tells people by mail what changed about the way into their account. */
  notices: boolean
  /** Where an operator's own words for mails and text messages are, one file for each language; null keeps ours. */
  wordsDir: string | null
  /** Domains of addresses that are thrown away after use; empty refuses none. */
  disposable: Readonly<{ isOn: boolean; file: string | null }>
  /** The widget that people solve, for pages of ours; null when nobody is asked. */
  captchaWidget: Readonly<{ siteKey: string; scriptUrl: string }> | null
}>

const Flag = Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('true'), Type.Literal('false')])

export const ACCOUNT_VARIABLES = {
  AUTH_REAUTHENTICATION: Flag,
  AUTH_CURRENT_PASSWORD: Flag,
  AUTH_NOTICES: Flag,
  AUTH_SEND_GAP: Type.String({ pattern: '^(0|[1-9][0-9]{0,4})$' }),
  AUTH_REFUSE_DISPOSABLE: Flag,
  AUTH_DISPOSABLE_FILE: Type.String({ minLength: 1 }),
  AUTH_WORDS_DIR: Type.String({ minLength: 1 }),
  AUTH_CAPTCHA_SITE_KEY: Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' }),
  AUTH_CAPTCHA_SCRIPT_URL: Type.String({ pattern: '^https?://[^\\s"\'<>;]+$' }),
}

export const ACCOUNT_EXPECTED: Readonly<Record<keyof typeof ACCOUNT_VARIABLES, string>> = {
  AUTH_REAUTHENTICATION: '0 or 1',
  AUTH_CURRENT_PASSWORD: '0 or 1',
  AUTH_NOTICES: '0 or 1',
  AUTH_SEND_GAP: 'a whole number of seconds',
  AUTH_REFUSE_DISPOSABLE: '0 or 1',
  AUTH_DISPOSABLE_FILE: 'the path of a file with one domain a line',
  AUTH_WORDS_DIR: 'the path of a folder with files such as de.json',
  AUTH_CAPTCHA_SITE_KEY: 'the site key of your account there',
  AUTH_CAPTCHA_SCRIPT_URL: 'an http or https address',
}

export type AccountEnvironment = Readonly<Partial<Record<keyof typeof ACCOUNT_VARIABLES, string>>>

const SCRIPTS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
} as const

/** Reads what ACCOUNT_VARIABLES has checked. */
export function readAccountRules(
  env: AccountEnvironment,
  { captcha }: { captcha: keyof typeof SCRIPTS | null },
): AccountRules {
  const isOn = (flag: string | undefined, otherwise: boolean) =>
    flag === undefined ? otherwise : flag === '1' || flag === 'true'
  return {
    passwordUpdate: {
      reauthentication: isOn(env.AUTH_REAUTHENTICATION, false),
      currentPassword: isOn(env.AUTH_CURRENT_PASSWORD, false),
    },
    notices: isOn(env.AUTH_NOTICES, true),
    wordsDir: env.AUTH_WORDS_DIR ?? null,
    disposable: {
      isOn: isOn(env.AUTH_REFUSE_DISPOSABLE, env.AUTH_DISPOSABLE_FILE !== undefined),
      file: env.AUTH_DISPOSABLE_FILE ?? null,
    },
    captchaWidget:
      captcha !== null && env.AUTH_CAPTCHA_SITE_KEY
        ? { siteKey: env.AUTH_CAPTCHA_SITE_KEY, scriptUrl: env.AUTH_CAPTCHA_SCRIPT_URL ?? SCRIPTS[captcha] }
        : null,
  }
}
