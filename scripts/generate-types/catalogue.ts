import type { Sql } from 'postgres'

export interface Column {
  readonly name: string
  /** pg_type.typname; arrays begin with an underscore. */
  readonly type: string
  readonly nullable: boolean
  readonly hasDefault: boolean
  /** Generated or identity always: never written. */
  readonly readOnly: boolean
}

export interface Relationship {
  readonly name: string
  readonly columns: readonly string[]
  readonly isOneToOne: boolean
  readonly referencedTable: string
  readonly referencedColumns: readonly string[]
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly relationships: readonly Relationship[]
}

export interface Argument {
  readonly name: string
  readonly type: string
  readonly optional: boolean
}

export interface CatalogueFunction {
  readonly name: string
  readonly arguments: readonly Argument[]
  readonly returns: string
  /** Table whose row type is returned. */
  readonly returnsTable: string | null
  readonly returnsSet: boolean
  readonly columns: readonly Argument[]
}

export interface Catalogue {
  readonly tables: readonly Table[]
  readonly functions: readonly CatalogueFunction[]
}

/** What the schema public offers to people over the data API: what neither visitors nor users may touch is left out. */
export async function readCatalogue(sql: Sql): Promise<Catalogue> {
  const [tables, functions] = await Promise.all([readTables(sql), readFunctions(sql)])
  return { tables, functions }
}

function readTables(sql: Sql): Promise<Table[]> {
  return sql<Table[]>`
    with open_tables as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and (has_any_column_privilege('anon', oid, 'select') or has_any_column_privilege('authenticated', oid, 'select'))
    )
    select relname as name,
      (select jsonb_agg(jsonb_build_object('name', attname, 'type', typname, 'nullable', not attnotnull,
          'hasDefault', atthasdef or attidentity <> '', 'readOnly', attgenerated <> '' or attidentity = 'a') order by attname collate "C")
        from pg_attribute join pg_type on pg_type.oid = atttypid
        where attrelid = open_tables.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(jsonb_agg(jsonb_build_object('name', conname, 'columns', own.names, 'isOneToOne', unique_key,
          'referencedTable', referenced.relname, 'referencedColumns', theirs.names) order by conname collate "C"), '[]')
        from pg_constraint link
        join open_tables referenced on referenced.oid = link.confrelid
        cross join lateral (select array_agg(attname order by place) as names from unnest(link.conkey) with ordinality as key (attnum, place)
          join pg_attribute on attrelid = link.conrelid and pg_attribute.attnum = key.attnum) as own
        cross join lateral (select array_agg(attname order by place) as names from unnest(link.confkey) with ordinality as key (attnum, place)
          join pg_attribute on attrelid = link.confrelid and pg_attribute.attnum = key.attnum) as theirs
        cross join lateral (select exists (select from pg_index where indrelid = link.conrelid and indisunique and indpred is null
          and (indkey::int2[])[0:indnkeyatts - 1] @> link.conkey and link.conkey @> (indkey::int2[])[0:indnkeyatts - 1]) as unique_key) as keys
        where link.conrelid = open_tables.oid and link.contype = 'f') as relationships
    from open_tables order by relname collate "C"`
}

function readFunctions(sql: Sql): Promise<CatalogueFunction[]> {
  return sql<CatalogueFunction[]>`
    select proname as name, result.typname as returns, proretset as "returnsSet",
      (select relname from pg_class where pg_class.oid = result.typrelid) as "returnsTable",
      (select coalesce(jsonb_agg(jsonb_build_object('name', argument.name, 'type', typname,
          'optional', place > pronargs - pronargdefaults) order by argument.name collate "C"), '[]')
        from unnest(proargtypes::oid[], proargnames[1:pronargs]) with ordinality as argument (type, name, place)
        join pg_type on pg_type.oid = argument.type) as arguments,
      (select coalesce(jsonb_agg(jsonb_build_object('name', proargnames[place], 'type', typname, 'optional', false) order by place), '[]')
        from unnest(proargmodes, proallargtypes) with ordinality as argument (mode, type, place)
        join pg_type on pg_type.oid = argument.type where argument.mode in ('t', 'o')) as columns
    from pg_proc join pg_type result on result.oid = prorettype
    where pronamespace = 'public'::regnamespace and result.typname <> 'trigger' and prokind = 'f'
    order by proname collate "C", pg_get_function_identity_arguments(pg_proc.oid)`
}
