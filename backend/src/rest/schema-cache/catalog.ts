import type { Client } from 'pg'
import {
  GEO_JSON,
  type GeoJsonRow,
  MEDIA_HANDLERS,
  type MediaHandlerRow,
  mediaTypeSql,
  REPRESENTATIONS,
  type RepresentationRow,
} from './conversions.ts'

// Read with an empty search path, so that format_type and pg_get_expr print unambiguous names. Only reads catalogs: functions like
// pg_get_serial_sequence fail where the connection's role lacks USAGE of a schema.

export interface RelationRow {
  oid: string
  schema: string
  name: string
  kind: 'r' | 'v' | 'm' | 'f' | 'p'
  updatable: number
  primary_key: string[]
  visible_to: string[]
  columns: { name: string; type: string; base_type: string; default_expression: string | null }[]
}

const RELATIONS = `
  select c.oid::text, n.nspname as schema, c.relname as name, c.relkind as kind,
    pg_relation_is_updatable(c.oid, true) as updatable,
    coalesce((select array_agg(a.attname::text order by k.position)
      from pg_index i, unnest(i.indkey::int2[]) with ordinality as k(attnum, position)
      join pg_attribute a on a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid), '{}') as primary_key,
    array(select r.rolname::text from pg_roles r
      where pg_has_role(current_user, r.oid, 'member') and r.rolname <> current_user
        and has_any_column_privilege(r.oid, c.oid, 'select, insert, update, references')) as visible_to,
    coalesce((select json_agg(json_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod),
        'base_type', (with recursive base as (
            select t.oid, t.typtype, t.typbasetype from pg_type t where t.oid = a.atttypid
            union all select t.oid, t.typtype, t.typbasetype from pg_type t join base b on b.typtype = 'd' and t.oid = b.typbasetype)
          select format_type(b.oid, null) from base b where b.typtype <> 'd'),
        'default_expression', case
          when a.attgenerated <> '' then null
          when a.attidentity <> '' then (select format('nextval(%L)', owned.objid::regclass)
            from pg_depend owned where owned.classid = 'pg_class'::regclass and owned.deptype = 'i'
              and owned.refclassid = 'pg_class'::regclass and owned.refobjid = c.oid and owned.refobjsubid = a.attnum)
          when d.adbin is null then (select pg_get_expr(t.typdefaultbin, 0) from pg_type t where t.oid = a.atttypid and t.typtype = 'd')
          else pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
  order by n.nspname, c.relname`

export interface ForeignKeyRow {
  name: string
  origin: string
  target: string
  columns: string[]
  target_columns: string[]
  /** The same columns by number. */
  column_numbers: number[]
  target_numbers: number[]
  /** Whether the referencing columns are exactly a primary or unique key: one-to-one. */
  is_unique: boolean
}

// Each partition has a copy of a partitioned table's key (conparentid); keys over a PERIOD don't compare for equality.
const FOREIGN_KEYS = `
  select k.conname as name, k.conrelid::text as origin, k.confrelid::text as target,
    (select array_agg(a.attname::text order by u.position) from unnest(k.conkey) with ordinality as u(attnum, position)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.attnum) as columns,
    (select array_agg(a.attname::text order by u.position) from unnest(k.confkey) with ordinality as u(attnum, position)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.attnum) as target_columns,
    k.conkey as column_numbers, k.confkey as target_numbers,
    exists (select from pg_constraint u where u.conrelid = k.conrelid and u.contype in ('p', 'u')
      and u.conkey <@ k.conkey and u.conkey @> k.conkey) as is_unique
  from pg_constraint k
  where k.contype = 'f' and k.conparentid = 0 and not coalesce((to_jsonb(k) ->> 'conperiod')::boolean, false)
  order by k.conname`

export interface PrimaryKeyRow {
  table: string
  columns: number[]
}

const PRIMARY_KEYS = `
  select conrelid::text as table, conkey as columns from pg_constraint where contype = 'p' and conparentid = 0
  order by conrelid`

export interface ViewRow {
  oid: string
  /** The query as PostgreSQL node text. */
  action: string
}

// Views in the extra search path are not exposed, but exposed views may be built on them.
const VIEWS = `
  select c.oid::text, r.ev_action::text as action
  from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('v', 'm') and r.rulename = '_RETURN' and n.nspname = any($1)
  order by c.oid`

export interface FunctionRow {
  schema: string
  name: string
  returns_set: boolean
  volatility: 'v' | 's' | 'i'
  default_count: number
  rows_estimate: number
  result_type: string
  result_kind: string
  result_relation: string | null
  /** Name of that relation: the result belongs to the relation of this name in the function's own schema. */
  result_relation_name: string | null
  /** The media type that the result's domain is named after. */
  media_type: string | null
  returns_bytes: boolean
  arguments: { name: string; type: string; mode: string; relation: string | null }[]
  settings: string[] | null
  visible_to: string[]
}

