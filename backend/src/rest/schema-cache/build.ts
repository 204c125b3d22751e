import type { Catalog, FunctionRow, RelationRow } from './catalog.ts'
import type { MediaHandlerRow, RepresentationRow } from './conversions.ts'
import { buildRelationships, type KnownForeignKey } from './relationships.ts'
import {
  type CallableFunction,
  type Column,
  type MediaHandler,
  objectKey,
  type Parameter,
  type Relation,
  type Representation,
  type SchemaCache,
} from './types.ts'
import { KeyFinder, shownForeignKeys, traceViews, viewPrimaryKeys } from './view-keys.ts'

/** SQL spellings of types that have a different name in the catalog. */
const TYPE_SYNONYMS: Readonly<Record<string, string>> = {
  int: 'integer',
  float: 'double precision',
  decimal: 'numeric',
  dec: 'numeric',
  'national character': 'character',
  timestamp: 'timestamp without time zone',
  time: 'time without time zone',
}

/** Builds the cache from catalog rows. Pure: the same rows give the same cache. */
export function buildSchemaCache(catalog: Catalog, version: number): SchemaCache {
  const rows = new Map(catalog.relations.map((row) => [row.oid, row]))
  const finder = new KeyFinder(rows, traceViews(catalog.views))
  const viewKeys = viewPrimaryKeys(catalog.primaryKeys, finder)
  const representations = buildRepresentations(catalog.representations)
  const byOid = new Map<string, Relation>()
  const relations = new Map<string, Relation>()
  for (const row of catalog.relations) {
    const relation = buildRelation(row, viewKeys.get(row.oid) ?? row.primary_key, representations)
    byOid.set(row.oid, relation)
    relations.set(objectKey(row.schema, row.name), relation)
  }
  const relationOf = (oid: string | null) => (oid === null ? null : (byOid.get(oid) ?? null))
  const foreignKeys = shownForeignKeys(catalog.foreignKeys, finder).flatMap(({ key, from, to }): KnownForeignKey[] => {
    const [origin, target] = [relationOf(from.relation.oid), relationOf(to.relation.oid)]
    if (!origin || !target) return []
    const { name, is_unique: isUnique } = key
    return [{ name, from: origin, to: target, columns: from.columns, targetColumns: to.columns, isUnique }]
  })
  return {
    version,
    serverVersion: catalog.serverVersion,
    relations,
    relationships: buildRelationships(foreignKeys, catalog.functions, relationOf),
    functions: Map.groupBy(
      catalog.functions.flatMap((row) => callable(row, relations)),
      (fn) => objectKey(fn.schema, fn.name),
    ),
    types: buildTypes(catalog),
    roleSettings: new Map(
      [...Map.groupBy(catalog.roleSettings, (row) => row.role)].map(([role, rows]) => [
        role,
        rows.map((row) => [row.name, row.value] as const),
      ]),
    ),
    mediaHandlers: Map.groupBy(catalog.mediaHandlers.map(buildHandler), ({ target }) =>
      target ? objectKey(target.schema, target.name) : '',
    ),
    geoJson: catalog.geoJson[0] ?? null,
  }
}

function buildHandler(row: MediaHandlerRow): MediaHandler {
  const { target_schema: schema, target_name: name } = row
  return {
    mediaType: row.media_type,
    isBytes: row.is_bytes,
    aggregate: { schema: row.schema, name: row.name },
    target: schema !== null && name !== null ? { schema, name } : null,
  }
}

const FORMS = { to_json: 'toJson', from_json: 'fromJson', from_text: 'fromText' } as const

function buildRepresentations(rows: readonly RepresentationRow[]): Map<string, Representation> {
  const found = new Map<string, Representation>()
  for (const { domain, form, schema, name } of rows) {
    const known = found.get(domain) ?? { toJson: null, fromJson: null, fromText: null }
    found.set(domain, { ...known, [FORMS[form]]: { schema, name } })
  }
  return found
}

function buildRelation(
  row: RelationRow,
  primaryKey: readonly string[],
  representations: ReadonlyMap<string, Representation>,
): Relation {
  const columns = row.columns.map((column): [string, Column] => [
    column.name,
    {
      name: column.name,
      type: column.type,
      baseType: column.base_type,
      defaultExpression: column.default_expression,
      representation: representations.get(column.type) ?? null,
    },
  ])
  return {
    schema: row.schema,
    name: row.name,
    isView: row.kind === 'v' || row.kind === 'm',
    isPartitioned: row.kind === 'p',
    columns: new Map(columns),
    primaryKey,
    // Bits of pg_relation_is_updatable: CmdType numbers of update (2), insert (3) and delete (4).
    insertable: (row.updatable & 8) !== 0,
    updatable: (row.updatable & 4) !== 0,
    deletable: (row.updatable & 16) !== 0,
    visibleTo: row.visible_to,
  }
}

function buildTypes(catalog: Catalog): Map<string, string> {
  const types = new Map<string, string>()
  for (const { name, spelling } of catalog.types) {
    for (const key of [name.toLowerCase(), spelling.toLowerCase()]) if (!types.has(key)) types.set(key, spelling)
  }
  for (const [synonym, spelling] of Object.entries(TYPE_SYNONYMS)) types.set(synonym, spelling)
  return types
}

const UNNAMED_TYPES = new Set(['json', 'jsonb', 'text', 'xml', 'bytea'])
/** SET clauses of a function that only take effect before its statement starts. */
const HOISTED = new Set(['statement_timeout', 'plan_filter.statement_cost_limit', 'default_transaction_isolation'])

function callable(row: FunctionRow, relations: ReadonlyMap<string, Relation>): CallableFunction[] {
  const inputs = row.arguments.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  const unnamed = inputs.filter(({ name }) => name === '')
  const isSingleUnnamed = inputs.length === 1 && UNNAMED_TYPES.has(inputs[0]?.type ?? '')
  if (unnamed.length > 0 && !isSingleUnnamed) return []
  const parameters = inputs.map(
    (input, index): Parameter => ({
      name: input.name,
      type: input.type,
      required: index < inputs.length - row.default_count,
      variadic: input.mode === 'v',
    }),
  )
  return [
    {
      schema: row.schema,
      name: row.name,
      parameters,
      returnsSet: row.returns_set,
      volatile: row.volatility === 'v',
      result: resultOf(row, relations),
      settings: (row.settings ?? []).flatMap((entry) => {
        const equals = entry.indexOf('=')
        const name = entry.slice(0, equals)
        return HOISTED.has(name) ? [[name, entry.slice(equals + 1)] as const] : []
      }),
      visibleTo: row.visible_to,
      handler:
        row.media_type === null
          ? null
          : { mediaType: row.media_type, isBytes: row.returns_bytes, aggregate: null, target: null },
    },
  ]
}

function resultOf(row: FunctionRow, relations: ReadonlyMap<string, Relation>): CallableFunction['result'] {
  const hasOutput = row.arguments.some(({ mode }) => mode === 'o' || mode === 'b' || mode === 't')
  if (hasOutput || row.result_kind === 'c') {
    // By name: a function over a private table has the relationships of the exposed view of the same name.
    const name = row.result_relation_name
    return { kind: 'composite', relation: (name !== null && relations.get(objectKey(row.schema, name))) || null }
  }
  if (row.result_type === 'void') return { kind: 'void' }
  return { kind: 'scalar', type: row.result_type }
}
