/** Queries for the application's conversions of values: media type handlers and representations of domains. */

export interface MediaHandlerRow {
  /** A relation, or null for any rows. */
  target_schema: string | null
  target_name: string | null
  /** The aggregate. */
  schema: string
  name: string
  media_type: string
  is_bytes: boolean
}

const MEDIA_TYPE = `'^[A-Za-z0-9.-]+/[A-Za-z0-9.+-]+$'`

/** SQL for the media type that a domain is named after, else null. `domain` is a pg_type. */
export const mediaTypeSql = (domain: string): string =>
  `case when ${domain}.typtype = 'd' and (${domain}.typname ~ ${MEDIA_TYPE} or ${domain}.typname = '*/*') then lower(${domain}.typname) end`

// Aggregates over a relation's row type, or over anyelement, that return a domain named like a media type.
export const MEDIA_HANDLERS = `
  select rn.nspname as target_schema, r.relname as target_name, n.nspname as schema, p.proname as name,
    ${mediaTypeSql('t')} as media_type, t.typbasetype = 'bytea'::regtype as is_bytes
  from pg_proc p
  join pg_aggregate a on a.aggfnoid = p.oid
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type t on t.oid = p.prorettype
  join pg_type argument on argument.oid = p.proargtypes[0]
  left join pg_class r on r.oid = argument.typrelid and r.relkind in ('r', 'v', 'm', 'f', 'p')
  left join pg_namespace rn on rn.oid = r.relnamespace
  where n.nspname = any($1) and p.pronargs = 1 and ${mediaTypeSql('t')} is not null
    and (r.oid is not null or argument.oid = 'anyelement'::regtype)
  order by n.nspname, p.proname, p.oid`

export interface RepresentationRow {
  /** As printed by format_type. */
  domain: string
  form: 'to_json' | 'from_json' | 'from_text'
  schema: string
  name: string
}

// PostgreSQL itself ignores casts of domains; the data API takes them as the external representation of values.
export const REPRESENTATIONS = `
  select format_type(d.oid, null) as domain,
    case when c.castsource = d.oid then 'to_json' when c.castsource = 'json'::regtype then 'from_json' else 'from_text' end as form,
    n.nspname as schema, p.proname as name
  from pg_cast c
  join pg_type d on d.typtype = 'd' and (
    (d.oid = c.castsource and c.casttarget = 'json'::regtype)
    or (d.oid = c.casttarget and c.castsource in ('json'::regtype, 'text'::regtype)))
  join pg_proc p on p.oid = c.castfunc
  join pg_namespace n on n.oid = p.pronamespace
  where c.castcontext = 'i' and c.castmethod = 'f'
  order by 1, 2`

export interface GeoJsonRow {
  schema: string
  name: string
}

// PostGIS's ST_AsGeoJSON(record, ...), in whichever schema the extension is installed.
export const GEO_JSON = `
  select n.nspname as schema, p.proname as name
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where p.proname = 'st_asgeojson' and p.proargtypes[0] = 'record'::regtype and p.pronargs - p.pronargdefaults <= 1
    and n.nspname = any($1)
  order by array_position($1::text[], n.nspname::text)
  limit 1`
