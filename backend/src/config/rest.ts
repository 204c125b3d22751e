import { availableParallelism } from 'node:os'
import { chosen, FLAG, isOn, listOf, matching, oneOf, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

/** Limits of one data API request. Exceeding them is answered with 400 PGRST100, or 413 for bodies. */
export type RestLimits = Readonly<{
  /** In characters. */
  queryLength: number
  /** In the query string, or in a form. */
  parameters: number
  /** Names in `select`, on all levels together. */
  selectItems: number
  /** Levels below the root. */
  embedDepth: number
  /** On all levels together. */
  embeds: number
  /** Filters and terms of logic trees, on all levels together. */
  filters: number
  logicDepth: number
  /** Elements of one `in` list. */
  listElements: number
  /** Terms of one `order`. */
  orderTerms: number
  jsonPathSteps: number
  /** Nesting of arrays and objects in a body. */
  jsonDepth: number
  bodyBytes: number
  /** The same for anonymous visitors. */
  visitorBodyBytes: number
  /** Bytes of the response to a read. */
  answerBytes: number
  /** Concurrent statements of one user, or of one visitor address: those that have always been quick, and others. */
  quickStatements: number
  slowStatements: number
  /** Waiting requests of one user or address; beyond it the answer is 429. */
  waitingStatements: number
}>

/** Far above regular use, far below harmful sizes. */
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
  // Each may keep a core busy: two would occupy a machine with two cores completely.
  slowStatements: availableParallelism() > 2 ? 2 : 1,
  waitingStatements: 200,
})

export type RestConfig = Readonly<{
  schemas: readonly string[]
  extraSearchPath: readonly string[]
  /** Maximum rows of a response, and of each embed in each of its rows. */
  maxRows: number
  limits: RestLimits
  aggregates: boolean
  explain: boolean
  allowRollback: boolean
  /** Content of the OpenAPI document: what the caller may use, everything, or nothing. */
  openApi: (typeof OPENAPI_MODES)[number]
  /** Size of the cache of anonymous reads, in bytes; 0 disables it. */
  cacheBytes: number
  /** Function called in every transaction after its settings and before its statement. */
  preRequest: Readonly<{ schema: string; name: string }> | null
  /** Function of the requested schema that answers GET at the root. */
  rootSpec: string | null
  /** Function called before the settings in the database are read. */
  preConfig: Readonly<{ schema: string; name: string }> | null
  /** Settings of the application in every transaction: [name, value], for `current_setting('app.settings.<name>')`. */
  appSettings: readonly (readonly [string, string])[]
  /** Whether SQL sees the credentials of a request in `request.headers`. */
  credentialHeaders: boolean
  /** Whether requests without a token or key are accepted, as anonymous visitors. */
  visitors: boolean
  /** Required audience (`aud`) of tokens; null accepts any. */
  jwtAudience: string | null
  /** Path of the role claim in a token, from the outside in. */
  jwtRoleClaim: readonly string[]
  /** Whether filters may refer to an aliased embed by its relation; with a warning. */
  targetNames: boolean
  /** Whether updates and deletions without a filter are carried out. */
  fullWrites: boolean
  /** Whether visitors may filter by regular expressions: a single one can keep a core busy until it times out. */
  visitorExpressions: boolean
}>

/** Beyond any table, and one more is still exact. */
export const UNLIMITED_ROWS = Number.MAX_SAFE_INTEGER - 1

