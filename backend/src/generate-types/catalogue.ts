import type { Client } from 'pg'
import type { Sql } from '#postgres'
import { buildSchemaCache } from '../rest/schema-cache/build.ts'
import { readCatalog } from '../rest/schema-cache/catalog.ts'
import { objectKey } from '../rest/schema-cache/types.ts'

/** One row of pg_type, with the facts that matter to TypeScript. */
export interface PgType {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly kind: 'base' | 'array' | 'domain' | 'enum' | 'composite' | 'pseudo' | 'range'
  /** An array's element type, or a domain's base type. */
  readonly of: number
  /** The table or view whose row type this is; null for a free composite type. */
  readonly relation: string | null
  readonly labels: readonly string[]
  /** A domain with another form in the API: the data API returns the result of its cast to json. */
  readonly hasOwnForm: boolean
  readonly attributes: readonly { readonly name: string; readonly type: number }[]
}

export interface Column {
  readonly name: string
  readonly type: number
  readonly nullable: boolean
  readonly hasDefault: boolean
  /** Generated, identity always, or a view's computed column: cannot be written. */
  readonly readOnly: boolean
}

interface Relationship {
  readonly name: string
  readonly columns: readonly string[]
  readonly isOneToOne: boolean
  readonly referencedRelation: string
  readonly referencedColumns: readonly string[]
}

export interface Relation {
  readonly schema: string
  readonly name: string
  readonly isView: boolean
  readonly insertable: boolean
  readonly updatable: boolean
  readonly columns: readonly Column[]
  readonly relationships: readonly Relationship[]
}

interface Argument {
  readonly name: string
  readonly type: number
  readonly optional: boolean
}

export interface CatalogueFunction {
  readonly schema: string
  readonly name: string
  readonly arguments: readonly Argument[]
  readonly returns: number
  readonly returnsSet: boolean
  /** The planner's estimate: a set declared `rows 1` is a to-one relationship. */
  readonly rows: number
  /** The columns of `returns table (...)` and of OUT parameters. */
  readonly columns: readonly { readonly name: string; readonly type: number }[]
}

export interface Catalogue {
  readonly schemas: readonly string[]
  readonly types: ReadonlyMap<number, PgType>
  readonly relations: readonly Relation[]
  readonly functions: readonly CatalogueFunction[]
}

/**
 * Reads what the schemas expose over the data API, without anything that none of the roles may access. All lists are sorted by name,
 * independent of the server's locale. Relationships, including those of views, are the ones that the data API embeds by.
 */
export async function readCatalogue(
  sql: Sql,
  client: Client,
  schemas: readonly string[],
  roles: readonly string[],
): Promise<Catalogue> {
  const [types, relations, functions, catalog] = await Promise.all([
    readTypes(sql),
    readRelations(sql, schemas, roles),
    readFunctions(sql, schemas, roles),
    readCatalog(client, schemas, ['public', 'extensions']),
  ])
  const { relationships } = buildSchemaCache(catalog, 0)
  const names = new Set(relations.map(({ schema, name }) => objectKey(schema, name)))
  return {
    schemas,
    types: new Map(types.map((type) => [type.oid, type])),
    relations: relations.map((relation) => ({
      ...relation,
      relationships: (relationships.get(objectKey(relation.schema, relation.name)) ?? []).flatMap((link) => {
        if (link.kind !== 'foreign-key' || !link.fromKey) return [] // the client derives the other direction itself
        // The client looks for the other end in the same schema.
        const { schema, name } = link.target
        if (schema !== relation.schema || !names.has(objectKey(schema, name))) return []
        return [
          {
            name: link.constraint,
            columns: link.pairs.map(([own]) => own),
            isOneToOne: link.cardinality === 'one-to-one',
            referencedRelation: name,
            referencedColumns: link.pairs.map(([, other]) => other),
          },
        ]
      }),
    })),
    functions,
  }
}

