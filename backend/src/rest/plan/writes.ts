import { RestError } from '../errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import { parseNameList } from '../request/query.ts'
import type { Column, Relation } from '../schema-cache/types.ts'
import type { EmbedPlan, LevelPlan, PlanCondition, PlanItem, Returning, WritePlan } from './types.ts'

/**
 * Plans a write.
 * @param where  the conditions of the query's root
 * @param level  what is requested of the written rows; null for nothing
 * @param payload  index of the body among the values
 * @throws {RestError} PGRST105, PGRST114, PGRST115, PGRST204
 */
export function planWrite(
  request: ApiRequest,
  relation: Relation,
  where: readonly PlanCondition[],
  level: LevelPlan | null,
  payload: number,
): WritePlan {
  const columns = request.action === 'delete' ? [] : payloadColumns(request, relation)
  const operation = operationOf(request, relation, where, columns)
  const headersOnly = request.action === 'insert' && request.preferences.return === 'headers-only'
  return {
    relation,
    payload,
    isArray: request.payload?.isArray ?? false,
    columns,
    operation,
    fillDefaults: request.action !== 'put' && request.preferences.missing === 'default',
    returning: level ? neededColumns(level) : { everyColumn: false, names: headersOnly ? relation.primaryKey : [] },
    countInserted: operation.kind === 'put' || (operation.kind === 'insert' && (operation.conflict?.merge ?? false)),
  }
}

function operationOf(
  request: ApiRequest,
  relation: Relation,
  where: readonly PlanCondition[],
  columns: readonly Column[],
): WritePlan['operation'] {
  switch (request.action) {
    case 'insert':
      return { kind: 'insert', conflict: conflictOf(request, relation) }
    case 'put':
      requireWholeKey(request, relation, where)
      // A payload without the key cannot match the URL.
      if (relation.primaryKey.some((name) => columns.every((column) => column.name !== name))) {
        throw new RestError('PGRST115', 'Payload values do not match URL in primary key column(s)')
      }
      return { kind: 'put', where, key: relation.primaryKey }
    default:
      return { kind: request.action === 'delete' ? 'delete' : 'update', where }
  }
}

function conflictOf({ preferences, query }: ApiRequest, { primaryKey }: Relation) {
  const { resolution } = preferences
  const target = query.onConflict === null ? primaryKey : parseNameList(query.onConflict, 'on_conflict parameter')
  return resolution && target.length > 0 ? { target, merge: resolution === 'merge-duplicates' } : null
}

/** PUT names one row: every primary key column with `eq`, and nothing else. */
function requireWholeKey(request: ApiRequest, { primaryKey }: Relation, where: readonly PlanCondition[]): void {
  if (request.query.ranges.has('')) {
    throw new RestError('PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  }
  const named = where.map((condition) => {
    if (condition.kind !== 'comparison' || condition.negated || condition.field.path.length > 0) return null
    const { test } = condition
    return test.kind === 'binary' && test.operator === 'eq' && test.quantifier === null ? condition.field.name : null
  })
  const whole =
    primaryKey.length > 0 && named.length === primaryKey.length && primaryKey.every((name) => named.includes(name))
  if (!whole) {
    throw new RestError('PGRST105', "Filters must include all and only primary key columns with 'eq' operators")
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

/** The columns that a representation reads, so that RETURNING requires no further privileges. */
function neededColumns(level: LevelPlan): Returning {
  const needs = [
    ...level.items.map(needsOfItem),
    ...level.where.map((condition) => (condition.kind === 'exists' ? needsOfEmbed(condition.embed) : [])),
    ...level.order.map(({ field, embed }) => (embed ? needsOfEmbed(embed) : [field.name])),
  ]
  return { everyColumn: needs.includes(EVERY_COLUMN), names: [...new Set(needs.flat())] }
}

/** For `*` and computed relationships, which read the whole row. */
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
