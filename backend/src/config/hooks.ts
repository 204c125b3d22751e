import { matching } from './kinds.ts'
import type { Variable } from './own-config.ts'

/** Points where the auth service calls the application. */
const HOOK_NAMES = [
  'send_email',
  'send_sms',
  'custom_access_token',
  'before_user_created',
  'after_user_created',
  'password_verification_attempt',
  'mfa_verification_attempt',
] as const
export type HookName = (typeof HOOK_NAMES)[number]

type HookTarget =
  | { readonly kind: 'http'; readonly url: string; readonly secrets: readonly string[] }
  | { readonly kind: 'sql'; readonly schema: string; readonly name: string }

export type HookTargets = Readonly<Partial<Record<HookName, HookTarget>>>

type HookVariable = `AUTH_HOOK_${Uppercase<HookName>}`
type SecretsVariable = `${HookVariable}_SECRETS`

const variableOf = (name: HookName) => `AUTH_HOOK_${name.toUpperCase()}` as HookVariable // the type has the same form
const secretsOf = (name: HookName) => `${variableOf(name)}_SECRETS` as SecretsVariable

const IDENTIFIER = '[A-Za-z_][A-Za-z0-9_-]{0,62}'
const SQL = new RegExp(`^pg-functions://[^/]*/(${IDENTIFIER})/(${IDENTIFIER})$`)
const SECRET = '(v1,)?whsec_[A-Za-z0-9+/]{32,}={0,2}'
const ADDRESS = matching(
  `^(https?://[^\\s]+|pg-functions://[^/\\s]*/${IDENTIFIER}/${IDENTIFIER})$`,
  'an https address or pg-functions://postgres/<schema>/<function>',
)
const SECRETS = matching(
  `^${SECRET}(\\|${SECRET})*$`,
  'v1,whsec_<at least 24 bytes in base64>, several with | between them',
)

/** Purpose of each hook, for the configuration help. */
const TOLD: Readonly<Record<HookName, string>> = {
  send_email: 'sends emails',
  send_sms: 'sends text messages',
  custom_access_token: 'customises access tokens',
  before_user_created: 'may reject a new account',
  after_user_created: 'is notified of new accounts',
  password_verification_attempt: 'may reject a password attempt',
  mfa_verification_attempt: 'may reject a second-factor attempt',
}

export const HOOK_VARIABLES = Object.fromEntries(
  HOOK_NAMES.flatMap((name): [HookVariable | SecretsVariable, Variable][] => [
    [variableOf(name), { ...ADDRESS, help: `HTTP endpoint or database function that ${TOLD[name]}` }],
    [secretsOf(name), { ...SECRETS, help: 'signing secrets for its calls' }],
  ]),
) as Readonly<Record<HookVariable | SecretsVariable, Variable>> // has exactly these names

export type HookEnvironment = Readonly<Partial<Record<HookVariable | SecretsVariable, string>>>

/** A name without a dot is a host in a private network, as in Docker Compose. */
const PRIVATE_HOST = /^([a-z0-9-]+|127\.0\.0\.1|\[::1\])$/i

/** Reads the variables that HOOK_VARIABLES has validated; `problem` describes inconsistent values. */
export function readHooks(env: HookEnvironment): { hooks: HookTargets; problem: string | null } {
  const hooks: Partial<Record<HookName, HookTarget>> = {}
  for (const name of HOOK_NAMES) {
    const address = env[variableOf(name)]
    if (address === undefined) continue
    const [, schema, routine] = SQL.exec(address) ?? []
    if (schema && routine) {
      hooks[name] = { kind: 'sql', schema, name: routine }
      continue
    }
    const secrets = env[secretsOf(name)]
    if (secrets === undefined)
      return { hooks: {}, problem: `${variableOf(name)} needs ${secretsOf(name)} to sign with` }
    if (!URL.canParse(address)) return { hooks: {}, problem: `${variableOf(name)} must be ${ADDRESS.expected}` }
    const { protocol, hostname } = new URL(address)
    if (protocol === 'http:' && !PRIVATE_HOST.test(hostname)) {
      return { hooks: {}, problem: `${variableOf(name)} must begin with https://` }
    }
    hooks[name] = {
      kind: 'http',
      url: address,
      secrets: secrets.split('|').map((secret) => secret.replace(/^v1,/, '')),
    }
  }
  return { hooks, problem: null }
}
