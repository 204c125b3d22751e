import type { IncomingHttpHeaders } from 'node:http'
import type { RestConfig } from '../config/rest.ts'
import type { Step } from '../database/pipeline/connection.ts'
import type { Caller } from '../http/caller.ts'
import type { Compiled } from './compile.ts'
import type { ApiRequest } from './request/api-request.ts'
import type { SchemaCache } from './schema-cache/types.ts'
import { contextText, contextValues } from './sql/context.ts'
import { quoteName } from './sql/writer.ts'

/** Credentials of the caller, hidden from SQL. */
const SECRET_HEADERS: ReadonlySet<string> = new Set(['authorization', 'apikey', 'cookie'])
const NO_HEADERS: ReadonlySet<string> = new Set()
const KEPT_TEXTS = 500

/** The parts of a request that its context depends on. */
export type ContextRequest = Pick<ApiRequest, 'action' | 'safe' | 'head' | 'schema' | 'preferences'>
type ContextShape = Pick<Compiled, 'readOnly' | 'settings'>

/** The first step of a request. */
export interface ContextStep extends Step {
  /** A non-default level must be set before anything else in an explicit transaction; null for PostgreSQL's default. */
  readonly isolation: string | null
}

interface KeptText {
  readonly text: string
  readonly isolation: string | null
}

type ContextOptions = Pick<RestConfig, 'extraSearchPath' | 'appSettings' | 'credentialHeaders'>

/** Calls the configured pre-request function as the caller, with the settings of `context`. */
export function preRequestSteps(preRequest: RestConfig['preRequest'], { scope }: Step): Step[] {
  return preRequest ? [{ text: `select ${quoteName(preRequest)}()`, values: [], scope }] : []
}

/** Builds the first step of each request and caches its text per role, schema and settings. */
export class ContextSteps {
  readonly #extraSearchPath: readonly string[]
  readonly #appSettings: RestConfig['appSettings']
  readonly #hidden: ReadonlySet<string>
  readonly #texts = new Map<string, KeptText>()
  #version = 0

  constructor({ extraSearchPath, appSettings, credentialHeaders }: ContextOptions) {
    this.#extraSearchPath = extraSearchPath
    this.#appSettings = appSettings
    this.#hidden = credentialHeaders ? NO_HEADERS : SECRET_HEADERS
  }

  step(
    caller: Caller,
    request: ContextRequest,
    { readOnly, settings }: ContextShape,
    cache: SchemaCache,
    headers: IncomingHttpHeaders,
    path: string,
  ): ContextStep {
    const { timezone } = request.preferences
    const shape = { readOnly: readOnly || caller.readOnly, settings }
    const { text, isolation } = this.#text(caller.role, request, shape, cache, timezone !== null)
    const values = {
      claims: caller.claimsJson,
      method: request.safe ? (request.head ? 'HEAD' : 'GET') : METHOD_OF[request.action],
      path,
      headers: headersJson(headers, this.#hidden),
      cookies: headers.cookie === undefined ? '{}' : cookiesJson(headers.cookie),
      timezone,
    }
    // A reload may have changed a parameter's type, which a prepared statement would keep.
    const scope = `${caller.role}\0${cache.version}`
    return { text, values: contextValues(caller.role, values), scope, isolation }
  }

  #text(
    role: string,
    request: ContextRequest,
    compiled: ContextShape,
    cache: SchemaCache,
    hasTimezone: boolean,
  ): KeptText {
    if (cache.version !== this.#version || this.#texts.size > KEPT_TEXTS) {
      this.#texts.clear()
      this.#version = cache.version
    }
    const callSettings = compiled.settings.length > 0 ? JSON.stringify(compiled.settings) : ''
    const key = `${role}\0${request.schema}\0${compiled.readOnly}\0${hasTimezone}\0${callSettings}`
    const known = this.#texts.get(key)
    if (known !== undefined) return known
    const settings = [...(cache.roleSettings.get(role) ?? []), ...compiled.settings, ...this.#appSettings]
    const shape = {
      schema: request.schema,
      extraSearchPath: this.#extraSearchPath,
      readOnly: compiled.readOnly,
      settings,
    }
    const kept = { text: contextText(shape, hasTimezone), isolation: isolationOf(settings) }
    this.#texts.set(key, kept)
    return kept
  }
}

const ISOLATION_LEVELS = ['serializable', 'repeatable read']

/** The function's own level takes precedence over the role's. */
function isolationOf(settings: readonly (readonly [string, string])[]): string | null {
  const wanted = settings.findLast(([name]) => name === 'default_transaction_isolation')?.[1].toLowerCase()
  return ISOLATION_LEVELS.find((level) => level === wanted) ?? null
}

const METHOD_OF = { read: 'GET', insert: 'POST', call: 'POST', update: 'PATCH', put: 'PUT', delete: 'DELETE' } as const

function headersJson(headers: IncomingHttpHeaders, hidden: ReadonlySet<string>): string {
  const shown: Record<string, string | string[]> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && !hidden.has(name)) shown[name] = value
  }
  return JSON.stringify(shown)
}

function cookiesJson(cookie: string): string {
  const pairs = cookie.split(';').flatMap((part) => {
    const equals = part.indexOf('=')
    return equals > 0 ? [[part.slice(0, equals).trim(), part.slice(equals + 1).trim()]] : []
  })
  return JSON.stringify(Object.fromEntries(pairs))
}
