import { resolve } from 'node:path'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { ACCOUNT_EXPECTED, ACCOUNT_VARIABLES } from './config-accounts.ts'
import { AUTH_EXPECTED, AUTH_VARIABLES, type AuthConfig, readAuth } from './config-auth.ts'
import { FEDERATION_EXPECTED, FEDERATION_VARIABLES } from './config-federation.ts'
import { HOOK_EXPECTED, HOOK_VARIABLES, readHooks } from './config-hooks.ts'
import { LIMIT_EXPECTED, LIMIT_VARIABLES, readLimits } from './config-limits.ts'
import { MAP_EXPECTED, MAP_VARIABLES, type MapConfig, readMap } from './config-map.ts'
import { MODEL_VARIABLES, type ModelServer, readAssistant, readSpeech, readVision } from './config-models.ts'
import { PASSWORD_EXPECTED, PASSWORD_VARIABLES } from './config-passwords.ts'
import { readProviders } from './config-providers.ts'
import { REALTIME_EXPECTED, REALTIME_VARIABLES, type RealtimeConfig, readRealtime } from './config-realtime.ts'
import {
  type AnalyticsConfig,
  currencyProblem,
  readAnalytics,
  readSite,
  SITE_EXPECTED,
  SITE_VARIABLES,
} from './config-site.ts'
import { readSms, SMS_EXPECTED, SMS_GROUPS, SMS_VARIABLES, type SmsConfig } from './config-sms.ts'
import { type JwkSet, parseJwkSet } from './jwt/jwk-set.ts'
import { REST_EXPECTED, REST_VARIABLES, type RestConfig, readRest } from './rest-config.ts'

/** Everything that was wrong with the environment, in one message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length === 1 ? 'a problem' : 'problems'}: ${problems.join('; ')}.`)
    this.problems = problems
  }
}

export type Config = Readonly<{
  port: number
  host: string
  /** Where browsers reach us, without a trailing slash. */
  publicUrl: string
  /** Absolute path of everything this installation keeps on disk. */
  dataDir: string
  /** Unset: PostgreSQL runs embedded inside `dataDir`. */
  databaseUrl: string | null
  databaseReplicaUrl: string | null
  /** Processes that share the port. */
  workers: number
  production: boolean
  demo: boolean
  brandName: string
  /** Who runs this installation, as its legal pages name them; null names nobody. */
  operatorName: string | null
  contactEmail: string | null
  /** What new prices are in (ISO 4217). */
  currency: string
  /** Codes of the languages to offer, the default one first; empty for all that the application speaks. */
  languages: readonly string[]
  /** What counts visits, for those who agree. */
  analytics: AnalyticsConfig | null
  logLevel: LogLevel
  /** The only pages that browsers let call the services, as `https://app.example.com`; null for any. */
  corsOrigins: readonly string[] | null
  /** Address of the reverse proxy whose X-Forwarded-For is believed; null trusts only the socket. */
  trustProxy: string | null
  jwtSecret: string | null
  jwtKeys: JwkSet | null
  /** Whom tokens of people must be for. */
  jwtAudiences: readonly string[]
  apiKeys: Readonly<{
    publishableKey: string | null
    secretKey: string | null
    anonKey: string | null
    serviceRoleKey: string | null
  }>
  smtpUrl: string | null
  mailFrom: string
  google: Readonly<{ clientId: string; clientSecret: string }> | null
  /** Where text messages are handed to. */
  sms: SmsConfig | null
  /** Signs push messages (RFC 8292), base64url of 32 bytes; null: the application derives its own. */
  vapidPrivateKey: string | null
  s3: S3StoreConfig | null
  redisUrl: string | null
  map: MapConfig | null
  /** What answers questions to the support assistant. */
  assistant: ModelServer | null
  /** What turns speech into text. */
  speech: ModelServer | null
  /** What looks at pictures. */
  vision: ModelServer | null
  auth: AuthConfig
  rest: RestConfig
  storage: StorageConfig
  realtime: RealtimeConfig
}>

export type StorageConfig = Readonly<{
  /** Bytes; a bucket's own limit can only be smaller. */
  globalSizeLimit: number
  /** What one user may keep in all buckets together. */
  quota: Readonly<{ bytes: number; objects: number }>
  /** Where the bytes of objects live; `s3` is the store that `Config.s3` names. */
  backend: (typeof STORAGE_BACKENDS)[number]
  /** The key of whoever may use the S3 protocol as the service itself; null leaves it to people with a session. */
  s3Protocol: Readonly<{ accessKeyId: string; secretAccessKey: string }> | null
}>

