import { availableParallelism } from 'node:os'
import { chosen, FLAG, isOn, matching, oneOf, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

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
  /** Levels of arrays and objects in a body. */
  jsonDepth: number
  bodyBytes: number
  /** The same of a visitor. */
  visitorBodyBytes: number
  /** Bytes of the answer to a read. */
  answerBytes: number
  /** Statements of one user, or of one address of visitors, at a time: such as have always been quick, and others. */
  quickStatements: number
  slowStatements: number
  /** Requests of one user or address that may wait for these; beyond it the answer is 429. */
  waitingStatements: number
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
  jsonDepth: 200,
  bodyBytes: 10 * 1024 * 1024,
  visitorBodyBytes: 64 * 1024,
  answerBytes: 64 * 1024 * 1024,
  quickStatements: 32,
  // Of two, each keeps a core busy: on a machine of two cores that would be all of it.
  slowStatements: availableParallelism() > 2 ? 2 : 1,
  waitingStatements: 200,
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
  /** Whether visitors may filter by regular expressions: one alone can keep a core busy until its time is over. */
  visitorExpressions: boolean
}>

const OPENAPI_MODES = ['follow-privileges', 'ignore-privileges', 'disabled'] as const
export const REST_VARIABLES = {
  REST_SCHEMAS: {
    ...matching('^[a-z_][a-z0-9_]*(,[a-z_][a-z0-9_]*)*$', 'schema names separated by commas'),
    default: 'public',
    help: 'exposed schemas; the first is the default',
  },
  REST_MAX_ROWS: {
    ...matching('^[1-9][0-9]{0,6}$', 'a number from 1 to 9999999'),
    default: '1000',
    help: 'maximum rows per level of a response',
  },
  REST_LIMITS: {
    ...matching(
      `^${limitPattern()}(,${limitPattern()})*$`,
      `name=number pairs separated by commas, of ${limitNames().join(', ')}`,
    ),
    otherwise: 'see `backend/src/config/rest.ts`',
    help: 'limits on a single request',
  },
  REST_CACHE_MB: {
    ...matching('^[0-9]{1,5}$', 'a whole number of megabytes, 0 for no cache'),
    default: '64',
    help: 'size of the cache for anonymous reads, per process',
  },
  REST_AGGREGATES: { ...FLAG, default: '0', help: '1 allows aggregate functions' },
  REST_EXPLAIN: { ...FLAG, default: '0', help: '1 allows EXPLAIN plans' },
  REST_ALLOW_ROLLBACK: { ...FLAG, default: '0', help: '1 allows `tx=rollback`' },
  REST_OPENAPI: {
    ...oneOf(OPENAPI_MODES),
    default: 'follow-privileges',
    help: 'contents of the OpenAPI description at the root',
  },
  REST_PRE_REQUEST: {
    ...matching('^[a-z_][a-z0-9_]*[.][a-z_][a-z0-9_]*$', 'schema.function'),
    help: 'function called before every request',
  },
  REST_APP_SETTINGS: {
    ...matching('^[a-z_][a-z0-9_]*=[^,]*(,[a-z_][a-z0-9_]*=[^,]*)*$', 'name=value pairs separated by commas'),
    help: 'settings readable in SQL as `app.settings.name`',
  },
  REST_VISITORS: { ...FLAG, default: '1', help: '0 rejects requests without token or API key' },
  REST_JWT_AUDIENCE: { ...TEXT, otherwise: 'any', help: 'accepted audience of tokens' },
  REST_JWT_ROLE_CLAIM: {
    ...matching('^[^.]+([.][^.]+)*$', 'names of claims separated by dots'),
    default: 'role',
    help: 'path of the role claim in tokens',
  },
  REST_TARGET_NAMES: { ...FLAG, default: '1', help: '1 lets filters refer to an aliased embed by its relation name' },
  REST_VISITOR_EXPRESSIONS: { ...FLAG, default: '0', help: '1 lets visitors filter with regular expressions' },
} as const satisfies Variables

/** @param env  checked by the schema above */
export function readRest(env: Values<typeof REST_VARIABLES>): RestConfig {
  const [schema, name] = env.REST_PRE_REQUEST?.split('.') ?? []
  return {
    schemas: env.REST_SCHEMAS.split(','),
    extraSearchPath: ['public', 'extensions'],
    maxRows: Number(env.REST_MAX_ROWS),
    limits: readLimits(env.REST_LIMITS ?? ''),
    aggregates: isOn(env.REST_AGGREGATES),
    explain: isOn(env.REST_EXPLAIN),
    allowRollback: isOn(env.REST_ALLOW_ROLLBACK),
    openApi: chosen(OPENAPI_MODES, env.REST_OPENAPI),
    // What a function decides may depend on anything, and what is kept does not ask who comes: so nothing is kept.
    cacheBytes: env.REST_PRE_REQUEST || !isOn(env.REST_VISITORS) ? 0 : Number(env.REST_CACHE_MB) * 1024 * 1024,
    preRequest: schema !== undefined && name !== undefined ? { schema, name } : null,
    appSettings: readPairs(env.REST_APP_SETTINGS ?? '').map(
      ([name, value]) => [`app.settings.${name}`, value] as const,
    ),
    visitors: isOn(env.REST_VISITORS),
    jwtRoleClaim: env.REST_JWT_ROLE_CLAIM.split('.'),
    jwtAudience: env.REST_JWT_AUDIENCE ?? null,
    targetNames: isOn(env.REST_TARGET_NAMES),
    visitorExpressions: isOn(env.REST_VISITOR_EXPRESSIONS),
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
