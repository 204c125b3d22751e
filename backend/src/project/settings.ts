import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ADDRESS_RATES } from '../config/rate-limits.ts'
import { StartupError } from '../startup-error.ts'
import { KEYS } from './config-keys.ts'
import { outsideContainers } from './container-hosts.ts'
import { configName, type ProjectPlace } from './find-project.ts'
import { databaseSettings, notices, services, templates, thirdParties } from './more-settings.ts'
import { providers, unknownProviders } from './provider-settings.ts'
import { type ProjectConfig, textOf, type Value, type Values } from './read-config.ts'

type Settings = Record<string, string>

/** The secret and keys of every local Supabase, which .env files contain. They are public, so only valid for local use. */
const LOCAL_SECRET = 'super-secret-jwt-token-with-at-least-32-characters-long'
const LOCAL_KEYS: Settings = {
  JWT_SECRET: LOCAL_SECRET,
  JWT_KEYS: JSON.stringify([
    {
      kty: 'EC',
      kid: 'b81269f1-21d8-4f2e-b719-c2240a840d90',
      use: 'sig',
      key_ops: ['sign', 'verify'],
      alg: 'ES256',
      crv: 'P-256',
      x: 'M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4',
      y: 'P6IXMvA2WYXSHSOMTBH2jsw_9rrzGy89FjPf6oOsIxQ',
      d: 'dIhR8wywJlqlua4y_yMq2SLhlFXDZJBCvFrY1DCHyVU',
    },
  ]),
  ANON_KEY: demoKey('anon'),
  SERVICE_ROLE_KEY: demoKey('service_role'),
  PUBLISHABLE_KEY: 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
  SECRET_KEY: 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
  S3_PROTOCOL_ACCESS_KEY_ID: '625729a08b95bf1b7ff351a663f3a23c',
  S3_PROTOCOL_ACCESS_KEY_SECRET: '850181e4652dd023b7a98c58ae0d2d34bd487ee0cc3254aed6eda37307425907',
}

function demoKey(role: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'supabase-demo', role, exp: 1983812996 })}`
  return `${signed}.${createHmac('sha256', LOCAL_SECRET).update(signed).digest('base64url')}`
}

/**
 * Our variables with defaults from a project's config.toml.
 * @param given  the environment, which decides whether the well-known local keys are used
 */
export function settingsOf(
  place: ProjectPlace,
  { values }: ProjectConfig,
  given: Readonly<Record<string, string | undefined>>,
): Settings {
  const direct = Object.entries(KEYS).flatMap(([name, { sets }]): [string, string][] => {
    const value = values.get(name)
    return sets === undefined || value === undefined || value === '' || isNothing(value) ? [] : [[sets, written(value)]]
  })
  const isProduction = given.NODE_ENV === 'production'
  const isLocal = !isProduction && /^(127\.0\.0\.1|localhost|::1)$/.test(given.HOST || '127.0.0.1')
  // The address of every local Supabase, which projects compare with the issuer of tokens and register with providers.
  const here = `http://127.0.0.1:${given.PORT || values.get('api.port') || DEFAULTS.PORT}`
  return {
    ...DEFAULTS,
    ...(isLocal ? { ...localKeys(given, values), AUTH_TOTP_REUSE: '1', PUBLIC_URL: here, MAIL_PORT: '54324' } : {}),
    DATA_DIR: resolve(place.folder, '.souk'),
    ...Object.fromEntries(direct),
    ...(isLocal && !hasNoMails(values) ? {} : { MAIL_PORT: '0' }),
    ...signingKeys(place, values),
    ...schemas(values),
    ...accounts(values),
    ...mail(values),
    ...messages(values, isProduction),
    ...rates(values, isLocal),
    ...hooks(values, here, isProduction),
    ...providers(values, isProduction),
    ...services(values),
    ...templates(place, values),
    ...notices(values),
    ...thirdParties(values),
    ...databaseSettings(values),
  }
}

const hasNoMails = (values: Values) =>
  ['inbucket', 'local_smtp'].some((name) => values.get(`${name}.enabled`) === false)

