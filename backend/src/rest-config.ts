import Type, { type Static } from 'typebox'

/** How much one request to the data API may ask for. Beyond it the answer is 400 PGRST100, for bodies 413. */
export type RestLimits = Readonly<{
  /** Characters of the query string. */
  queryLength: number
  /** Parameters of the query string, or fields of a form. */
  parameters: number
  /** Names in `select`, at all levels together. */
  selectItems: number
  /** Levels of embeds below the root. */
  embedDepth: number
  /** Embeds at all levels together. */
  embeds: number
  /** Filters, and terms of logic trees, at all levels together. */
  filters: number
  logicDepth: number
  /** Elements of one `in` list. */
  listElements: number
  /** Terms of one `order`. */
  orderTerms: number
  jsonPathSteps: number
  bodyBytes: number
  /** Bytes of the answer to a read. */
  answerBytes: number
}>

/** Far above what people write, far below what hurts. */
export const DEFAULT_REST_LIMITS: RestLimits = Object.freeze({
  queryLength: 64 * 1024,
  parameters: 200,
  selectItems: 500,
  embedDepth: 8,
  embeds: 60,
  filters: 300,
  logicDepth: 16,
  listElements: 5000,
  orderTerms: 32,
  jsonPathSteps: 32,
  bodyBytes: 10 * 1024 * 1024,
  answerBytes: 64 * 1024 * 1024,
})

export type RestConfig = Readonly<{
  schemas: readonly string[]
  extraSearchPath: readonly string[]
  /** Rows of an answer, and of each embed in each of its rows. */
  maxRows: number
  limits: RestLimits
  aggregates: boolean
  explain: boolean
  allowRollback: boolean
  /** What the root tells of the API: what the caller may use, everything, or nothing. */
  openApi: (typeof OPENAPI_MODES)[number]
  /** Room for the cache of anonymous reads, in bytes; 0 turns it off. */
  cacheBytes: number
  /** A function that is called in every transaction after its settings and before its statement. */
  preRequest: Readonly<{ schema: string; name: string }> | null
  /** Settings of the application's choice in every transaction: [name, value], for `current_setting('app.settings.<name>')`. */
  appSettings: readonly (readonly [string, string])[]
  /** Whether requests without a token or key are let in, as visitors. */
  visitors: boolean
  /** Tokens for somebody else (`aud`) are refused; null takes any. */
  jwtAudience: string | null
  /** Where a token names its role, from the outside in. */
  jwtRoleClaim: readonly string[]
  /** Whether filters may name an embed by its relation although it has an alias; with a warning. */
  targetNames: boolean
}>

const OPENAPI_MODES = ['follow-privileges', 'ignore-privileges', 'disabled'] as const
const Flag = Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('true'), Type.Literal('false')])

/** The variables of the data API, as the environment's schema has them. */
export const REST_VARIABLES = {
  REST_CACHE_MB: Type.String({ pattern: '^[0-9]{1,5}$' }),
  REST_SCHEMAS: Type.String({ pattern: '^[a-z_][a-z0-9_]*(,[a-z_][a-z0-9_]*)*$' }),
  REST_MAX_ROWS: Type.String({ pattern: '^[1-9][0-9]{0,6}$' }),
  REST_LIMITS: Type.String({ pattern: `^${limitPattern()}(,${limitPattern()})*$` }),
  REST_AGGREGATES: Flag,
  REST_EXPLAIN: Flag,
  REST_ALLOW_ROLLBACK: Flag,
  REST_OPENAPI: Type.Union(OPENAPI_MODES.map((mode) => Type.Literal(mode))),
  REST_PRE_REQUEST: Type.String({ pattern: '^[a-z_][a-z0-9_]*[.][a-z_][a-z0-9_]*$' }),
  REST_APP_SETTINGS: Type.String({ pattern: '^[a-z_][a-z0-9_]*=[^,]*(,[a-z_][a-z0-9_]*=[^,]*)*$' }),
  REST_VISITORS: Flag,
  REST_JWT_ROLE_CLAIM: Type.String({ pattern: '^[^.]+([.][^.]+)*$' }),
  REST_JWT_AUDIENCE: Type.String({ minLength: 1 }),
  REST_TARGET_NAMES: Flag,
}
const RestEnvironment = Type.Partial(Type.Object(REST_VARIABLES))

