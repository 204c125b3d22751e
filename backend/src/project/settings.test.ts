import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { bucketsOf } from './prepare.ts'
import { readProjectConfig } from './read-config.ts'
import { originOf, providerNotices, settingsOf } from './settings.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

async function project(text: string, env = '', name = 'config.toml') {
  const root = await mkdtemp(join(tmpdir(), 'project-'))
  folders.push(root)
  const folder = join(root, 'supabase')
  await mkdir(folder)
  await writeFile(join(folder, name), text)
  await writeFile(join(root, '.env'), env)
  const place = { root, folder }
  const config = readProjectConfig(place)
  const load = (given: Record<string, string> = {}) =>
    loadConfig(given, {
      defaults: settingsOf(place, config, given),
      originOf: (variable) => originOf(place, variable),
    })
  return { config, load }
}

test('config.toml sets the variables of its keys, and the environment overrides them', async () => {
  const { config, load } = await project(
    `[api]
port = 54999
schemas = ["public", "graphql_public", "shop"]
[auth]
site_url = "env(SITE)"
jwt_expiry = 600
password_requirements = "lower_upper_letters_digits"
[auth.email]
enable_confirmations = true
max_frequency = "1m30s"
[auth.mfa.totp]
enroll_enabled = true
[auth.sms.test_otp]
15550001111 = "123456"
[auth.rate_limit]
web3 = 7
[auth.hook.custom_access_token]
enabled = true
uri = "pg-functions://postgres/public/claims"
[auth.sessions]
timebox = "24h"
[storage]
file_size_limit = "5MiB"`,
    'SITE=https://app.example.com\nPORT=1',
  )
  expect(config.notices).toEqual([])
  const { port, rest, auth, storage, openTables } = load({ AUTH_TOKEN_SECONDS: '900' })
  expect({ port, openTables }).toEqual({ port: 54999, openTables: true })
  expect(rest.schemas).toEqual(['public', 'shop'])
  expect(auth).toMatchObject({
    siteUrl: 'https://app.example.com',
    accessTokenSeconds: 900,
    autoconfirm: false,
    mailGapSeconds: 90,
    mfa: { types: ['totp'] },
    relyingParty: { id: 'app.example.com' },
    hooks: { custom_access_token: { kind: 'sql', schema: 'public', name: 'claims' } },
    sessions: { timeboxSeconds: 86_400 },
  })
  expect(auth.testOtps.get('15550001111')).toBe('123456')
  expect(storage.globalSizeLimit).toBe(5 * 1024 * 1024)
})

test('only local servers use the well-known keys, limit no address and accept a code twice', async () => {
  const { load } = await project('[auth.rate_limit]\nweb3 = 7\nsms_sent = 5')
  expect(load()).toMatchObject({ jwtSecret: expect.stringMatching(/^super-secret/), jwtKeys: expect.anything() })
  const own = await project('[auth]\njwt_secret = "of the project"')
  for (const config of [load({ JWT_SECRET: 'of the project' }), own.load()])
    expect(config).toMatchObject({ jwtSecret: 'of the project', jwtKeys: null, apiKeys: { anonKey: null } })
  expect(load({ HOST: '0.0.0.0' })).toMatchObject({ jwtSecret: null, jwtKeys: null, databasePort: null })
  expect(load({ NODE_ENV: 'production' })).toMatchObject({ jwtSecret: null, apiKeys: { secretKey: null } })
  expect([load(), load({ HOST: '0.0.0.0' })].map(({ auth }) => auth.mfa.reusesCodes)).toEqual([true, false])
  expect(load().auth.rates).toMatchObject({ web3: { refill: 1_000_000 }, sms: { refill: 5 } })
  expect(load({ HOST: '0.0.0.0' }).auth.rates).toMatchObject({ web3: { refill: 7 }, sms: { refill: 5 } })
})