/** A store that speaks S3. */
export type S3StoreConfig = Readonly<{
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** True puts the bucket into the path, which every store understands; false into the host's name. */
  forcePathStyle: boolean
}>

const STORAGE_BACKENDS = ['file', 's3'] as const

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const Flag = Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('true'), Type.Literal('false')])
const Text = Type.String({ minLength: 1 })
const HttpUrl = Type.String({ pattern: '^https?://[^\\s]+$' })
const PostgresUrl = Type.String({ pattern: '^postgres(ql)?://[^\\s]+$' })

const Environment = Type.Partial(
  Type.Object({
    PORT: Type.String({ pattern: '^[0-9]{1,5}$' }),
    HOST: Text,
    PUBLIC_URL: HttpUrl,
    DATA_DIR: Text,
    DATABASE_URL: PostgresUrl,
    DATABASE_REPLICA_URL: PostgresUrl,
    WORKERS: Type.String({ pattern: '^([1-9]|[1-5][0-9]|6[0-4])$' }),
    ...REST_VARIABLES,
    STORAGE_QUOTA_MB: Type.String({ pattern: '^[0-9]{1,9}$' }),
    STORAGE_QUOTA_FILES: Type.String({ pattern: '^[0-9]{1,9}$' }),
    NODE_ENV: Text,
    DEMO: Flag,
    BRAND_NAME: Type.String({ minLength: 1, maxLength: 40 }),
    OPERATOR_NAME: Type.String({ minLength: 1, maxLength: 120 }),
    CONTACT_EMAIL: Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$' }),
    LOG_LEVEL: Type.Union(LOG_LEVELS.map((level) => Type.Literal(level))),
    TRUST_PROXY: Text,
    CORS_ORIGINS: Type.String({ pattern: '^ *https?://[^\\s/,]+ *(, *https?://[^\\s/,]+ *)*$' }),
    JWT_SECRET: Type.String({ minLength: 32 }),
    JWT_KEYS: Text,
    JWT_AUDIENCE: Text,
    PUBLISHABLE_KEY: Type.String({ pattern: '^sb_publishable_[A-Za-z0-9_-]{16,}$' }),
    SECRET_KEY: Type.String({ pattern: '^sb_secret_[A-Za-z0-9_-]{16,}$' }),
    ANON_KEY: Text,
    SERVICE_ROLE_KEY: Text,
    SMTP_URL: Type.String({ pattern: '^smtps?://[^\\s]+$' }),
    MAIL_FROM: Text,
    GOOGLE_CLIENT_ID: Text,
    GOOGLE_CLIENT_SECRET: Text,
    GOOGLE_ISSUER: HttpUrl,
    OIDC_PROVIDERS: Text,
    ...SMS_VARIABLES,
    VAPID_PRIVATE_KEY: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
    STORAGE_BACKEND: Type.Union(STORAGE_BACKENDS.map((backend) => Type.Literal(backend))),
    S3_ENDPOINT: HttpUrl,
    S3_REGION: Text,
    S3_BUCKET: Text,
    S3_ACCESS_KEY_ID: Text,
    S3_SECRET_ACCESS_KEY: Text,
    S3_FORCE_PATH_STYLE: Flag,
    S3_PROTOCOL_ACCESS_KEY_ID: Type.String({ pattern: '^[A-Za-z0-9_-]{8,128}$' }),
    S3_PROTOCOL_ACCESS_KEY_SECRET: Type.String({ minLength: 32 }),
    REDIS_URL: Type.String({ pattern: '^rediss?://[^\\s]+$' }),
    ...AUTH_VARIABLES,
    ...ACCOUNT_VARIABLES,
    ...PASSWORD_VARIABLES,
    ...FEDERATION_VARIABLES,
    ...HOOK_VARIABLES,
    ...LIMIT_VARIABLES,
    ...REALTIME_VARIABLES,
    ...MAP_VARIABLES,
    ...SITE_VARIABLES,
    ...MODEL_VARIABLES,
  }),
)
type Environment = Static<typeof Environment>
const environmentCheck = Compile(Environment)