/** What a variable should have looked like, for people. */
export const REST_EXPECTED = {
  REST_CACHE_MB: 'a whole number of megabytes, 0 for no cache',
  REST_SCHEMAS: 'schema names separated by commas',
  REST_MAX_ROWS: 'a number from 1 to 9999999',
  REST_LIMITS: `name=number pairs separated by commas, of ${limitNames().join(', ')}`,
  REST_AGGREGATES: '0 or 1',
  REST_EXPLAIN: '0 or 1',
  REST_ALLOW_ROLLBACK: '0 or 1',
  REST_OPENAPI: `one of ${OPENAPI_MODES.join(', ')}`,
  REST_PRE_REQUEST: 'schema.function',
  REST_APP_SETTINGS: 'name=value pairs separated by commas',
  REST_VISITORS: '0 or 1',
  REST_JWT_ROLE_CLAIM: 'names of claims separated by dots',
  REST_TARGET_NAMES: '0 or 1',
}

/** @param env  checked by the schema above */
export function readRest(env: Static<typeof RestEnvironment>): RestConfig {
  const [schema, name] = env.REST_PRE_REQUEST?.split('.') ?? []
  return {
    schemas: (env.REST_SCHEMAS ?? 'public').split(','),
    extraSearchPath: ['public', 'extensions'],
    maxRows: Number(env.REST_MAX_ROWS ?? 1000),
    limits: readLimits(env.REST_LIMITS ?? ''),
    aggregates: isOn(env.REST_AGGREGATES ?? '0'),
    explain: isOn(env.REST_EXPLAIN ?? '0'),
    allowRollback: isOn(env.REST_ALLOW_ROLLBACK ?? '0'),
    openApi: env.REST_OPENAPI ?? 'follow-privileges',
    // What a function decides may depend on anything, and what is kept does not ask who comes: so nothing is kept.
    cacheBytes:
      env.REST_PRE_REQUEST || !isOn(env.REST_VISITORS ?? '1') ? 0 : Number(env.REST_CACHE_MB ?? 64) * 1024 * 1024,
    preRequest: schema !== undefined && name !== undefined ? { schema, name } : null,
    appSettings: readPairs(env.REST_APP_SETTINGS ?? '').map(
      ([name, value]) => [`app.settings.${name}`, value] as const,
    ),
    visitors: isOn(env.REST_VISITORS ?? '1'),
    jwtRoleClaim: (env.REST_JWT_ROLE_CLAIM ?? 'role').split('.'),
    jwtAudience: env.REST_JWT_AUDIENCE ?? null,
    targetNames: isOn(env.REST_TARGET_NAMES ?? '1'),
  }
}

/** `name=value,name=value` */
function readPairs(text: string): [string, string][] {
  if (text === '') return []
  return text.split(',').map((pair) => {
    const equals = pair.indexOf('=')
    return [pair.slice(0, equals), pair.slice(equals + 1)]
  })
}

/** `embed_depth=3,filters=50` over the defaults. */
function readLimits(text: string): RestLimits {
  const names = new Map(Object.keys(DEFAULT_REST_LIMITS).map((name) => [variableName(name), name]))
  const limits = Object.fromEntries(readPairs(text).map(([name, value]) => [names.get(name) ?? name, Number(value)]))
  return Object.freeze({ ...DEFAULT_REST_LIMITS, ...limits })
}

function limitPattern(): string {
  return `(${limitNames().join('|')})=[1-9][0-9]{0,9}`
}

function limitNames(): string[] {
  return Object.keys(DEFAULT_REST_LIMITS).map(variableName)
}

/** `embedDepth` is `embed_depth` in the environment. */
function variableName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function isOn(flag: Static<typeof Flag>): boolean {
  return flag === '1' || flag === 'true'
}