const OPENAPI_MODES = ['follow-privileges', 'ignore-privileges', 'disabled'] as const
export const REST_VARIABLES = {
  REST_SCHEMAS: {
    ...matching('^[a-z_][a-z0-9_]*(,[a-z_][a-z0-9_]*)*$', 'schema names separated by commas'),
    default: 'public',
    help: 'exposed schemas; the first is the default',
  },
  REST_EXTRA_SEARCH_PATH: {
    ...TEXT,
    expected: 'schema names separated by commas',
    default: 'public,extensions',
    help: 'schemas searched in requests after the exposed one',
  },
  REST_MAX_ROWS: {
    ...matching('^(0|[1-9][0-9]{0,6})$', 'a number from 1 to 9999999, or 0 for no limit'),
    default: '1000',
    help: 'maximum rows per level of a response; 0 is no limit',
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
  REST_ROOT_SPEC: {
    ...matching('^[a-z_][a-z0-9_]*$', 'the name of a function in an exposed schema'),
    help: 'function that answers the root instead of the OpenAPI description',
  },
  REST_PRE_CONFIG: {
    ...matching('^[a-z_][a-z0-9_]*[.][a-z_][a-z0-9_]*$', 'schema.function'),
    help: 'function called before the settings in the database are read; it may set them with `set_config`',
  },
  REST_APP_SETTINGS: {
    ...matching('^[a-z_][a-z0-9_]*=[^,]*(,[a-z_][a-z0-9_]*=[^,]*)*$', 'name=value pairs separated by commas'),
    help: 'settings readable in SQL as `app.settings.name`',
  },
  REST_CREDENTIAL_HEADERS: {
    ...FLAG,
    default: '0',
    help: '1 shows authorization, apikey and cookie in `request.headers`, also to policies and triggers of storage',
  },
  REST_VISITORS: { ...FLAG, default: '1', help: '0 rejects requests without token or API key' },
  REST_JWT_AUDIENCE: { ...TEXT, otherwise: 'any', help: 'accepted audience of tokens' },
  REST_JWT_ROLE_CLAIM: {
    ...matching('^[^.]+([.][^.]+)*$', 'names of claims separated by dots'),
    default: 'role',
    help: 'path of the role claim in tokens',
  },
  REST_TARGET_NAMES: { ...FLAG, default: '1', help: '1 lets filters refer to an aliased embed by its relation name' },
  REST_FULL_WRITES: {
    ...FLAG,
    default: '1',
    help: '0 refuses updates and deletions of all rows, without a filter (21000)',
  },
  REST_VISITOR_EXPRESSIONS: { ...FLAG, default: '0', help: '1 lets visitors filter with regular expressions' },
} as const satisfies Variables

/** @param env  validated by the schema above */
export function readRest(env: Values<typeof REST_VARIABLES>): RestConfig {
  return {
    schemas: env.REST_SCHEMAS.split(','),
    extraSearchPath: listOf(env.REST_EXTRA_SEARCH_PATH),
    maxRows: Number(env.REST_MAX_ROWS) || UNLIMITED_ROWS,
    limits: readLimits(env.REST_LIMITS ?? ''),
    aggregates: isOn(env.REST_AGGREGATES),
    explain: isOn(env.REST_EXPLAIN),
    allowRollback: isOn(env.REST_ALLOW_ROLLBACK),
    openApi: chosen(OPENAPI_MODES, env.REST_OPENAPI),
    // A function's decision may depend on anything, and cached answers do not depend on the caller, so the cache is off.
    cacheBytes: env.REST_PRE_REQUEST || !isOn(env.REST_VISITORS) ? 0 : Number(env.REST_CACHE_MB) * 1024 * 1024,
    preRequest: qualified(env.REST_PRE_REQUEST),
    rootSpec: env.REST_ROOT_SPEC ?? null,
    preConfig: qualified(env.REST_PRE_CONFIG),
    appSettings: readPairs(env.REST_APP_SETTINGS ?? '').map(
      ([name, value]) => [`app.settings.${name}`, value] as const,
    ),
    credentialHeaders: isOn(env.REST_CREDENTIAL_HEADERS),
    visitors: isOn(env.REST_VISITORS),
    jwtRoleClaim: env.REST_JWT_ROLE_CLAIM.split('.'),
    jwtAudience: env.REST_JWT_AUDIENCE ?? null,
    targetNames: isOn(env.REST_TARGET_NAMES),
    fullWrites: isOn(env.REST_FULL_WRITES),
    visitorExpressions: isOn(env.REST_VISITOR_EXPRESSIONS),
  }
}

function qualified(text: string | undefined): RestConfig['preRequest'] {
  const [schema, name] = text?.split('.') ?? []
  return schema !== undefined && name !== undefined ? { schema, name } : null
}

/** Parses `name=value,name=value`. */
function readPairs(text: string): [string, string][] {
  if (text === '') return []
  return text.split(',').map((pair) => {
    const equals = pair.indexOf('=')
    return [pair.slice(0, equals), pair.slice(equals + 1)]
  })
}

/** Applies `embed_depth=3,filters=50` to the defaults. */
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

/** Converts `embedDepth` to `embed_depth`, as in the environment. */
function variableName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
