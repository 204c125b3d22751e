import Type from 'typebox'
import { type AccountEnvironment, type AccountRules, readAccountRules } from './config-accounts.ts'
import { type FederationConfig, type FederationEnvironment, readFederation } from './config-federation.ts'
import type { HookTargets } from './config-hooks.ts'
import type { LimitAllowances } from './config-limits.ts'
import { type PasswordEnvironment, type PasswordRules, readPasswordRules } from './config-passwords.ts'
import type { ProviderConfig } from './config-providers.ts'

export type FactorType = 'totp' | 'phone' | 'webauthn'

export type AuthConfig = FederationConfig & AccountRules & AuthOptions

type AuthOptions = Readonly<{
  siteUrl: string
  redirectAllowList: readonly string[]
  /** False closes the door for new accounts; administrators still make them. */
  signups: boolean
  /** True lets people begin without an address; they may add one later and keep everything. */
  anonymous: boolean
  /** After how many days without use such an account is removed; null keeps it. */
  anonymousDays: number | null
  /** True confirms an e-mail address at sign-up, without a mail. */
  autoconfirm: boolean
  /** True lets people have an account by phone number. */
  phone: boolean
  /** True confirms a phone number without a text message. */
  smsAutoconfirm: boolean
  smsOtpSeconds: number
  /** Numbers that are never sent anything, and the code that counts for each. */
  testOtps: ReadonlyMap<string, string>
  accessTokenSeconds: number
  refreshReuseIntervalSeconds: number
  sessions: SessionLimits
  passwords: PasswordRules
  /** The least time between two mails of one kind to one user. */
  mailGapSeconds: number
  otpSeconds: number
  rateLimits: boolean
  limits: LimitAllowances
  /** Who is asked whether a person solved a captcha; null asks nobody. */
  captcha: CaptchaConfig | null
  mfa: Readonly<{
    types: readonly FactorType[]
    /** Factors one account may have, and how many of them verified. */
    maxFactors: number
    challengeSeconds: number
  }>
  /** Where the application has a say. */
  hooks: HookTargets
  /** Whom people may sign in through. */
  providers: readonly ProviderConfig[]
  /** What the addresses of providers that administrators add may lead to; `off` lets them add none. */
  customProviders: 'off' | 'public' | 'any'
  /** True lets people link and unlink identities themselves. */
  manualLinking: boolean
  /** True offers sign-in with a passkey alone. */
  passkeys: boolean
  /** Who asks for passkeys (WebAuthn Level 2, section 5.4.2): the domain they belong to and the pages that may use them. */
  relyingParty: Readonly<{ id: string; name: string; origins: readonly string[] }>
}>

/** How long a session may live; null for no limit. Seconds. */
export type SessionLimits = Readonly<{
  /** From sign-in on. */
  timeboxSeconds: number | null
  /** From the last refresh on. */
  inactivitySeconds: number | null
  /** From sign-in on, for who has a second factor and has not shown it. */
  lowAalSeconds: number | null
  /** True: only the session that was refreshed last goes on. */
  singlePerUser: boolean
}>

export type CaptchaConfig = Readonly<{
  provider: 'turnstile' | 'hcaptcha'
  secret: string
  /** In place of the service's own address. */
  address: string | null
}>

const Flag = Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('true'), Type.Literal('false')])
const Seconds = Type.String({ pattern: '^[1-9][0-9]{0,8}$' })
const FACTOR_TYPES = ['totp', 'phone', 'webauthn'] as const

