import type { Step } from '../../database/pipeline/connection.ts'
import type { PipelinePool } from '../../database/pipeline/pool.ts'

/** Catalog information about a schema beyond the schema cache, as visible to one role. */
export interface Descriptions {
  readonly comment: string | null
  readonly relations: readonly RelationDescription[]
  readonly functions: readonly { readonly name: string; readonly comment: string | null }[]
}

export interface RelationDescription {
  readonly name: string
  readonly comment: string | null
  readonly columns: readonly ColumnDescription[]
}

export interface ColumnDescription {
  readonly name: string
  readonly comment: string | null
  readonly required: boolean
  readonly default: string | null
  readonly enum: readonly string[] | null
}

// Runs as the caller, so that the caller's privileges apply; `$2` disables the checks.
const DESCRIPTIONS = `
  select json_build_object(
    'comment', obj_description(n.oid, 'pg_namespace'),
    'relations', coalesce((select json_agg(json_build_object(
        'name', c.relname,
        'comment', obj_description(c.oid, 'pg_class'),
        'columns', coalesce((select json_agg(json_build_object(
            'name', a.attname,
            'comment', col_description(c.oid, a.attnum),
            'required', a.attnotnull or t.typnotnull,
            'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
            'enum', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e
              where e.enumtypid = coalesce(nullif(t.typbasetype, 0), t.oid))) order by a.attnum)
          from pg_attribute a join pg_type t on t.oid = a.atttypid
          left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and ($2::boolean or has_column_privilege(c.oid, a.attnum, 'select, insert, update, references'))), '[]'))
        order by c.relname)
      from pg_class c
      where c.relnamespace = n.oid and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
        and ($2::boolean or has_any_column_privilege(c.oid, 'select, insert, update, references')
          or has_table_privilege(c.oid, 'delete'))), '[]'),
    'functions', coalesce((select json_agg(json_build_object('name', p.proname, 'comment', obj_description(p.oid, 'pg_proc'))
        order by p.proname, p.oid)
      from pg_proc p
      where p.pronamespace = n.oid and p.prokind = 'f'
        and ($2::boolean or has_function_privilege(p.oid, 'execute'))), '[]'))
  from pg_namespace n where n.nspname = $1`

/** Reads the descriptions of a schema in the context of a request. @param before  the steps that set up the context */
export async function readDescriptions(
  pool: PipelinePool,
  before: readonly [Step, ...Step[]],
  schema: string,
  everything: boolean,
): Promise<Descriptions> {
  const values = [schema, String(everything)]
  const results = await pool.run([...before, { text: DESCRIPTIONS, values, scope: before[0].scope }])
  const text = results[before.length]?.rows[0]?.[0]?.toString('utf8')
  // Built by the statement above.
  return text === undefined ? { comment: null, relations: [], functions: [] } : (JSON.parse(text) as Descriptions)
}
