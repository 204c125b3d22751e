import { RestError } from '../errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import { parseNameList } from '../request/query.ts'
import { parseSelect } from '../request/select.ts'
import { type Column, objectKey, type Relation, type SchemaCache } from '../schema-cache/types.ts'
import { planCall } from './calls.ts'
import { type LevelContext, planCondition, planLevel } from './level.ts'
import { placeDemands } from './placement.ts'
import { mostSimilar } from './similarity.ts'
import type { CallPlan, EmbedPlan, LevelPlan, PlanItem, PlanOffset, Returning, WritePlan } from './types.ts'

export interface PlanOptions {
  readonly maxRows: number
  readonly aggregates: boolean
}

export type Plan =
  | { readonly kind: 'read'; readonly level: LevelPlan }
  /** `level` is null when nothing of the rows is asked for. */
  | { readonly kind: 'write'; readonly write: WritePlan; readonly level: LevelPlan | null }
  | { readonly kind: 'call'; readonly call: CallPlan; readonly level: LevelPlan }

/** Where a request's further values stand: the payload and the root's offset follow those of the query string. */
export function payloadIndex(request: ApiRequest): number {
  return request.query.values.length
}

export function offsetIndex(request: ApiRequest): number {
  return request.query.values.length + 1
}

/** Checks a request against the schema cache and decides what the statement must do. @throws {RestError} */
export function makePlan(request: ApiRequest, cache: SchemaCache, role: string, options: PlanOptions): Plan {
  const items = parseSelect(request.query.select ?? '*')
  const context: LevelContext = {
    cache,
    schema: request.schema,
    role,
    placement: placeDemands(request.query, items),
    ...options,
  }
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

  const wantsRows = request.preferences.return === 'representation'
  const outer = planLevel({ ...start, source: { kind: 'written' }, limit: null, offset: null }, context)
  // Its own conditions choose the rows to write; of the outer level only the embeds may take rows away.
  const level = { ...outer, where: outer.where.filter((condition) => condition.kind === 'exists') }
  return {
    kind: 'write',
    write: planWrite(request, relation, context, wantsRows ? level : null),
    level: wantsRows ? level : null,
  }
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

function planWrite(request: ApiRequest, relation: Relation, context: LevelContext, level: LevelPlan | null): WritePlan {
  const scope = { relation, embeds: new Map() }
  const where = (context.placement.get(null)?.conditions ?? []).map((condition) => planCondition(condition, scope))
  const columns = request.action === 'delete' ? [] : payloadColumns(request, relation)
  const resolution = request.action === 'insert' ? request.preferences.resolution : null
  const target =
    request.query.onConflict === null
      ? relation.primaryKey
      : parseNameList(request.query.onConflict, 'on_conflict parameter')
  const conflict = resolution && target.length > 0 ? { target, merge: resolution === 'merge-duplicates' } : null
  const headersOnly = request.action === 'insert' && request.preferences.return === 'headers-only'
  return {
    relation,
    payload: payloadIndex(request),
    isArray: request.payload?.isArray ?? false,
    columns,
    operation:
      request.action === 'insert'
        ? { kind: 'insert', conflict }
        : { kind: request.action as 'update' | 'delete', where },
    fillDefaults: request.preferences.missing === 'default',
    returning: level ? neededColumns(level) : { everyColumn: false, names: headersOnly ? relation.primaryKey : [] },
    countInserted: conflict?.merge ?? false,
  }
}

/** @throws {RestError} PGRST204 */
function payloadColumns(request: ApiRequest, relation: Relation): Column[] {
  const { columns } = request.query
  const names = columns === null ? (request.payload?.keys ?? []) : parseNameList(columns, 'columns parameter')
  return names.map((name) => {
    const column = relation.columns.get(name)
    if (column) return column
    throw new RestError('PGRST204', `Could not find the '${name}' column of '${relation.name}' in the schema cache`)
  })
}

/** What a representation reads, so that RETURNING asks for no privilege beyond it. */
function neededColumns(level: LevelPlan): Returning {
  const needs = [
    ...level.items.map(needsOfItem),
    ...level.where.map((condition) => (condition.kind === 'exists' ? needsOfEmbed(condition.embed) : [])),
    ...level.order.map(({ field, embed }) => (embed ? needsOfEmbed(embed) : [field.name])),
  ]
  return { everyColumn: needs.includes(EVERY_COLUMN), names: [...new Set(needs.flat())] }
}

/** For computed relationships, which read the whole row. */
const EVERY_COLUMN: readonly string[] = []

function needsOfItem(item: PlanItem): readonly string[] {
  switch (item.kind) {
    case 'star':
      return EVERY_COLUMN
    case 'field':
      return item.field ? [item.field.name] : []
    case 'embed':
      return needsOfEmbed(item.embed)
  }
}

function needsOfEmbed({ relationship }: EmbedPlan): readonly string[] {
  switch (relationship.kind) {
    case 'foreign-key':
      return relationship.pairs.map(([own]) => own)
    case 'junction':
      return relationship.junction.originPairs.map(([own]) => own)
    case 'computed':
      return EVERY_COLUMN
  }
}