function readTypes(sql: Sql): Promise<PgType[]> {
  return sql<PgType[]>`
    select t.oid::int8::float8 as oid, n.nspname as schema, t.typname as name,
      case when t.typelem <> 0 and t.typcategory = 'A' then 'array' else
        case t.typtype when 'd' then 'domain' when 'e' then 'enum' when 'c' then 'composite' when 'p' then 'pseudo'
          when 'r' then 'range' else 'base' end end as kind,
      (case when t.typtype = 'd' then t.typbasetype when t.typcategory = 'A' then t.typelem else 0 end)::int8::float8 as of,
      case when c.relkind <> 'c' then c.relname end as relation,
      exists (select from pg_cast where castsource = t.oid and casttarget = 'json'::regtype
        and castcontext = 'i' and castmethod = 'f') as "hasOwnForm",
      array(select enumlabel::text from pg_enum where enumtypid = t.oid order by enumsortorder) as labels,
      (select coalesce(jsonb_agg(jsonb_build_object('name', attname, 'type', atttypid::int8) order by attname collate "C"), '[]')
        from pg_attribute where c.relkind = 'c' and attrelid = c.oid and attnum > 0 and not attisdropped) as attributes
    from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
    order by n.nspname collate "C", t.typname collate "C"`
}

type RelationRow = Omit<Relation, 'relationships'>

function readRelations(sql: Sql, schemas: readonly string[], roles: readonly string[]): Promise<RelationRow[]> {
  return sql<RelationRow[]>`
    with offered as (
      select c.oid, n.nspname, c.relname, c.relkind, pg_relation_is_updatable(c.oid, true) as events
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any(${schemas}) and c.relkind in ('r', 'p', 'f', 'v', 'm') and not c.relispartition
        and exists (select from unnest(${roles}::text[]) as role where has_any_column_privilege(role, c.oid, 'select, insert, update'))
    )
    select nspname as schema, relname as name, relkind in ('v', 'm') as "isView",
      events & 8 <> 0 as insertable, events & 4 <> 0 as updatable,
      (select coalesce(jsonb_agg(jsonb_build_object('name', attname, 'type', atttypid::int8,
          'nullable', not (attnotnull or typtype = 'd' and typnotnull), 'hasDefault', atthasdef or attidentity <> '',
          'readOnly', attgenerated <> '' or attidentity = 'a'
            or relkind = 'v' and not pg_column_is_updatable(attrelid, attnum, true)) order by attname collate "C"), '[]')
        from pg_attribute join pg_type on pg_type.oid = atttypid
        where attrelid = offered.oid and attnum > 0 and not attisdropped) as columns
    from offered order by nspname collate "C", relname collate "C"`
}

function readFunctions(sql: Sql, schemas: readonly string[], roles: readonly string[]): Promise<CatalogueFunction[]> {
  return sql<CatalogueFunction[]>`
    select n.nspname as schema, p.proname as name, p.prorettype::int8::float8 as returns, p.proretset as "returnsSet", p.prorows as rows,
      (select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(a.name, ''), 'type', a.type::int8,
          'optional', a.place > p.pronargs - p.pronargdefaults) order by a.place), '[]')
        from (select name, type, row_number() over (order by position) as place
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes) with ordinality
            as every (type, name, mode, position)
          where coalesce(mode, 'i') in ('i', 'b', 'v')) as a) as arguments,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'type', type::int8) order by position), '[]')
        from unnest(p.proallargtypes, p.proargnames, p.proargmodes) with ordinality as every (type, name, mode, position)
        where mode in ('t', 'o', 'b')) as columns
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type result on result.oid = p.prorettype
    where n.nspname = any(${schemas}) and result.typname not in ('trigger', 'event_trigger') and p.prokind = 'f'
      and exists (select from unnest(${roles}::text[]) as role where has_function_privilege(role, p.oid, 'execute'))
    order by n.nspname collate "C", p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`
}
