import type { WritePlan } from '../plan/types.ts'
import type { Column } from '../schema-cache/types.ts'
import { conditionsSql, whereClause } from './conditions.ts'
import { embedExists } from './level.ts'
import { quoteIdentifier, quoteLiteral, quoteName, type SqlWriter } from './writer.ts'

export const INSERTED_COLUMN = 'pgrst_inserted'
/** Alias of the payload's rows in FROM. */
const BODY = 'pgrst_body'

/** The data-modifying statement of a write, with its RETURNING list. */
export function writeSql(write: WritePlan, serverVersion: number, writer: SqlWriter): string {
  const alias = quoteIdentifier(write.relation.name)
  const table = `${quoteName(write.relation)} as ${alias}`
  const returning = ` returning ${returningList(write, alias, serverVersion)}`
  const { operation } = write
  switch (operation.kind) {
    case 'delete':
      return `delete from ${table}${whereClause(conditionsSql(operation.where, write.relation.name, writer, embedExists))}${returning}`
    case 'update': {
      // `{}` changes nothing, and SET can't be empty.
      if (write.columns.length === 0) return `select ${returningList(write, alias, 0)} from ${table} where false`
      const set = write.columns.map((column) => `${quoteIdentifier(column.name)} = ${bodyValue(column)}`)
      const where = whereClause(conditionsSql(operation.where, write.relation.name, writer, embedExists))
      return `update ${table} set ${set.join(', ')} from ${bodySource(write, true, writer)}${where}${returning}`
    }
    case 'put': {
      const names = write.columns.map(({ name }) => quoteIdentifier(name)).join(', ')
      const where = whereClause(conditionsSql(operation.where, BODY, writer, embedExists))
      const source = `${bodySource(write, false, writer)}${where}`
      const values = write.columns.map(bodyValue).join(', ')
      return `insert into ${table} (${names}) select ${values} from ${source}${mergeSql(operation.key, write.columns)}${returning}`
    }
    case 'insert': {
      const conflict = conflictSql(write)
      if (write.columns.length === 0 && !write.isArray)
        return `insert into ${table} default values${conflict}${returning}`
      if (write.columns.length === 0) {
        const rows = `json_array_elements(${writer.param(write.payload)}::json)`
        return `insert into ${table} select from ${rows}${conflict}${returning}`
      }
      const names = write.columns.map(({ name }) => quoteIdentifier(name)).join(', ')
      const values = write.columns.map(bodyValue).join(', ')
      return `insert into ${table} (${names}) select ${values} from ${bodySource(write, false, writer)}${conflict}${returning}`
    }
  }
}

function returningList(write: WritePlan, alias: string, serverVersion: number): string {
  const { everyColumn, names } = write.returning
  const list = everyColumn ? [`${alias}.*`] : []
  for (const name of names) {
    if (!everyColumn || !write.relation.columns.has(name)) list.push(`${alias}.${quoteIdentifier(name)}`)
  }
  if (write.countInserted) list.push(`${insertedTest(write, serverVersion)} as ${INSERTED_COLUMN}`)
  return list.length > 0 ? list.join(', ') : '1 as pgrst_one'
}

/** Whether an upsert inserted the row. Without RETURNING OLD (PostgreSQL 18), an inserted row is one that no transaction locked. */
function insertedTest(write: WritePlan, serverVersion: number): string {
  if (serverVersion >= 180_000) return '(old is null)'
  return write.relation.isView || write.relation.isPartitioned ? 'true' : '(xmax = 0)'
}

/** A payload column, converted for the table. */
function bodyValue({ name, representation }: Column): string {
  const value = `${BODY}.${quoteIdentifier(name)}`
  return representation?.fromJson ? `${quoteName(representation.fromJson)}(${value})` : value
}

/** Type of a column in the body: a domain with its own JSON representation accepts any JSON. */
function bodyType({ type, representation }: Column): string {
  return representation?.fromJson ? 'json' : type
}

/** The payload as rows of the named columns. @param single  use only the first object (updates) */
function bodySource(write: WritePlan, single: boolean, writer: SqlWriter): string {
  const payload = `${writer.param(write.payload)}::json`
  const columns = write.columns.map((column) => `${quoteIdentifier(column.name)} ${bodyType(column)}`).join(', ')
  const defaults = write.fillDefaults ? write.columns.filter(({ defaultExpression }) => defaultExpression !== null) : []
  if (defaults.length > 0) return sourceWithDefaults(write, single, payload, columns, defaults)
  if (!write.isArray) return `json_to_record(${payload}) as pgrst_body(${columns})`
  return single
    ? `json_to_record((${payload}) -> 0) as pgrst_body(${columns})`
    : `json_to_recordset(${payload}) as pgrst_body(${columns})`
}

function sourceWithDefaults(
  write: WritePlan,
  single: boolean,
  payload: string,
  columns: string,
  defaults: readonly Column[],
): string {
  const elements = write.isArray ? `json_array_elements(${payload})` : `(select ${payload} as value)`
  const pairs = defaults.map((column) => `${quoteLiteral(column.name)}, ${defaultValue(column)}`)
  const merged = `select jsonb_build_object(${pairs.join(', ')}) || pgrst_element.value::jsonb as value from ${elements} as pgrst_element`
  return `(select pgrst_record.* from (${merged}${single ? ' limit 1' : ''}) as pgrst_merged, lateral jsonb_to_record(pgrst_merged.value) as pgrst_record(${columns})) as pgrst_body`
}

/** In the representation of a body, since it is parsed like one. */
function defaultValue({ defaultExpression, representation }: Column): string {
  const isFormed = representation?.toJson && representation.fromJson
  return isFormed ? `${quoteName(representation.toJson)}(${defaultExpression})` : String(defaultExpression)
}

function conflictSql(write: WritePlan): string {
  const { operation, columns } = write
  if (operation.kind !== 'insert' || !operation.conflict) return ''
  const { target, merge } = operation.conflict
  if (!merge || columns.length === 0) return ` on conflict (${target.map(quoteIdentifier).join(', ')}) do nothing`
  return mergeSql(target, columns)
}

function mergeSql(target: readonly string[], columns: readonly Column[]): string {
  const set = columns.map(({ name }) => `${quoteIdentifier(name)} = excluded.${quoteIdentifier(name)}`)
  return ` on conflict (${target.map(quoteIdentifier).join(', ')}) do update set ${set.join(', ')}`
}
