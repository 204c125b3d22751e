import Type, { type TString } from 'typebox'

/** Where the auth service asks or tells the application. */
export const HOOK_NAMES = [
  'send_email',
  'send_sms',
  'custom_access_token',
  'before_user_created',
  'after_user_created',
  'password_verification_attempt',
  'mfa_verification_attempt',
] as const
export type HookName = (typeof HOOK_NAMES)[number]

export type HookTarget =
  | { readonly kind: 'http'; readonly url: string; readonly secrets: readonly string[] }
  | { readonly kind: 'sql'; readonly schema: string; readonly name: string }

export type HookTargets = Readonly<Partial<Record<HookName, HookTarget>>>

type Variable = `AUTH_HOOK_${Uppercase<HookName>}`
type SecretsVariable = `${Variable}_SECRETS`

const variableOf = (name: HookName) => `AUTH_HOOK_${name.toUpperCase()}` as Variable // the type says the same
const secretsOf = (name: HookName) => `${variableOf(name)}_SECRETS` as SecretsVariable

const IDENTIFIER = '[A-Za-z_][A-Za-z0-9_]{0,62}'
const SQL = new RegExp(`^pg-functions://[^/]*/(${IDENTIFIER})/(${IDENTIFIER})$`)
const SECRET = '(v1,)?whsec_[A-Za-z0-9+/]{32,}={0,2}'
const ADDRESS = Type.String({ pattern: `^(https?://[^\\s]+|pg-functions://[^/\\s]*/${IDENTIFIER}/${IDENTIFIER})$` })
const SECRETS = Type.String({ pattern: `^${SECRET}(\\|${SECRET})*$` })

/** The variables, for the schema of the environment. */
export const HOOK_VARIABLES = Object.fromEntries(
  HOOK_NAMES.flatMap((name) => [
    [variableOf(name), ADDRESS],
    [secretsOf(name), SECRETS],
  ]),
) as Record<Variable | SecretsVariable, TString> // made of just these names

/** What each variable should have looked like, for people. */
export const HOOK_EXPECTED = Object.fromEntries(
  HOOK_NAMES.flatMap((name) => [
    [variableOf(name), 'an https address or pg-functions://postgres/<schema>/<function>'],
    [secretsOf(name), 'v1,whsec_<at least 24 bytes in base64>, several with | between them'],
  ]),
) as Record<Variable | SecretsVariable, string>

export type HookEnvironment = Readonly<Partial<Record<Variable | SecretsVariable, string>>>

/** A name without a dot is a neighbour in a private network, as in Docker Compose. */
const PRIVATE_HOST = /^([a-z0-9-]+|127\.0\.0\.1|\[::1\])$/i

/** Reads what HOOK_VARIABLES has checked; `problem` says in words what does not fit together. */
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
    if (!URL.canParse(address))
      return { hooks: {}, problem: `${variableOf(name)} must be ${HOOK_EXPECTED[variableOf(name)]}` }
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