/** What a variable should have looked like, for people; the schema above decides. */
const EXPECTED: Partial<Record<keyof Environment, string>> = {
  PORT: 'a number from 0 to 65535',
  PUBLIC_URL: 'an http or https address',
  DATABASE_URL: 'a postgres:// address',
  DATABASE_REPLICA_URL: 'a postgres:// address',
  WORKERS: 'a number from 1 to 64',
  STORAGE_QUOTA_MB: 'a whole number of megabytes, 0 for no limit',
  STORAGE_QUOTA_FILES: 'a whole number, 0 for no limit',
  ...REST_EXPECTED,
  DEMO: '0 or 1',
  CORS_ORIGINS: 'origins separated by commas, as https://app.example.com',
  LOG_LEVEL: `one of ${LOG_LEVELS.join(', ')}`,
  JWT_SECRET: 'at least 32 characters',
  PUBLISHABLE_KEY: 'sb_publishable_ followed by at least 16 letters, digits, _ or -',
  SECRET_KEY: 'sb_secret_ followed by at least 16 letters, digits, _ or -',
  ...SMS_EXPECTED,
  SMTP_URL: 'an smtp:// or smtps:// address',
  STORAGE_BACKEND: `one of ${STORAGE_BACKENDS.join(', ')}`,
  ASSISTANT_BASE_URL: 'an http or https address',
  SPEECH_BASE_URL: 'an http or https address',
  VISION_BASE_URL: 'an http or https address',
  S3_ENDPOINT: 'an http or https address',
  S3_FORCE_PATH_STYLE: '0 or 1',
  S3_PROTOCOL_ACCESS_KEY_ID: '8 to 128 letters, digits, _ or -',
  S3_PROTOCOL_ACCESS_KEY_SECRET: 'at least 32 characters',
  ...AUTH_EXPECTED,
  ...ACCOUNT_EXPECTED,
  ...PASSWORD_EXPECTED,
  ...FEDERATION_EXPECTED,
  ...HOOK_EXPECTED,
  ...LIMIT_EXPECTED,
  ...REALTIME_EXPECTED,
  ...MAP_EXPECTED,
  ...SITE_EXPECTED,
}