/** Keys of config.toml that are not one setting, by the variable that they become. */
const DERIVED: Settings = {
  JWT_KEYS: 'auth.signing_keys_path',
  REST_SCHEMAS: 'api.schemas',
  PASSWORD_CHARACTERS: 'auth.password_requirements',
  AUTH_CAPTCHA_PROVIDER: 'auth.captcha.provider',
  AUTH_CAPTCHA_SECRET: 'auth.captcha.secret',
  AUTH_SMS_TEMPLATE: 'auth.sms.template',
  AUTH_MFA_SMS_TEMPLATE: 'auth.mfa.phone.template',
  AUTH_TEST_OTPS: 'auth.sms.test_otp',
  AUTH_RATE_LIMITS: 'auth.rate_limit',
  SMTP_URL: 'auth.email.smtp',
  MAIL_FROM: 'auth.email.smtp.admin_email',
  SMS_TWILIO_ACCOUNT_SID: 'auth.sms.twilio.account_sid',
  SMS_TWILIO_AUTH_TOKEN: 'auth.sms.twilio.auth_token',
  SMS_TWILIO_FROM: 'auth.sms.twilio.message_service_sid',
  SMS_TWILIO_CONTENT_SID: 'auth.sms.twilio.content_sid',
  OAUTH_PROVIDERS: 'auth.external',
  OIDC_PROVIDERS: 'auth.external',
  JWT_THIRD_PARTIES: 'auth.third_party',
  DATABASE_SETTINGS: 'db.settings',
}

/** The key of the project's configuration that a variable's default comes from, for messages. */
export function originOf(place: ProjectPlace, variable: string): string | undefined {
  const [, hook, secrets] = /^AUTH_HOOK_(\w+?)(_SECRETS)?$/.exec(variable) ?? []
  const key = hook
    ? `auth.hook.${hook.toLowerCase()}.${secrets ? 'secrets' : 'uri'}`
    : (DERIVED[variable] ?? Object.entries(KEYS).find(([, { sets }]) => sets === variable)?.[0])
  return key && `${key} of ${configName(place)}`
}

/** The default of new Supabase projects. */
const DEFAULTS: Settings = {
  PORT: '54321',
  DATABASE_OPEN_TABLES: '1',
  DATABASE_LOCALE: 'en-US',
  REST_FULL_WRITES: '0',
  SITE_URL: 'http://127.0.0.1:3000',
  PASSWORD_COMMON: '0',
  AUTH_AUTOCONFIRM: '1',
  AUTH_SEND_GAP: '1',
  AUTH_OTP_SECONDS: '3600',
  AUTH_NOTICES: '0',
  AUTH_REVEAL_ACCOUNTS: '1',
  AUTH_MFA: 'none',
  STORAGE_QUOTA_MB: '0',
  STORAGE_QUOTA_FILES: '0',
  STORAGE_RENDER_SIZES: 'any',
  REST_VISITOR_EXPRESSIONS: '1',
  REST_CREDENTIAL_HEADERS: '1',
}

function localKeys(given: Readonly<Record<string, string | undefined>>, values: Values): Settings {
  const secret = textOf(values, 'auth.jwt_secret') ?? LOCAL_SECRET
  const own = secret !== LOCAL_SECRET || ['JWT_SECRET', 'JWT_KEYS'].some((name) => given[name])
  // With a custom key the demo tokens would be invalid.
  const { JWT_SECRET: _secret, JWT_KEYS: _keys, ANON_KEY: _anon, SERVICE_ROLE_KEY: _service, ...others } = LOCAL_KEYS
  return { ...(own ? others : LOCAL_KEYS), DATABASE_PORT: '54322' }
}

function isNothing(value: Value): boolean {
  return Array.isArray(value) && value.length === 0
}

function written(value: Value): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'object' ? value.join(',') : String(value)
}

