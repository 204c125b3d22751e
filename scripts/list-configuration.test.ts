import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { BACKEND_VARIABLES } from '../backend/src/config/config.ts'
import { SUBJECTS } from '../backend/src/config/subjects.ts'
import { loadMarketConfig, MARKET_CONFIG } from '../marketplace/config/config.ts'
import { CONFIGURATION_FILE, configurationPages } from './list-configuration.ts'

test('the generated pages match the variables, the keys of config.toml and COVERAGE.md', async () => {
  for (const [file, text] of await configurationPages()) {
    expect(await readFile(file, 'utf8'), 'run node scripts/list-configuration.ts').toBe(text)
  }
})

/** Defaults described in words on the page, with an equivalent value; null without one. */
const IN_WORDS: Readonly<Record<string, string | null>> = {
  HOST: '127.0.0.1',
  PUBLIC_URL: 'http://localhost:3000',
  SITE_URL: 'http://localhost:3000',
  CORS_ORIGINS: null, // any
  DEMO: '1',
  DATABASE_URL: null, // embedded
  DATABASE_POOL_URL: null, // DATABASE_URL
  DATABASE_LOCALE: null, // by code point
  REDIS_URL: null,
  JWT_KEYS: null, // generated once, as are the keys
  PUBLISHABLE_KEY: null,
  SECRET_KEY: null,
  ANON_KEY: null,
  SERVICE_ROLE_KEY: null,
  SMTP_URL: null, // mails are kept
  CONSOLE: '1',
  MAIL_FROM: 'Souk <no-reply@localhost>',
  SMS_WEBHOOK_URL: null,
  SMS_TWILIO_WHATSAPP_FROM: null,
  AUTH_AUTOCONFIRM: '1',
  AUTH_SMS_AUTOCONFIRM: '1',
  AUTH_REFUSE_DISPOSABLE: '0',
  AUTH_DISPOSABLE_FILE: null, // the package's list
  AUTH_MFA: 'totp,webauthn',
  AUTH_RELYING_PARTY_ID: 'localhost',
  AUTH_RELYING_PARTY_ORIGINS: 'http://localhost:3000',
  AUTH_SESSION_TIMEBOX: null, // no limit
  AUTH_SESSION_INACTIVITY: null,
  AUTH_SESSION_LOW_AAL: null,
  PASSWORD_COMMON: '500',
  AUTH_CAPTCHA_URL: null,
  AUTH_CAPTCHA_SCRIPT_URL: null,
  PAYMENTS: null, // of the demo market
  SHIPPING_PRICES: null, // of the demo market
  REST_LIMITS: null,
  REST_JWT_AUDIENCE: null,
  STORAGE_BACKEND: 'file',
  S3_PROTOCOL_ACCESS_KEY_ID: null,
}

test('the defaults that docs/configuration.md states are the real ones', async () => {
  const lines = (await readFile(CONFIGURATION_FILE, 'utf8')).split('\n').filter((line) => line.startsWith('| `'))
  const stated = lines.map((line): [string, string] => {
    const [, name = '', otherwise = ''] = line.split('|').map((cell) => cell.trim())
    return [name.replaceAll('`', ''), otherwise]
  })
  const asStated = Object.fromEntries(
    stated.map(([name, text]) => [name, (name in IN_WORDS ? IN_WORDS[name] : text) ?? undefined]),
  )
  expect(Object.values(asStated).filter(Boolean).length).toBeGreaterThan(60)
  expect(loadMarketConfig(asStated)).toEqual(loadMarketConfig({}))
})

test('a default is described in words only if it is not a plain value', () => {
  const described = [...Object.values(SUBJECTS), MARKET_CONFIG.variables].flatMap((variables) =>
    Object.entries(variables),
  )
  const inWords = described.filter(([, { otherwise }]) => otherwise !== undefined).map(([name]) => name)
  const named = ['BRAND_NAME', ...Object.keys(MARKET_CONFIG.defaults ?? {})]
  expect(inWords.filter((name) => !named.includes(name)).sort()).toEqual(Object.keys(IN_WORDS).sort())
})

test('docs/configuration.md lists every variable that the backend reads', () => {
  const listed = Object.values(SUBJECTS).flatMap((variables) => Object.keys(variables))
  expect(listed.toSorted()).toEqual(Object.keys(BACKEND_VARIABLES).toSorted())
})
