import { offsetIndex, type Plan } from '../plan/plan.ts'
import type { LevelPlan } from '../plan/types.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { MediaHandler, QualifiedName } from '../schema-cache/types.ts'
import { SCALAR_COLUMN } from './calls.ts'
import { fromWhere, levelSql, pageSql } from './level.ts'
import { quoteIdentifier, quoteName, SqlWriter } from './writer.ts'
import { INSERTED_COLUMN, writeSql } from './writes.ts'

/** A statement and its values: `$n` is the request's value at index `slots[n - 1]`. */
export interface Statement {
  readonly text: string
  readonly slots: readonly number[]
}

export interface Statements {
  readonly main: Statement
  /** Plans the count, if an estimate was requested. */
  readonly estimate: Statement | null
}

/** What the body consists of. */
export type BodyKind = 'rows' | 'one-row' | 'scalar' | 'scalars' | 'nothing'

// Every main statement returns one row: body, rows on this page, total, response.headers, response.status; for a write also
// the number of inserted rows and the key of a single one.
const RESPONSE_SETTINGS = `nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), '')`

export interface StatementOptions {
  readonly serverVersion: number
  readonly maxRows: number
  /** PostGIS's ST_AsGeoJSON, if installed. */
  readonly geoJson: QualifiedName | null
}

export function makeStatements(plan: Plan, request: ApiRequest, body: BodyKind, options: StatementOptions): Statements {
  const { explain } = request.accepted
  const main =
    plan.kind === 'write'
      ? writeStatement(plan, request, body, options)
      : rowsStatement(plan.level, request, body, options)
  if (explain) {
    const text = `explain (${[`format ${explain.format}`, ...explain.options].join(', ')}) ${main.text}`
    return { main: { ...main, text }, estimate: null }
  }
  switch (plan.kind) {
    case 'write':
      return { main, estimate: null }
    case 'read':
    case 'call':
      return {
        main,
        estimate:
          request.preferences.count === 'planned' || request.preferences.count === 'estimated'
            ? estimateStatement(plan.level)
            : null,
      }
  }
}

function rowsStatement(level: LevelPlan, request: ApiRequest, body: BodyKind, options: StatementOptions): Statement {
  const writer = new SqlWriter()
  const bodyColumn = request.head ? 'null' : bodySql(request, body, options)
  const rows =
    request.head && !level.grouped
      ? `select 1 from ${fromWhere(level, writer)}${pageSql(level, writer)}`
      : pageOfRows(level, body, writer)
  const total = totalSql(level, request, options.maxRows, writer)
  return {
    text: `select ${bodyColumn}, count(*), ${total}, ${RESPONSE_SETTINGS} from (${rows}) as pgrst_rows`,
    slots: writer.slots,
  }
}

function pageOfRows(level: LevelPlan, body: BodyKind, writer: SqlWriter): string {
  if (body !== 'scalar' && body !== 'scalars' && body !== 'nothing') return levelSql(level, writer)
  const value = `${quoteIdentifier(level.alias)}.${SCALAR_COLUMN}`
  return `select ${value} from ${fromWhere(level, writer)}${pageSql(level, writer)}`
}

function bodySql(request: ApiRequest, body: BodyKind, { geoJson }: StatementOptions): string {
  const strip = (json: string) => (request.accepted.stripNulls ? `json_strip_nulls(${json})` : json)
  if (body === 'nothing') return 'null'
  if (request.accepted.format === 'csv') return CSV_BODY
  if (request.accepted.format === 'geojson') return geoJsonBody(geoJson)
  if (request.accepted.handler) return handledBody(request.accepted.handler, body)
  switch (body) {
    case 'scalar':
      return strip(FIRST_SCALAR)
    case 'scalars':
      if (request.accepted.format === 'object') return strip(FIRST_SCALAR)
      return strip(`coalesce(json_agg(pgrst_rows.${SCALAR_COLUMN}), '[]')`)
    case 'one-row':
      return strip(`coalesce((array_agg(row_to_json(pgrst_rows)))[1], 'null')`)
    case 'rows':
      if (request.accepted.format === 'object') return strip('(array_agg(row_to_json(pgrst_rows)))[1]')
      return strip(`coalesce(json_agg(pgrst_rows), '[]')`)
  }
}