function signingKeys(place: ProjectPlace, values: Values): Settings {
  const path = textOf(values, 'auth.signing_keys_path')
  if (path === undefined) return {}
  const file = resolve(place.folder, path)
  if (!existsSync(file))
    throw new StartupError(`${configName(place)}: auth.signing_keys_path leads to ${file}, where no file is.`)
  return { JWT_KEYS: readFileSync(file, 'utf8') }
}

function schemas(values: Values): Settings {
  const named = values.get('api.schemas')
  if (!Array.isArray(named)) return {}
  // GraphQL is not supported: its schema would be empty.
  const served = named.map(String).filter((name) => name !== 'graphql_public')
  return served.length > 0 ? { REST_SCHEMAS: served.join(',') } : {}
}

const REQUIREMENTS: Settings = {
  letters_digits: 'letters_digits',
  lower_upper_letters_digits: 'lower_upper_digits',
  lower_upper_letters_digits_symbols: 'lower_upper_digits_symbols',
}

function accounts(values: Values): Settings {
  const confirms = values.get('auth.email.enable_confirmations')
  const requirements = textOf(values, 'auth.password_requirements')
  const factors = ['totp', 'phone', 'web_authn'].filter(
    (name) => values.get(`auth.mfa.${name}.enroll_enabled`) === true,
  )
  const chains = ['solana', 'ethereum'].filter((name) => values.get(`auth.web3.${name}.enabled`) === true)
  const captcha = values.get('auth.captcha.enabled') === true
  return {
    ...(confirms === undefined ? {} : { AUTH_AUTOCONFIRM: written(!confirms) }),
    ...(requirements === undefined ? {} : { PASSWORD_CHARACTERS: REQUIREMENTS[requirements] ?? requirements }),
    ...(factors.length === 0 ? {} : { AUTH_MFA: factors.map((name) => name.replace('_', '')).join(',') }),
    ...(chains.length === 0 ? {} : { AUTH_WEB3: chains.join(',') }),
    ...(captcha
      ? {
          AUTH_CAPTCHA_PROVIDER: textOf(values, 'auth.captcha.provider') ?? '',
          AUTH_CAPTCHA_SECRET: textOf(values, 'auth.captcha.secret') ?? '',
        }
      : {}),
    ...relyingParty(textOf(values, 'auth.site_url') ?? DEFAULTS.SITE_URL ?? '', values),
  }
}

/** Passkeys are bound to the site's origin, not the API's. */
function relyingParty(site: string, values: Values): Settings {
  if (!/^https?:/.test(site) || values.has('auth.webauthn.rp_id')) return {}
  const { hostname, origin } = new URL(site)
  return { AUTH_RELYING_PARTY_ID: hostname, AUTH_RELYING_PARTY_ORIGINS: origin }
}

function mail(values: Values): Settings {
  const at = (name: string) => textOf(values, `auth.email.smtp.${name}`)
  const host = at('host')
  if (host === undefined || values.get('auth.email.smtp.enabled') === false) return {}
  const port = at('port') ?? '587'
  const user = at('user')
  const login = user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(at('pass') ?? '')}@`
  const sender = at('admin_email')
  const name = at('sender_name')
  return {
    SMTP_URL: `${port === '465' ? 'smtps' : 'smtp'}://${login}${host}:${port}`,
    ...(sender === undefined ? {} : { MAIL_FROM: name === undefined ? sender : `${name} <${sender}>` }),
  }
}

function messages(values: Values, isProduction: boolean): Settings {
  const confirms = values.get('auth.sms.enable_confirmations')
  const fixed = [...values]
    .filter(([name]) => name.startsWith('auth.sms.test_otp.'))
    .map(([name, code]) => `${name.slice('auth.sms.test_otp.'.length)}=${code}`)
  const sender = twilio(values)
  const content = textOf(values, 'auth.sms.twilio.content_sid')
  return {
    ...(content === undefined ? {} : { SMS_TWILIO_CONTENT_SID: content }),
    ...(confirms === undefined ? {} : { AUTH_SMS_AUTOCONFIRM: written(!confirms) }),
    ...(fixed.length === 0 ? {} : { AUTH_TEST_OTPS: fixed.join(',') }),
    // In production a missing value is reported as an error.
    ...(sender !== null && (isProduction || isComplete(sender)) ? sender : {}),
  }
}