/**
 * Reads the environment once, checks all of it, and returns one frozen object.
 * @throws {ConfigError} naming every variable that is wrong; values are never quoted, they may be secrets.
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable counts as unset: `PORT= npm start` is how people clear one.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const problems = findProblems(given)
  const env = given as Environment // checked just above; used for reading only when there are no problems
  let jwtKeys: JwkSet | null = null
  try {
    jwtKeys = env.JWT_KEYS ? parseJwkSet(env.JWT_KEYS) : null
  } catch (error) {
    problems.push(`JWT_KEYS ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(assemble(env, jwtKeys))
}

function findProblems(given: Record<string, string | undefined>): string[] {
  const problems = new Set<string>()
  for (const issue of environmentCheck.Errors(given)) {
    const name = issue.instancePath.slice(1).split('/')[0] as keyof Environment
    const expected = EXPECTED[name]
    problems.add(`${name} ${expected ? `must be ${expected}` : 'has a value that cannot be used'}`)
  }
  if (given.PORT !== undefined && Number(given.PORT) > 65535) problems.add('PORT must be a number from 0 to 65535')
  for (const group of [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ...SMS_GROUPS,
    ['AUTH_CAPTCHA_PROVIDER', 'AUTH_CAPTCHA_SECRET'],
    ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['S3_PROTOCOL_ACCESS_KEY_ID', 'S3_PROTOCOL_ACCESS_KEY_SECRET'],
  ]) {
    const missing = group.filter((name) => given[name] === undefined)
    if (missing.length > 0 && missing.length < group.length) {
      problems.add(
        `${group.join(', ')} go together: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing`,
      )
    }
  }
  if (given.STORAGE_BACKEND === 's3' && given.S3_ENDPOINT === undefined) {
    problems.add('STORAGE_BACKEND=s3 needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  }
  if (given.ASSISTANT_BASE_URL !== undefined && given.ASSISTANT_MODEL === undefined) {
    problems.add('ASSISTANT_BASE_URL needs ASSISTANT_MODEL: which of its models answers')
  }
  if (given.VISION_BASE_URL !== undefined && given.VISION_MODEL === undefined) {
    problems.add('VISION_BASE_URL needs VISION_MODEL: which of its models can see')
  }
  const currency = currencyProblem(given)
  if (currency !== null) problems.add(currency)
  if (given.ANALYTICS_SCRIPT_URL === undefined && given.ANALYTICS_ATTRIBUTES !== undefined) {
    problems.add('ANALYTICS_ATTRIBUTES needs ANALYTICS_SCRIPT_URL')
  }
  for (const { problem } of [readProviders(given), readHooks(given), readLimits(given)])
    if (problem !== null) problems.add(problem)
  return [...problems]
}

function assemble(env: Environment, jwtKeys: JwkSet | null): Config {
  const production = env.NODE_ENV === 'production'
  const port = env.PORT === undefined ? 3000 : Number(env.PORT)
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, '')
  return {
    port,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl,
    dataDir: resolve(env.DATA_DIR ?? '.data'),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
    workers: env.WORKERS === undefined ? 1 : Number(env.WORKERS),
    production,
    demo: env.DEMO === undefined ? !production && env.DATABASE_URL === undefined : isOn(env.DEMO),
    brandName: env.BRAND_NAME ?? 'Souk',
    operatorName: env.OPERATOR_NAME ?? null,
    contactEmail: env.CONTACT_EMAIL ?? null,
    ...readSite(env),
    analytics: readAnalytics(env),
    logLevel: env.LOG_LEVEL ?? 'info',
    trustProxy: env.TRUST_PROXY ?? null,
    corsOrigins: env.CORS_ORIGINS?.split(',').map((origin) => origin.trim().toLowerCase()) ?? null,
    jwtSecret: env.JWT_SECRET ?? null,
    jwtKeys,
    jwtAudiences: (env.JWT_AUDIENCE ?? 'authenticated').split(',').map((one) => one.trim()),
    apiKeys: {
      publishableKey: env.PUBLISHABLE_KEY ?? null,
      secretKey: env.SECRET_KEY ?? null,
      anonKey: env.ANON_KEY ?? null,
      serviceRoleKey: env.SERVICE_ROLE_KEY ?? null,
    },
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? `${env.BRAND_NAME ?? 'Souk'} <no-reply@localhost>`,
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? { clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET }
        : null,
    sms: readSms(env),
    vapidPrivateKey: env.VAPID_PRIVATE_KEY ?? null,
    s3: readS3(env),
    redisUrl: env.REDIS_URL ?? null,
    map: readMap(env),
    assistant: readAssistant(env),
    speech: readSpeech(env),
    vision: readVision(env),
    auth: readAuth(env, {
      publicUrl,
      production,
      brandName: env.BRAND_NAME ?? 'Souk',
      mails: env.SMTP_URL !== undefined || env.AUTH_HOOK_SEND_EMAIL !== undefined,
      sms: readSms(env) !== null || env.AUTH_HOOK_SEND_SMS !== undefined,
      providers: readProviders(env).providers,
      hooks: readHooks(env).hooks,
      limits: readLimits(env).limits,
    }),
    rest: readRest(env),
    storage: readStorage(env),
    realtime: readRealtime(env),
  }
}

const NO_LIMIT = Number.MAX_SAFE_INTEGER

function readStorage(env: Environment): StorageConfig {
  return {
    globalSizeLimit: 50 * 1024 * 1024,
    quota: {
      bytes: Number(env.STORAGE_QUOTA_MB ?? 5120) * 1024 * 1024 || NO_LIMIT,
      objects: Number(env.STORAGE_QUOTA_FILES ?? 20_000) || NO_LIMIT,
    },
    backend: env.STORAGE_BACKEND ?? (env.S3_ENDPOINT === undefined ? 'file' : 's3'),
    s3Protocol:
      env.S3_PROTOCOL_ACCESS_KEY_ID && env.S3_PROTOCOL_ACCESS_KEY_SECRET
        ? { accessKeyId: env.S3_PROTOCOL_ACCESS_KEY_ID, secretAccessKey: env.S3_PROTOCOL_ACCESS_KEY_SECRET }
        : null,
  }
}

function readS3(env: Environment): Config['s3'] {
  if (!env.S3_ENDPOINT || !env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY) return null
  return {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION ?? 'us-east-1',
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    forcePathStyle: isOn(env.S3_FORCE_PATH_STYLE ?? '1'),
  }
}

function isOn(flag: Static<typeof Flag>): boolean {
  return flag === '1' || flag === 'true'
}