/** The variables, for the schema of the environment. */
export const AUTH_VARIABLES = {
  AUTH_AUTOCONFIRM: Flag,
  AUTH_REDIRECT_URLS: Type.String({ minLength: 1 }),
  AUTH_RATE_LIMITS: Flag,
  AUTH_CAPTCHA_PROVIDER: Type.Union([Type.Literal('turnstile'), Type.Literal('hcaptcha')]),
  AUTH_CAPTCHA_SECRET: Type.String({ minLength: 1 }),
  AUTH_CAPTCHA_URL: Type.String({ pattern: '^https?://[^\\s]+$' }),
  AUTH_SIGNUPS: Flag,
  AUTH_ANONYMOUS: Flag,
  AUTH_ANONYMOUS_DAYS: Type.String({ pattern: '^[1-9][0-9]{0,4}$' }),
  AUTH_PHONE: Flag,
  AUTH_SMS_AUTOCONFIRM: Flag,
  AUTH_TEST_OTPS: Type.String({ pattern: '^[1-9][0-9]{1,14}=[0-9]{6}(,[1-9][0-9]{1,14}=[0-9]{6})*$' }),
  AUTH_MFA: Type.String({ pattern: `^(none|(${FACTOR_TYPES.join('|')})(,(${FACTOR_TYPES.join('|')}))*)$` }),
  AUTH_CUSTOM_PROVIDERS: Type.Union([Type.Literal('off'), Type.Literal('public'), Type.Literal('any')]),
  AUTH_MANUAL_LINKING: Flag,
  AUTH_PASSKEYS: Flag,
  AUTH_RELYING_PARTY_ID: Type.String({ pattern: '^[a-z0-9.-]{1,253}$' }),
  AUTH_RELYING_PARTY_ORIGINS: Type.String({ pattern: '^https?://[^\\s,]+(,https?://[^\\s,]+)*$' }),
  AUTH_SESSION_TIMEBOX: Seconds,
  AUTH_SESSION_INACTIVITY: Seconds,
  AUTH_SESSION_LOW_AAL: Seconds,
  AUTH_SESSION_SINGLE: Flag,
}

const FLAG = '0 or 1'
const SECONDS = 'a whole number of seconds above 0'

/** What each variable should have looked like, for people. */
export const AUTH_EXPECTED: Readonly<Record<keyof typeof AUTH_VARIABLES, string>> = {
  AUTH_AUTOCONFIRM: FLAG,
  AUTH_REDIRECT_URLS: 'addresses with a comma between them',
  AUTH_RATE_LIMITS: FLAG,
  AUTH_CAPTCHA_PROVIDER: 'turnstile or hcaptcha',
  AUTH_CAPTCHA_SECRET: 'the secret of your account there',
  AUTH_CAPTCHA_URL: 'an http or https address',
  AUTH_SIGNUPS: FLAG,
  AUTH_ANONYMOUS: FLAG,
  AUTH_ANONYMOUS_DAYS: 'a whole number of days above 0',
  AUTH_PHONE: FLAG,
  AUTH_SMS_AUTOCONFIRM: FLAG,
  AUTH_TEST_OTPS: 'numbers without a plus and their codes, as in 15550001111=123456, with a comma between them',
  AUTH_MFA: `none, or some of ${FACTOR_TYPES.join(', ')} with a comma between them`,
  AUTH_CUSTOM_PROVIDERS: 'off, public or any',
  AUTH_MANUAL_LINKING: FLAG,
  AUTH_PASSKEYS: FLAG,
  AUTH_RELYING_PARTY_ID: 'a domain name',
  AUTH_RELYING_PARTY_ORIGINS: 'http or https origins with a comma between them',
  AUTH_SESSION_TIMEBOX: SECONDS,
  AUTH_SESSION_INACTIVITY: SECONDS,
  AUTH_SESSION_LOW_AAL: SECONDS,
  AUTH_SESSION_SINGLE: FLAG,
}

type AuthEnvironment = FederationEnvironment &
  AccountEnvironment &
  PasswordEnvironment &
  Readonly<Partial<Record<keyof typeof AUTH_VARIABLES, string>>>

