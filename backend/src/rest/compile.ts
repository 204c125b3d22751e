import type { RestLimits } from '../config/rest.ts'
import { makePlan, type Plan } from './plan/plan.ts'
import type { CallPlan } from './plan/types.ts'
import type { ApiRequest } from './request/api-request.ts'
import { type Accepted, type ResultFormat, resolveAccepted } from './request/media-type.ts'
import type { Preferences } from './request/preferences.ts'
import { objectKey, type Relation, type SchemaCache } from './schema-cache/types.ts'
import { type BodyKind, makeStatements, type Statements } from './sql/statement.ts'

/** Maximum number of compiled shapes kept, and maximum length of a shape to keep; one takes a few kilobytes. */
const COMPILED_SHAPES = 2000
const COMPILED_SHAPE_LENGTH = 4096

/** Everything about a request that does not depend on its values; compiled once per shape. */
export interface Compiled extends Statements {
  readonly cacheVersion: number
  readonly body: BodyKind
  readonly call: CallPlan | null
  /** The final format: the application may have handlers for media types. */
  readonly accepted: Accepted
  readonly readOnly: boolean
  /** Settings that a called function needs before its statement starts. */
  readonly settings: readonly (readonly [string, string])[]
  /** Whether `max-affected` can be applied: rows are written, or a set is returned. */
  readonly affectsRows: boolean
  /** For merge upserts: the last column counts the inserted rows. */
  readonly countsInserted: boolean
  readonly primaryKey: readonly string[]
  readonly honours: ReadonlySet<keyof Preferences>
  readonly warning: string | null
}

export interface CompileOptions {
  readonly maxRows: number
  readonly aggregates: boolean
  readonly allowRollback: boolean
  readonly limits: RestLimits
  readonly targetNames: boolean
  readonly fullWrites: boolean
}

/** LRU cache of compiled requests by shape, cleared when the schema cache is reloaded. */
export class Compiler {
  readonly #options: CompileOptions
  readonly #known = new Map<string, Compiled>()
  #version = 0

  constructor(options: CompileOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#known.size
  }

  /** @throws {RestError} if the request is invalid; errors are not cached */
  compile(request: ApiRequest, cache: SchemaCache, role: string): Compiled {
    if (cache.version !== this.#version) {
      this.#known.clear()
      this.#version = cache.version
    }
    const known = this.#known.get(request.shape)
    if (known) {
      this.#known.delete(request.shape)
      this.#known.set(request.shape, known)
      return known
    }
    const compiled = this.#make(request, cache, role)
    if (request.shape.length > COMPILED_SHAPE_LENGTH) return compiled
    this.#known.set(request.shape, compiled)
    if (this.#known.size > COMPILED_SHAPES) {
      for (const oldest of this.#known.keys()) {
        this.#known.delete(oldest)
        break
      }
    }
    return compiled
  }

  #make(given: ApiRequest, cache: SchemaCache, role: string): Compiled {
    const plan = makePlan(given, cache, role, this.#options)
    const request = negotiated(given, acceptedFor(plan, given, cache))
    const body = bodyKind(plan, request)
    const statements = makeStatements(plan, request, body, {
      serverVersion: cache.serverVersion,
      geoJson: cache.geoJson,
      maxRows: this.#options.maxRows,
    })
    return {
      ...statements,
      accepted: request.accepted,
      cacheVersion: cache.version,
      body,
      call: plan.kind === 'call' ? plan.call : null,
      readOnly: plan.kind === 'read' || (plan.kind === 'call' && (request.safe || !plan.call.function.volatile)),
      settings: plan.kind === 'call' ? plan.call.function.settings : [],
      affectsRows:
        plan.kind === 'call'
          ? plan.call.function.returnsSet
          : request.action === 'update' || request.action === 'delete',
      countsInserted: plan.kind === 'write' && plan.write.countInserted,
      primaryKey: plan.kind === 'write' ? plan.write.relation.primaryKey : [],
      honours: honoured(plan, request, this.#options),
      warning: plan.warning,
    }
  }
}

/** These formats are built from rows, even if a function returns a single one. */
const WHOLE_ROWS: ReadonlySet<ResultFormat> = new Set(['csv', 'geojson', 'handled'])

/** The request with its negotiated format. */
export function negotiated(request: ApiRequest, accepted: Accepted): ApiRequest {
  return accepted === request.accepted ? request : { ...request, accepted }
}

/** A relation's own handler accepts only whole rows. @throws {RestError} PGRST107 */
function acceptedFor(plan: Plan, { accepted, query }: ApiRequest, { mediaHandlers }: SchemaCache): Accepted {
  const fn = plan.kind === 'call' ? plan.call.function : null
  const relation = fn ? (fn.result.kind === 'composite' ? fn.result.relation : null) : relationOf(plan)
  const isWhole = query.select === null || query.select.trim() === '*'
  const ofRows = relation && isWhole ? (mediaHandlers.get(objectKey(relation.schema, relation.name)) ?? []) : []
  return resolveAccepted(accepted, fn?.handler ? [fn.handler, ...ofRows] : ofRows, mediaHandlers.get('') ?? [])
}

function relationOf(plan: Plan): Relation | null {
  if (plan.kind === 'write') return plan.write.relation
  return plan.level.source.kind === 'relation' ? plan.level.source.relation : null
}

function bodyKind(plan: Plan, request: ApiRequest): BodyKind {
  if (plan.kind === 'write') return plan.level ? 'rows' : 'nothing'
  if (plan.kind === 'read') return 'rows'
  const { result, returnsSet } = plan.call.function
  if (result.kind === 'void') return 'nothing'
  if (result.kind === 'scalar') return returnsSet ? 'scalars' : 'scalar'
  if (returnsSet || WHOLE_ROWS.has(request.accepted.format)) return 'rows'
  return 'one-row'
}

function honoured(plan: Plan, request: ApiRequest, options: CompileOptions): Set<keyof Preferences> {
  const honours = new Set<keyof Preferences>(['handling', 'timezone', 'count'])
  if (plan.kind === 'write') honours.add('return')
  if (options.allowRollback) honours.add('tx')
  if (plan.kind === 'write' && plan.write.operation.kind === 'insert' && plan.write.operation.conflict)
    honours.add('resolution')
  if (request.action === 'insert' || request.action === 'update') honours.add('missing')
  const limitsRows = request.action === 'update' || request.action === 'delete' || request.action === 'call'
  if (limitsRows && request.preferences.handling === 'strict') honours.add('maxAffected')
  return honours
}
