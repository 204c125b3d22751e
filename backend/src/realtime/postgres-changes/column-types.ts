import type { Sql, TransactionSql } from '../../database/database.ts'
import type { ColumnType } from './json-value.ts'

export interface NamedType {
  /** pg_type.typname, such as int4, _text or timestamptz. */
  readonly name: string
  readonly type: ColumnType
}

const TEXT: ColumnType = { kind: 'text' }
const BUILT_IN_TYPES: Readonly<Record<string, ColumnType>> = {
  timestamp: { kind: 'timestamp' },
  timestamptz: { kind: 'timestamptz' },
  bool: { kind: 'boolean' },
  json: { kind: 'json' },
  jsonb: { kind: 'json' },
  bytea: { kind: 'bytes' },
  int2: { kind: 'number' },
  int4: { kind: 'number' },
  int8: { kind: 'number' },
  float4: { kind: 'number' },
  float8: { kind: 'number' },
  numeric: { kind: 'number' },
}
/** Maximum nesting of types; deeper ones are treated as text. */
const DEEPEST = 8

interface TypeRow {
  oid: number
  name: string
  isBuiltIn: boolean
  kind: string
  base: number
  element: number
  delimiter: string | null
  fields: { name: string; type: number }[] | null
}

/** Loads the types and their components. Types that no longer exist are treated as text. */
export async function readColumnTypes(
  sql: Sql | TransactionSql,
  oids: readonly number[],
): Promise<Map<number, NamedType>> {
  const rows = await sql<TypeRow[]>`
    with recursive part (oid) as (
      select unnest(${oids}::oid[])
      union
      select child from part
      join pg_type t on t.oid = part.oid
      cross join lateral (
        select t.typbasetype where t.typbasetype <> 0
        union all select t.typelem where t.typcategory = 'A'
        union all select a.atttypid from pg_attribute a where t.typtype = 'c' and a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
      ) as made_of (child)
    )
    select t.oid::int8::float8 as oid, t.typname as name, t.typnamespace = 'pg_catalog'::regnamespace as "isBuiltIn",
      t.typtype as kind, t.typbasetype::int8::float8 as base,
      case when t.typcategory = 'A' then t.typelem else 0 end::int8::float8 as element,
      element.typdelim as delimiter,
      case when t.typtype = 'c' then (
        select jsonb_agg(jsonb_build_object('name', a.attname, 'type', a.atttypid::int8) order by a.attnum)
        from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
      ) end as fields
    from part join pg_type t using (oid) left join pg_type element on element.oid = t.typelem`
  const byOid = new Map(rows.map((row) => [row.oid, row]))
  return new Map(rows.map((row) => [row.oid, { name: row.name, type: toColumnType(row, byOid, 0) }]))
}

function toColumnType(row: TypeRow | undefined, byOid: ReadonlyMap<number, TypeRow>, depth: number): ColumnType {
  if (!row || depth > DEEPEST) return TEXT
  const nested = (oid: number) => toColumnType(byOid.get(oid), byOid, depth + 1)
  if (row.base !== 0) return nested(row.base)
  if (row.element !== 0) return { kind: 'array', delimiter: row.delimiter ?? ',', element: nested(row.element) }
  if (row.fields) {
    return { kind: 'composite', fields: row.fields.map(({ name, type }) => ({ name, type: nested(type) })) }
  }
  return (row.isBuiltIn ? BUILT_IN_TYPES[row.name] : undefined) ?? TEXT
}