// Without a length, character and bit have the length 1, to which a cast would cut an argument.
const FUNCTIONS = `
  select n.nspname as schema, p.proname as name, p.proretset as returns_set, p.provolatile as volatility,
    p.pronargdefaults as default_count, p.prorows as rows_estimate,
    format_type(p.prorettype, null) as result_type, base.typtype as result_kind,
    nullif(base.typrelid, 0)::text as result_relation,
    (select c.relname from pg_class c where c.oid = base.typrelid and c.relkind <> 'c') as result_relation_name,
    case when not p.proretset then ${mediaTypeSql('t')} end as media_type, base.oid = 'bytea'::regtype as returns_bytes,
    coalesce((select json_agg(json_build_object(
        'name', coalesce(p.proargnames[a.position], ''),
        'type', case a.type
          when 'bit'::regtype then 'bit varying' when 'bit[]'::regtype then 'bit varying[]'
          when 'character'::regtype then 'character varying' when 'character[]'::regtype then 'character varying[]'
          else format_type(a.type, null) end,
        'mode', coalesce(p.proargmodes[a.position]::text, 'i'),
        'relation', (select nullif(t.typrelid, 0)::text from pg_type t where t.oid = a.type)) order by a.position)
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a(type, position)), '[]') as arguments,
    p.proconfig as settings,
    array(select r.rolname::text from pg_roles r
      where pg_has_role(current_user, r.oid, 'member') and r.rolname <> current_user
        and has_function_privilege(r.oid, p.oid, 'execute')) as visible_to
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type t on t.oid = p.prorettype
  join pg_type base on base.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
  where p.prokind = 'f' and n.nspname = any($1)
    and t.typname not in ('trigger', 'event_trigger')
  order by n.nspname, p.proname, p.oid`

interface TypeRow {
  name: string
  spelling: string
}

const TYPES = `
  select t.typname as name, format_type(t.oid, null) as spelling
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where t.typtype in ('b', 'd', 'e', 'r', 'm') and t.typisdefined
    and (n.nspname = 'pg_catalog' or n.nspname = any($1))
  order by (n.nspname = 'pg_catalog') desc, array_position($1::text[], n.nspname::text)`

interface RoleSettingRow {
  role: string
  name: string
  value: string
}

// Only settings that the authenticator may set: any other would make every request fail.
const ROLE_SETTINGS = `
  select r.rolname as role, split_part(entry, '=', 1) as name, substr(entry, strpos(entry, '=') + 1) as value
  from pg_roles r, unnest(r.rolconfig) as entry
  left join pg_settings s on s.name = split_part(entry, '=', 1)
  where pg_has_role(current_user, r.oid, 'member') and r.rolname <> current_user
    and split_part(entry, '=', 1) not in ('role', 'search_path', 'session_authorization')
    and (s.context is null or s.context = 'user' or has_parameter_privilege(s.name, 'set'))`

export interface Catalog {
  serverVersion: number
  relations: RelationRow[]
  foreignKeys: ForeignKeyRow[]
  primaryKeys: PrimaryKeyRow[]
  views: ViewRow[]
  functions: FunctionRow[]
  types: TypeRow[]
  roleSettings: RoleSettingRow[]
  mediaHandlers: MediaHandlerRow[]
  representations: RepresentationRow[]
  geoJson: GeoJsonRow[]
}

/** Reads everything that the data API needs to know about the database, in one snapshot. */
export async function readCatalog(
  client: Client,
  schemas: readonly string[],
  searchPath: readonly string[],
): Promise<Catalog> {
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query(`set local search_path = ''`)
    const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await client.query<Row>(text, values)).rows
    const everySchema = [...new Set([...schemas, ...searchPath])]
    const catalog: Catalog = {
      serverVersion: Number((await rows<{ n: string }>(`select current_setting('server_version_num') as n`))[0]?.n),
      relations: await rows<RelationRow>(RELATIONS, [schemas]),
      foreignKeys: await rows<ForeignKeyRow>(FOREIGN_KEYS),
      primaryKeys: await rows<PrimaryKeyRow>(PRIMARY_KEYS),
      views: await rows<ViewRow>(VIEWS, [everySchema]),
      functions: await rows<FunctionRow>(FUNCTIONS, [schemas]),
      types: await rows<TypeRow>(TYPES, [everySchema]),
      roleSettings: await rows<RoleSettingRow>(ROLE_SETTINGS),
      mediaHandlers: await rows<MediaHandlerRow>(MEDIA_HANDLERS, [schemas]),
      representations: await rows<RepresentationRow>(REPRESENTATIONS),
      geoJson: await rows<GeoJsonRow>(GEO_JSON, [everySchema]),
    }
    await client.query('commit')
    return catalog
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
