import type { Sql, TransactionSql } from '../../database/database.ts'

/** Facts that decide about a table's changes, read for each batch: privileges may be revoked at any time. */
export interface TableFacts {
  readonly oid: number
  readonly schema: string
  readonly name: string
  /** In key order; empty without a primary key. */
  readonly primaryKey: readonly string[]
  readonly hasRowSecurity: boolean
  /** Columns that its policies read: while these are unchanged, the policies give the same result. */
  readonly policyColumns: readonly string[]
  readonly columns: readonly ColumnFacts[]
}

export interface ColumnFacts {
  readonly name: string
  readonly typeOid: number
  /** Text, to which LIKE and regular expressions apply. */
  readonly isTextual: boolean
  /** Values are equal exactly when their texts are equal. */
  readonly isExact: boolean
  /** Those of the given roles that may select the column. */
  readonly selectableBy: readonly string[]
}

/** Tables by their oids, or tables of the publication by name (null for any). */
export type TableChoice =
  | { readonly oids: readonly number[] }
  | { readonly publication: string; readonly schema: string | null; readonly table: string | null }

/** Roles that do not exist have no privileges. */
export async function readTableFacts(
  sql: Sql | TransactionSql,
  choice: TableChoice,
  roles: readonly string[],
): Promise<TableFacts[]> {
  const chosen =
    'oids' in choice
      ? sql`select unnest(${choice.oids}::oid[])`
      : sql`
        select format('%I.%I', schemaname, tablename)::regclass::oid from pg_publication_tables
        where pubname = ${choice.publication}
          and (${choice.schema}::text is null or schemaname = ${choice.schema})
          and (${choice.table}::text is null or tablename = ${choice.table})`
  return sql<TableFacts[]>`
    select c.oid::int8::float8 as oid, n.nspname as schema, c.relname as name, c.relrowsecurity as "hasRowSecurity",
      coalesce((
        select array_agg(a.attname::text order by k.position)
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, position)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary and k.position <= i.indnkeyatts
      ), '{}') as "primaryKey",
      coalesce((
        select array_agg(distinct a.attname::text)
        from pg_policy p
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where p.polrelid = c.oid and p.polcmd in ('r', '*') and (
          -- A policy that takes the row as a whole reads every column.
          p.polqual::text like '%:varattno 0 %' or exists (
            select from pg_depend d
            where d.classid = 'pg_policy'::regclass and d.objid = p.oid
              and d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid and d.refobjsubid = a.attnum
          )
        )
      ), '{}') as "policyColumns",
      (
        select jsonb_agg(jsonb_build_object(
          'name', a.attname,
          'typeOid', a.atttypid::int8,
          'isTextual', t.typcategory = 'S',
          'isExact', t.oid in (
            'bool'::regtype, 'int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'uuid'::regtype, 'text'::regtype, 'varchar'::regtype
          ) and coalesce((select collisdeterministic from pg_collation where oid = a.attcollation), true),
          'selectableBy', coalesce((
            select jsonb_agg(r.rolname) from pg_roles r
            where r.rolname = any (${roles}::text[])
              -- The role comes from a token: only roles granted to authenticator.
              and not r.rolsuper and pg_has_role('authenticator', r.oid, 'member')
              and has_schema_privilege(r.oid, n.oid, 'usage') and has_column_privilege(r.oid, c.oid, a.attnum, 'select')
          ), '[]')
        ) order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.oid in (${chosen})`
}

/** Returns the column if it exists and the role may select it. */
export function columnOf(facts: TableFacts, name: string, role: string): ColumnFacts | undefined {
  const column = facts.columns.find((candidate) => candidate.name === name)
  return column?.selectableBy.includes(role) ? column : undefined
}

/** False also without a primary key: the row could not be queried. */
export function maySelectKey(facts: TableFacts, role: string): boolean {
  return facts.primaryKey.length > 0 && facts.primaryKey.every((name) => columnOf(facts, name, role) !== undefined)
}