const FIRST_SCALAR = `coalesce((array_agg(to_json(pgrst_rows.${SCALAR_COLUMN})))[1], 'null')`

// The header comes from the first row's keys; each line is PostgreSQL's text form of the row without its parentheses.
const CSV_BODY = `coalesce((select string_agg(pgrst_key, ',') from json_object_keys((array_agg(row_to_json(pgrst_rows)))[1]) as pgrst_key) || E'\\n', '') || coalesce(string_agg(substr(pgrst_rows::text, 2, length(pgrst_rows::text) - 2), E'\\n'), '')`

/** Without PostGIS, PostgreSQL itself reports that the function does not exist. */
function geoJsonBody(geoJson: QualifiedName | null): string {
  const feature = `${geoJson ? quoteName(geoJson) : 'ST_AsGeoJSON'}(pgrst_rows)::json`
  return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(${feature}), '[]'))`
}

/** A handler's output is sent unchanged: as text, or as bytes that the database returns in hexadecimal. */
function handledBody({ aggregate, target, isBytes }: MediaHandler, body: BodyKind): string {
  const isScalar = body === 'scalar' || body === 'scalars'
  const rows = isScalar ? `pgrst_rows.${SCALAR_COLUMN}` : target ? `pgrst_rows::${quoteName(target)}` : 'pgrst_rows'
  const made = aggregate ? `${quoteName(aggregate)}(${rows})` : `(array_agg(${rows}))[1]`
  return isBytes ? `encode(${made}::bytea, 'hex')` : `${made}::text`
}

/** Counts all rows only if this page doesn't reveal the total: a subquery that is not needed is never run. */
function totalSql(level: LevelPlan, request: ApiRequest, maxRows: number, writer: SqlWriter): string {
  const { count } = request.preferences
  if (count !== 'exact' && count !== 'estimated') return 'null'
  const bounded = count === 'estimated' ? ` limit ${maxRows + 1}` : ''
  // Each group is a row.
  const rows = level.grouped
    ? levelSql({ ...level, order: [], limit: null, offset: null }, writer)
    : `select 1 from ${fromWhere(level, writer)}`
  const counted = `(select count(*) from (${rows}${bounded}) as pgrst_counted)`
  const before = level.offset ? `${writer.param(offsetIndex(request))}::bigint + ` : ''
  return `case when count(*) > 0 and count(*) < ${level.limit ?? maxRows} then ${before}count(*) else ${counted} end`
}

function estimateStatement(level: LevelPlan): Statement {
  const writer = new SqlWriter()
  return { text: `explain (format json) select 1 from ${fromWhere(level, writer)}`, slots: writer.slots }
}

function writeStatement(
  plan: Extract<Plan, { kind: 'write' }>,
  request: ApiRequest,
  body: BodyKind,
  options: StatementOptions,
): Statement {
  const writer = new SqlWriter()
  const { write, level } = plan
  const written = writeSql(write, options.serverVersion, writer)
  const rows = level ? `(${levelSql(level, writer)})` : 'pgrst_written'
  const inserted = write.countInserted ? `(select count(*) from pgrst_written where ${INSERTED_COLUMN})` : 'null'
  const key = locationSql(request, write.returning.names)
  return {
    text: `with pgrst_written as (${written}) select ${bodySql(request, body, options)}, count(*), null, ${RESPONSE_SETTINGS}, ${inserted}, ${key} from ${rows} as pgrst_rows`,
    slots: writer.slots,
  }
}

/** The primary key of a single inserted row, for the Location header. */
function locationSql(request: ApiRequest, key: readonly string[]): string {
  if (request.preferences.return !== 'headers-only' || request.action !== 'insert' || key.length === 0) return 'null'
  const values = key.map((name) => `${quoteIdentifier(name)}::text`).join(', ')
  return `case when count(*) = 1 then (select json_build_array(${values}) from pgrst_written) end`
}