const isComplete = (settings: Settings) => !Object.values(settings).includes('')

/** Null unless the project sends by Twilio; empty where a value is missing. */
function twilio(values: Values): Settings | null {
  if (values.get('auth.sms.twilio.enabled') !== true) return null
  const at = (name: string) => textOf(values, `auth.sms.twilio.${name}`) ?? ''
  return {
    SMS_TWILIO_ACCOUNT_SID: at('account_sid'),
    SMS_TWILIO_AUTH_TOKEN: at('auth_token'),
    SMS_TWILIO_FROM: at('message_service_sid'),
  }
}

const RATES: Readonly<Record<string, readonly string[]>> = {
  email_sent: ['emails'],
  sms_sent: ['sms'],
  anonymous_users: ['anonymous'],
  token_refresh: ['token'],
  sign_in_sign_ups: ['signup', 'otp', 'magiclink', 'recover'],
  token_verifications: ['verify'],
  web3: ['web3'],
}

/** Rates that Supabase lacks are lifted: its tests and seeds create many accounts from one address. */
const UNKNOWN_RATES = ['accounts', 'resets', 'updateUser', 'authorize']

/** @param isLocal  without a proxy that names the caller's address, Supabase's CLI limits no addresses */
function rates(values: Values, isLocal: boolean): Settings {
  const sends = textOf(values, 'auth.email.smtp.host') !== undefined
  const named = Object.entries(RATES).flatMap(([key, names]) => {
    const value = values.get(`auth.rate_limit.${key}`)
    // Like Supabase: emails are only limited with a custom SMTP server.
    if (value === undefined || (key === 'email_sent' && !sends)) return []
    return names.map((name) => `${name}=${value}`)
  })
  const lifted = [...(isLocal ? ADDRESS_RATES : UNKNOWN_RATES), ...(sends ? [] : ['emails'])]
  return { AUTH_RATE_LIMITS: [...named, ...lifted.map((name) => `${name}=1000000`)].join(',') }
}

/** The enabled hooks. `isUnsigned`: an HTTP hook without a secret, because its variable is missing. */
function hooksIn(values: Values) {
  const names = new Set([...values.keys()].flatMap((name) => /^auth\.hook\.([^.]+)\./.exec(name)?.[1] ?? []))
  return [...names].flatMap((name) => {
    const uri = textOf(values, `auth.hook.${name}.uri`)
    if (values.get(`auth.hook.${name}.enabled`) !== true || uri === undefined) return []
    const secrets = textOf(values, `auth.hook.${name}.secrets`)
    return [{ name, uri, secrets, isUnsigned: secrets === undefined && /^https?:/.test(uri) }]
  })
}

/** @param own  this server's address */
function hooks(values: Values, own: string, isProduction: boolean): Settings {
  // In production a missing secret is reported as an error.
  const usable = hooksIn(values).filter(({ isUnsigned }) => isProduction || !isUnsigned)
  return Object.fromEntries(
    usable.flatMap(({ name, uri, secrets }) => {
      const variable = `AUTH_HOOK_${name.toUpperCase()}`
      return [
        [variable, outsideContainers(uri, own)],
        ...(secrets === undefined ? [] : [[`${variable}_SECRETS`, secrets]]),
      ]
    }),
  )
}

/** Notices about providers and hooks of the configuration that cannot work. */
export function providerNotices({ values }: ProjectConfig): string[] {
  const sender = twilio(values)
  const silent =
    sender !== null && !isComplete(sender)
      ? ['auth.sms.twilio lacks a value, so text messages are kept with the emails at /dev/mail']
      : []
  const unsigned = hooksIn(values)
    .filter(({ isUnsigned }) => isUnsigned)
    .map(({ name }) => `auth.hook.${name} has no secrets, so it is not called; in production that ends the start`)
  return [...silent, ...unknownProviders(values), ...unsigned]
}