/** Reads what AUTH_VARIABLES has checked. */
export function readAuth(
  env: AuthEnvironment,
  {
    publicUrl,
    production,
    brandName,
    mails,
    sms,
    providers,
    hooks,
    limits,
  }: {
    publicUrl: string
    production: boolean
    brandName: string
    mails: boolean
    sms: boolean
    providers: readonly ProviderConfig[]
    hooks: HookTargets
    limits: LimitAllowances
  },
): AuthConfig {
  return {
    ...readFederation(env),
    ...readAccountRules(env, { captcha: env.AUTH_CAPTCHA_PROVIDER === undefined ? null : captchaProvider(env) }),
    siteUrl: publicUrl,
    redirectAllowList: listOf(env.AUTH_REDIRECT_URLS),
    signups: isOn(env.AUTH_SIGNUPS, true),
    anonymous: isOn(env.AUTH_ANONYMOUS, false),
    anonymousDays: env.AUTH_ANONYMOUS_DAYS === undefined ? null : Number(env.AUTH_ANONYMOUS_DAYS),
    // Without a mail server nobody could click a confirmation link, so a fresh clone confirms at once.
    autoconfirm: isOn(env.AUTH_AUTOCONFIRM, !mails),
    phone: isOn(env.AUTH_PHONE, false),
    smsAutoconfirm: isOn(env.AUTH_SMS_AUTOCONFIRM, !sms),
    smsOtpSeconds: 60,
    testOtps: new Map(listOf(env.AUTH_TEST_OTPS).map((pair) => pair.split('=') as [string, string])),
    accessTokenSeconds: 3600,
    refreshReuseIntervalSeconds: 10,
    sessions: {
      timeboxSeconds: secondsOf(env.AUTH_SESSION_TIMEBOX),
      inactivitySeconds: secondsOf(env.AUTH_SESSION_INACTIVITY),
      lowAalSeconds: secondsOf(env.AUTH_SESSION_LOW_AAL),
      singlePerUser: isOn(env.AUTH_SESSION_SINGLE, false),
    },
    passwords: readPasswordRules(env, { production }),
    mailGapSeconds: Number(env.AUTH_SEND_GAP ?? 60),
    otpSeconds: 86_400,
    rateLimits: isOn(env.AUTH_RATE_LIMITS, true),
    limits,
    captcha:
      env.AUTH_CAPTCHA_PROVIDER && env.AUTH_CAPTCHA_SECRET
        ? {
            provider: captchaProvider(env),
            secret: env.AUTH_CAPTCHA_SECRET,
            address: env.AUTH_CAPTCHA_URL ?? null,
          }
        : null,
    mfa: {
      // By phone only where a gateway sends the codes, unless it is asked for.
      types: FACTOR_TYPES.filter((type) =>
        listOf(env.AUTH_MFA ?? (sms ? 'totp,phone,webauthn' : 'totp,webauthn')).includes(type),
      ),
      maxFactors: 10,
      challengeSeconds: 300,
    },
    hooks,
    providers,
    customProviders: env.AUTH_CUSTOM_PROVIDERS === undefined ? 'public' : reachOf(env.AUTH_CUSTOM_PROVIDERS),
    manualLinking: isOn(env.AUTH_MANUAL_LINKING, false),
    passkeys: isOn(env.AUTH_PASSKEYS, true),
    relyingParty: {
      id: env.AUTH_RELYING_PARTY_ID ?? new URL(publicUrl).hostname,
      name: brandName,
      origins: env.AUTH_RELYING_PARTY_ORIGINS
        ? listOf(env.AUTH_RELYING_PARTY_ORIGINS).map((url) => new URL(url).origin)
        : [new URL(publicUrl).origin],
    },
  }
}

function captchaProvider(env: AuthEnvironment): CaptchaConfig['provider'] {
  return env.AUTH_CAPTCHA_PROVIDER === 'hcaptcha' ? 'hcaptcha' : 'turnstile'
}

function reachOf(text: string): AuthOptions['customProviders'] {
  return text === 'any' || text === 'off' ? text : 'public'
}

function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function secondsOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}

function isOn(flag: string | undefined, otherwise: boolean): boolean {
  return flag === undefined ? otherwise : flag === '1' || flag === 'true'
}