test('unknown and ineffective keys are reported once, and invalid values fail the start', async () => {
  const { config } = await project(
    '[studio]\nopenai_api_key = "env(OPENAI_API_KEY)"\n[auth]\nsite_urll = "x"\n[auth.external.workos]\nenabled = true\nclient_id = "a"\nsecret = "env(NOT_SET_ANYWHERE)"\n[auth.external.apple]\nenabled = false\nsecret = "env(NOR_THIS)"',
  )
  expect([...config.notices, ...providerNotices(config)]).toEqual([
    'auth.site_urll is not a key that Supabase documents; it is ignored',
    'auth.external.workos.secret: NOT_SET_ANYWHERE is not set; the key is left out',
    expect.stringContaining('auth.external.workos has no effect'),
  ])
  await expect(project('[api]\nport = "many"\n[auth]\nenable_signup = 3')).rejects.toThrow(
    'supabase/config.toml: api.port must be a number.\nsupabase/config.toml: auth.enable_signup must be true or false.',
  )
  await expect(project('[api\nport = 1')).rejects.toThrow(/config\.toml:1:\d+: /)
})

test('converts disabled services, emails, notices, third-party tokens and database settings', async () => {
  const { load } = await project(`
[realtime]
enabled = false
[storage.image_transformation]
enabled = false
[db.settings]
work_mem = "8MB"
[auth.email]
otp_length = 8
double_confirm_changes = false
[auth.email.template.magic_link]
subject = "In with {{ .Token }}"
content = "<a href='{{ .ConfirmationURL }}'>In</a>"
[auth.email.notification.password_changed]
enabled = true
[auth.sms]
template = "{{ .Code }} is yours"
[auth.third_party.auth0]
enabled = true
tenant = "figs"
tenant_region = "eu"`)
  const { services, storage, auth, databaseSettings, thirdParties } = load()
  expect([...services]).toEqual(['auth', 'rest', 'storage', 'functions'])
  expect([storage.renders, databaseSettings]).toEqual([false, { work_mem: '8MB' }])
  expect(auth).toMatchObject({
    otpDigits: 8,
    doubleConfirm: false,
    notices: ['password_changed'],
    revealsAccounts: true,
  })
  expect([...auth.emailTemplates.keys()]).toEqual(['magic_link', 'password_changed'])
  expect(auth.smsTemplate).toHaveLength(2)
  expect(thirdParties).toEqual([
    { issuer: 'https://figs.eu.auth0.com', jwksUrl: 'https://figs.eu.auth0.com/.well-known/jwks.json' },
  ])
  const broken = await project('[auth.email.template.invite]\ncontent = "{{ range .Data }}"')
  expect(() => broken.load()).toThrow(/The email invite cannot be read: \{\{ range \.Data \}\} is not understood/)
})

test('what the files of public projects contain does not prevent the start', async () => {
  const { config, load } = await project(`
[auth.email]
max_frequency = "1ns"
[auth.sms]
template = "Your code is {{ \`{{ .Code }}\` }}."
[auth.sms.twilio]
enabled = true
account_sid = "AC0123"
message_service_sid = "MG0123456789abcdef0123456789abcdef"
auth_token = "env(NOT_SET_ANYWHERE)"
[auth.hook.send_sms]
enabled = true
uri = "http://host.docker.internal:54321/functions/v1/send-sms"
secrets = "v1,whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0"
[[storage.buckets]]
name = "avatars"
public = true`)
  const { auth, sms } = load({ PORT: '54999' })
  expect(auth.mailGapSeconds).toBe(0)
  expect(auth.smsTemplate).toMatchObject([{ text: 'Your code is ' }, { path: ['Code'] }, { text: '.' }])
  expect(sms).toBeNull()
  expect(auth.hooks.send_sms).toMatchObject({ url: 'http://127.0.0.1:54999/functions/v1/send-sms' })
  expect(bucketsOf(config)).toMatchObject([{ name: 'avatars', isPublic: true }])
  expect([...config.notices, ...providerNotices(config)]).toEqual([
    'auth.sms.twilio.auth_token: NOT_SET_ANYWHERE is not set; the key is left out',
    expect.stringContaining('[[storage.buckets]] is read as [storage.buckets.NAME]'),
    expect.stringContaining('auth.sms.twilio lacks a value'),
  ])
  expect(() => load({ NODE_ENV: 'production' })).toThrow(
    'auth.sms.twilio.auth_token of supabase/config.toml must be the token of the account',
  )
})

test('a bucket without any key is made, too', async () => {
  const { config } = await project('[storage.buckets.private-files]\n[storage.buckets.pictures]\npublic = true')
  expect(bucketsOf(config)).toMatchObject([
    { name: 'private-files', isPublic: false },
    { name: 'pictures', isPublic: true },
  ])
})

