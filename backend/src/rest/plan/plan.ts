import type { RestLimits } from '../../config/rest.ts'
import { RestError } from '../errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import { parseSelect, type SelectItem } from '../request/select.ts'
import { objectKey, type Relation, type SchemaCache } from '../schema-cache/types.ts'
import { planCall } from './calls.ts'
import { type LevelContext, planLevel } from './level.ts'
import { placeDemands, TargetNames } from './placement.ts'
import { mostSimilar } from './similarity.ts'
import type { CallPlan, LevelPlan, PlanCondition, PlanOffset, WritePlan } from './types.ts'
import { planWrite } from './writes.ts'

export interface PlanOptions {
  readonly maxRows: number
  readonly aggregates: boolean
  readonly limits: RestLimits
  readonly targetNames: boolean
  readonly fullWrites: boolean
}

export type Plan = PlannedAction & {
  /** The Warning header of the response. */
  readonly warning: string | null
}

type PlannedAction =
  | { readonly kind: 'read'; readonly level: LevelPlan }
  /** `level` is null if no rows are requested. */
  | { readonly kind: 'write'; readonly write: WritePlan; readonly level: LevelPlan | null }
  | { readonly kind: 'call'; readonly call: CallPlan; readonly level: LevelPlan }

/** Index of the payload among the request's values: payload and root offset follow those of the query string. */
function payloadIndex(request: ApiRequest): number {
  return request.query.values.length
}

export function offsetIndex(request: ApiRequest): number {
  return request.query.values.length + 1
}

/** Checks a request against the schema cache and decides what the statement must do. @throws {RestError} */
export function makePlan(request: ApiRequest, cache: SchemaCache, role: string, options: PlanOptions): Plan {
  const items = parseSelect(request.query.select ?? '*', options.limits)
  const targets = new TargetNames(options.targetNames)
  const placement = placeDemands(request.query, items, options.limits, targets)
  const context: LevelContext = { cache, schema: request.schema, role, placement, targets, ...options }
  const plan = planAction(request, items, context, options)
  return { ...plan, warning: targets.warning }
}

function planAction(
  request: ApiRequest,
  items: readonly SelectItem[],
  context: LevelContext,
  options: PlanOptions,
): PlannedAction {
  const { cache, role } = context
  const root = { items, item: null, taken: [], expandStar: false }
  const limit = Math.min(request.range.limit ?? options.maxRows, options.maxRows)
  const offset: PlanOffset | null = request.range.offset > 0 ? { kind: 'value', value: offsetIndex(request) } : null

  if (request.action === 'call') {
    const call = planCall(request, cache, role, payloadIndex(request))
    const relation = call.function.result.kind === 'composite' ? call.function.result.relation : null
    const level = planLevel(
      { ...root, source: { kind: 'call', call }, relation, alias: request.name, limit, offset },
      context,
    )
    return { kind: 'call', call, level }
  }

  const relation = findRelation(request, cache, role)
  const start = { ...root, relation, alias: relation.name }
  if (request.action === 'read') {
    return {
      kind: 'read',
      level: planLevel({ ...start, source: { kind: 'relation', relation }, limit, offset }, context),
    }
  }

  const outer = planLevel({ ...start, source: { kind: 'written' }, limit: null, offset: null }, context)
  // The root's conditions select the rows to write; of those returned, only `!inner` removes any.
  const isJoin = (condition: PlanCondition) => condition.kind === 'exists' && condition.joins
  const level = request.preferences.return === 'representation' ? { ...outer, where: outer.where.filter(isJoin) } : null
  const where = outer.where.filter((condition) => !isJoin(condition))
  const write = planWrite(request, relation, where, level, payloadIndex(request))
  if (!options.fullWrites) demandFilter(write)
  return { kind: 'write', write, level }
}

/** As the extension safeupdate does for the roles of Supabase's data API. */
function demandFilter({ operation, columns }: WritePlan): void {
  const { kind } = operation
  // An update without columns changes nothing.
  if (!(kind === 'delete' || (kind === 'update' && columns.length > 0)) || operation.where.length > 0) return
  throw new RestError('PGRST100', `${kind.toUpperCase()} requires a WHERE clause`, { code: '21000' })
}

function findRelation(request: ApiRequest, cache: SchemaCache, role: string): Relation {
  const relation = cache.relations.get(objectKey(request.schema, request.name))
  if (relation) return relation
  const visible = [...cache.relations.values()].filter(
    ({ schema, visibleTo }) => schema === request.schema && visibleTo.includes(role),
  )
  const similar = mostSimilar(
    request.name,
    visible.map(({ name }) => name),
    0.75,
  )
  throw new RestError('PGRST205', `Could not find the table '${request.schema}.${request.name}' in the schema cache`, {
    hint: similar === null ? null : `Perhaps you meant the table '${request.schema}.${similar}'`,
  })
}
