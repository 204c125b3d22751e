import { AUTH_VARIABLES, type AuthConfig, readAuth } from './auth.ts'
import { CAPTCHA_GROUPS } from './captcha.ts'
import { DATABASE_VARIABLES, type DatabaseConfig, readDatabase } from './database.ts'
import { readTemplates } from './email-templates.ts'
import { readHooks } from './hooks.ts'
import { KEY_VARIABLES, type KeysConfig, keysProblem, readJwtKeys, readKeys, thirdPartyProblem } from './keys.ts'
import { MAIL_VARIABLES, type MailConfig, readMail } from './mail.ts'
import { readOAuthProviders } from './oauth-providers.ts'
import { defaultsOf, type OwnConfig, problemsOf, type Values, type Variables } from './own-config.ts'
import { PROVIDER_GROUPS, readProviders } from './providers.ts'
import { readRateLimits } from './rate-limits.ts'
import { REALTIME_VARIABLES, type RealtimeConfig, readRealtime } from './realtime.ts'
import { REST_VARIABLES, type RestConfig, readRest } from './rest.ts'
import { readServer, SERVER_VARIABLES, type ServerConfig, serverProblem } from './server.ts'
import { readSms, SMS_GROUPS, SMS_VARIABLES, type SmsConfig } from './sms.ts'
import {
  readS3,
  readStorage,
  type S3StoreConfig,
  STORAGE_GROUPS,
  STORAGE_VARIABLES,
  type StorageConfig,
  storageProblem,
} from './storage.ts'

/** All problems of the environment in one message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length === 1 ? 'a problem' : 'problems'}: ${problems.join('; ')}.`)
    this.problems = problems
  }
}

export type Config = ServerConfig & DatabaseConfig & KeysConfig & MailConfig & Services

type Services = Readonly<{
  /** Gateway for text messages. */
  sms: SmsConfig | null
  s3: S3StoreConfig | null
  auth: AuthConfig
  rest: RestConfig
  storage: StorageConfig
  realtime: RealtimeConfig
}>

/** The backend's configuration, with the application's in `own`. */
export type ConfigOf<V extends Variables> = Config & { readonly own: Values<V> }

export const BACKEND_VARIABLES = {
  ...SERVER_VARIABLES,
  ...DATABASE_VARIABLES,
  ...KEY_VARIABLES,
  ...MAIL_VARIABLES,
  ...SMS_VARIABLES,
  ...AUTH_VARIABLES,
  ...REST_VARIABLES,
  ...STORAGE_VARIABLES,
  ...REALTIME_VARIABLES,
}
type Environment = Values<typeof BACKEND_VARIABLES>

/** Variables that must be set together. */
const GROUPS = [...PROVIDER_GROUPS, ...SMS_GROUPS, ...CAPTCHA_GROUPS, ...STORAGE_GROUPS]

/** No variables besides the backend's own. */
const NO_VARIABLES = {}

/**
 * Reads the environment once, validates it, and returns one frozen object.
 * @param own  the application's additions
 * @throws {ConfigError} naming every invalid variable; values are never quoted, since they may be secrets.
 */
export function loadConfig<V extends Variables = typeof NO_VARIABLES>(
  environment: Readonly<Record<string, string | undefined>>,
  own: OwnConfig<V> = {},
): ConfigOf<V> {
  // An empty variable counts as unset: `PORT= npm start` is a common way to clear one.
  const set = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')
  const given: Record<string, string | undefined> = { ...own.defaults, ...Object.fromEntries(set) }
  const { values, problems: ownProblems } = readOwn(given, own)
  const problems = new Set([...findProblems(given), ...ownProblems])
  if (problems.size > 0) {
    const isDefault = (name: string) => own.defaults?.[name] !== undefined && own.defaults[name] === given[name]
    const origin = (name: string) => (isDefault(name) ? own.originOf?.(name) : undefined) ?? name
    throw new ConfigError([...problems].map((problem) => problem.replaceAll(/\b[A-Z][A-Z0-9_]{2,}\b/g, origin)))
  }
  const env = { ...defaultsOf(BACKEND_VARIABLES), ...given } as Environment // validated just above
  return Object.freeze({ ...assemble(env, own.name ?? 'App'), own: values })
}

/** The application's variables with their defaults, and their problems. */
function readOwn<V extends Variables>(
  given: Readonly<Record<string, string | undefined>>,
  { variables, problems }: OwnConfig<V>,
): { values: Values<V>; problems: readonly string[] } {
  const own: Variables = variables ?? {}
  const taken = Object.keys(own).find((name) => Object.hasOwn(BACKEND_VARIABLES, name))
  if (taken !== undefined)
    throw new Error(`The variable ${taken} is the backend's; give the application's another name.`)
  const texts = Object.fromEntries(Object.keys(own).map((name) => [name, given[name] ?? own[name]?.default]))
  const values = texts as Values<V> // has exactly these names, each with its default
  return { values, problems: [...problemsOf(own, texts), ...(problems?.(values) ?? [])] }
}

function findProblems(given: Readonly<Record<string, string | undefined>>): readonly string[] {
  const halves = GROUPS.flatMap((group: readonly string[]) => {
    const missing = group.filter((name) => given[name] === undefined)
    if (missing.length === 0 || missing.length === group.length) return []
    return `${group.join(', ')} go together: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing`
  })
  const others = [
    serverProblem(given),
    keysProblem(given),
    thirdPartyProblem(given),
    storageProblem(given),
    readJwtKeys(given).problem,
    readProviders(given).problem,
    readOAuthProviders(given).problem,
    readTemplates(given).problem,
    readHooks(given).problem,
    readRateLimits(given).problem,
  ]
  return [...problemsOf(BACKEND_VARIABLES, given), ...halves, ...others.filter((problem) => problem !== null)]
}

function assemble(env: Environment, name: string): Config {
  const database = readDatabase(env)
  const server = readServer(env, { name, isEmbedded: database.databaseUrl === null })
  const sms = readSms(env)
  return {
    ...server,
    ...database,
    ...readKeys(env),
    ...readMail(env, server.brandName),
    sms,
    s3: readS3(env),
    auth: readAuth(env, { ...server, emails: env.SMTP_URL !== undefined, sms: sms !== null }),
    rest: readRest(env),
    storage: readStorage(env),
    realtime: readRealtime(env),
  }
}