test('reads config.json with its names of today, and the variables by which the environment overrides keys', async () => {
  const { config, load } = await project(
    JSON.stringify({
      $schema: 'https://example.com/schema.json',
      project_id: null,
      db: { orioledb_version: '' },
      auth: {
        site_url: 'https://a.example.com',
        email: { enable_signup: true, enabled: false },
        sms: { enabled: true, otp_length: 8, otp_expiry: 90 },
        external: { google: { enabled: true, client_id: 'a', secret: 'b' } },
      },
      compute: { jobs: { size: 'small' } },
      colours: {},
    }),
    'SUPABASE_AUTH_SITE_URL=https://b.example.com\nSUPABASE_AUTH_JWT_EXPIRY=700\nSUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID=c',
    'config.json',
  )
  expect(config.notices).toEqual([])
  const { siteUrl, email, phone, accessTokenSeconds, smsOtpDigits, smsOtpSeconds, providers } = load().auth
  expect({ siteUrl, email, phone, accessTokenSeconds, smsOtpDigits, smsOtpSeconds }).toEqual({
    siteUrl: 'https://b.example.com',
    email: false,
    phone: true,
    accessTokenSeconds: 700,
    smsOtpDigits: 8,
    smsOtpSeconds: 90,
  })
  expect(providers).toMatchObject([{ name: 'google', clientId: 'c' }])
  await expect(project('{', '', 'config.json')).rejects.toThrow(/^supabase\/config\.json: /)
  const broken = await project('{"auth":{"jwt_expiry":1}}', '', 'config.json')
  expect(() => broken.load()).toThrow(/auth\.jwt_expiry of supabase\/config\.json must be /)
})

test('an HTTP hook whose secret is missing is left out with a notice, and ends the start in production', async () => {
  const { config, load } = await project(
    `[auth.hook.custom_access_token]
enabled = true
uri = "pg-functions://postgres/auth/custom-access-token-hook"
[auth.hook.send_sms]
enabled = true
uri = "http://host.docker.internal/functions/v1/send_sms"
secrets = "env(EMPTY)"`,
    'EMPTY=',
  )
  expect(load().auth.hooks).toEqual({
    custom_access_token: { kind: 'sql', schema: 'auth', name: 'custom-access-token-hook' },
  })
  expect([...config.notices, ...providerNotices(config)]).toEqual([
    'auth.hook.send_sms.secrets: EMPTY is not set; the key is left out',
    'auth.hook.send_sms has no secrets, so it is not called; in production that ends the start',
  ])
  expect(() => load({ NODE_ENV: 'production' })).toThrow(
    /auth\.hook\.send_sms\.uri of .+ needs AUTH_HOOK_SEND_SMS_SECRETS/,
  )
})

test('an invalid value is reported by its key, or by the variable that overrides it', async () => {
  const { load } = await project('[auth]\njwt_expiry = 1')
  expect(() => load()).toThrow(/auth\.jwt_expiry of supabase\/config\.toml must be /)
  expect(() => load({ AUTH_TOKEN_SECONDS: '2' })).toThrow(/AUTH_TOKEN_SECONDS must be /)
})

test('new tables are closed where config.toml has the key as the comment of newer CLIs, and open in older files', async () => {
  const opened = async (text: string) => {
    const { config, load } = await project(text)
    return [load().openTables, config.notices.length]
  }
  expect(await opened('[api]\nmax_rows = 10\n# auto_expose_new_tables = true\n')).toEqual([false, 1])
  expect(await opened('[api]\n# auto_expose_new_tables = true\nauto_expose_new_tables = true')).toEqual([true, 0])
  expect(await opened('[api]\nmax_rows = 10')).toEqual([true, 0])
})

test('a provider whose secret is not set is on, as with the CLI of Supabase, but in production it is off', async () => {
  const { load } = await project(
    '[auth.external.google]\nenabled = true\nclient_id = "a"\nsecret = "env(NOT_SET_ANYWHERE)"',
  )
  const names = (given?: Record<string, string>) => load(given).auth.providers.map(({ name }) => name)
  expect(names()).toEqual(['google'])
  expect(names({ NODE_ENV: 'production' })).toEqual([])
})
