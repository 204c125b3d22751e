import type { Sql, TransactionSql } from 'souk-backend'

/** Every object of a database by its name ("function private.stem(text)"), each as the SQL that makes it. */
export type Description = ReadonlyMap<string, string>

/**
 * Reads what a database is made of from its catalogue, without what belongs to PostgreSQL itself or to an extension. Each query
 * answers with a name and the SQL of one object; what PostgreSQL can write down itself (pg_get_functiondef and so on) it does.
 */
export async function describeDatabase(sql: Sql | TransactionSql): Promise<Description> {
  const objects = new Map<string, string>()
  const read = async (transaction: TransactionSql) => {
    // Names are then written with their schema everywhere.
    await transaction`set local search_path = ''`
    for (const query of QUERIES) {
      for (const { name, definition } of await transaction.unsafe<{ name: string; definition: string }[]>(query)) {
        objects.set(name, definition)
      }
    }
  }
  await ('savepoint' in sql ? sql.savepoint(read) : sql.begin(read))
  return new Map([...objects].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** What two databases differ in, as SQL for people to read; empty when they are the same. */
export function differences(one: Description, other: Description, names: readonly [string, string]): string {
  const all = [...new Set([...one.keys(), ...other.keys()])].sort()
  const parts = all.flatMap((name) => {
    const [here, there] = [one.get(name), other.get(name)]
    if (here === there) return []
    const side = (title: string, definition: string | undefined) => `-- ${title}:\n${definition ?? '-- (missing)'}`
    return [`-- ${name}\n${side(names[0], here)}\n${side(names[1], there)}\n`]
  })
  return parts.join('\n')
}

/** Schemas whose contents are ours: not PostgreSQL's, and not where the job queue and the record of migrations keep theirs. */
const OURS = `select oid from pg_catalog.pg_namespace
  where nspname !~ '^pg_' and nspname not in ('information_schema', 'migrations', 'pgboss')`

const notOfExtension = (catalogue: string, oid: string) =>
  `not exists (select from pg_catalog.pg_depend where classid = 'pg_catalog.${catalogue}'::regclass and objid = ${oid} and deptype = 'e')`

const role = (oid: string) => `case when ${oid} = 0 then 'public' else ${oid}::regrole::text end`

/** Who may do what: one row for each grantee, in the order of names. Without grants of its own an object has those of its kind. */
function grants(list: string, kind: string, owner: string, on: string): string {
  return `(select string_agg(format('grant %s on %s to %s;', what, ${on}, who), e'\\n' order by who) from (
    select ${role('item.grantee')} as who, string_agg(lower(item.privilege_type) || case when item.is_grantable then ' with grant option' else '' end, ', ' order by item.privilege_type) as what
    from pg_catalog.aclexplode(coalesce(${list}, pg_catalog.acldefault('${kind}', ${owner}))) item group by item.grantee) as granted)`
}

const comment = (oid: string, catalogue: string, on: string) =>
  `(select format(e'\\ncomment on %s is %L;', ${on}, description) from pg_catalog.pg_description
    where objoid = ${oid} and classoid = 'pg_catalog.${catalogue}'::regclass and objsubid = 0)`

const RELATION = `c.oid::regclass::text`

const QUERIES: readonly string[] = [
  `select 'role ' || rolname as name, format('create role %I%s%s%s%s%s%s;', rolname,
      case when rolsuper then ' superuser' else '' end, case when rolinherit then '' else ' noinherit' end,
      case when rolcreaterole then ' createrole' else '' end, case when rolcreatedb then ' createdb' else '' end,
      case when rolbypassrls then ' bypassrls' else '' end, case when rolreplication then ' replication' else '' end)
    || coalesce((select string_agg(e'\\ngrant ' || m.roleid::regrole || ' to ' || rolname || ' ' || m.admin_option::text || m.inherit_option::text || m.set_option::text || ';', '' order by m.roleid::regrole::text)
        from pg_catalog.pg_auth_members m where m.member = r.oid), '')
    || coalesce((select string_agg(e'\\nalter role ' || rolname || ' set ' || setting || ';', '' order by s.setdatabase, setting)
        from pg_catalog.pg_db_role_setting s, unnest(s.setconfig) setting where s.setrole = r.oid), '') as definition
    from pg_catalog.pg_roles r where rolname !~ '^pg_'`,
  `select 'schema ' || n.nspname as name, concat(format('create schema %I; -- owner %s', n.nspname, nspowner::regrole), e'\\n',
      ${grants('n.nspacl', 'n', 'n.nspowner', `'schema ' || n.nspname`)}, ${comment('n.oid', 'pg_namespace', `'schema ' || n.nspname`)}) as definition
    from pg_catalog.pg_namespace n where n.oid in (${OURS})`,
  `select 'extension ' || e.extname as name, format('create extension %I with schema %s;', e.extname, e.extnamespace::regnamespace) as definition
    from pg_catalog.pg_extension e`,
  `select 'default privileges ' || defaclrole::regrole || ' ' || coalesce(nullif(defaclnamespace, 0)::regnamespace::text, '-') || ' ' || defaclobjtype::text as name,
      (select string_agg(${role('item.grantee')} || ' ' || item.privilege_type, ', ' order by ${role('item.grantee')}, item.privilege_type) from pg_catalog.aclexplode(defaclacl) item) as definition
    from pg_catalog.pg_default_acl`,
  `select 'table ' || ${RELATION} as name, concat(
      format('create %s %s (...)%s%s; -- owner %s, persistence %s, replica identity %s', case c.relkind when 'p' then 'partitioned table' when 'f' then 'foreign table' else 'table' end,
        ${RELATION}, ' with (' || array_to_string(c.reloptions, ', ') || ')', ' partition by ' || pg_catalog.pg_get_partkeydef(c.oid), c.relowner::regrole, c.relpersistence, c.relreplident),
      case when c.relispartition then e'\\n-- ' || pg_catalog.pg_get_expr(c.relpartbound, c.oid) end,
      (select string_agg(e'\\n-- inherits ' || i.inhparent::regclass, '') from pg_catalog.pg_inherits i where i.inhrelid = c.oid),
      case when c.relrowsecurity then format(e'\\nalter table %s enable row level security;', ${RELATION}) end,
      case when c.relforcerowsecurity then format(e'\\nalter table %s force row level security;', ${RELATION}) end,
      e'\\n', ${grants('c.relacl', 'r', 'c.relowner', RELATION)}, ${comment('c.oid', 'pg_class', `'table ' || ${RELATION}`)}) as definition
    from pg_catalog.pg_class c where c.relkind in ('r', 'p', 'f') and c.relnamespace in (${OURS}) and ${notOfExtension('pg_class', 'c.oid')}`,
  `select 'column ' || ${RELATION} || '.' || a.attname as name, concat(
      format('alter table %s add column %I %s%s%s%s%s%s%s; -- column %s', ${RELATION}, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
        case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation end,
        case when a.attnotnull then ' not null' end,
        case a.attidentity when 'a' then ' generated always as identity' when 'd' then ' generated by default as identity' end,
        case a.attgenerated when 's' then ' generated always as (' when 'v' then ' generated virtual as (' else case when d.adbin is not null then ' default ' end end
          || pg_catalog.pg_get_expr(d.adbin, d.adrelid) || case when a.attgenerated <> '' then ')' else '' end,
        case when a.attstorage <> t.typstorage then ' storage ' || a.attstorage::text end,
        case when a.attcompression <> '' then ' compression ' || a.attcompression::text end,
        rank() over (partition by a.attrelid order by a.attnum)),
      case when a.attstattarget is not null then format(e'\\nalter table %s alter column %I set statistics %s;', ${RELATION}, a.attname, a.attstattarget) end,
      case when a.attacl is not null then e'\\n' || ${grants('a.attacl', 'c', 'c.relowner', `${RELATION} || '.' || a.attname`)} end,
      (select format(e'\\ncomment on column %s.%I is %L;', ${RELATION}, a.attname, description) from pg_catalog.pg_description
        where objoid = c.oid and classoid = 'pg_catalog.pg_class'::regclass and objsubid = a.attnum)) as definition
    from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relkind in ('r', 'p', 'f', 'v', 'm', 'c') and c.relnamespace in (${OURS}) and ${notOfExtension('pg_class', 'c.oid')} and a.attnum > 0 and not a.attisdropped`,
  `select 'constraint ' || k.conname || ' on ' || coalesce(nullif(k.conrelid, 0)::regclass::text, k.contypid::regtype::text) as name,
      format('alter table %s add constraint %I %s;', coalesce(nullif(k.conrelid, 0)::regclass::text, k.contypid::regtype::text), k.conname, pg_catalog.pg_get_constraintdef(k.oid))
        || coalesce(${comment('k.oid', 'pg_constraint', `'constraint ' || k.conname`)}, '') as definition
    from pg_catalog.pg_constraint k where k.connamespace in (${OURS}) and k.contype <> 'n' and ${notOfExtension('pg_class', 'k.conrelid')}`,
  `select 'index ' || c.oid::regclass as name, concat(pg_catalog.pg_get_indexdef(c.oid), ';', ${comment('c.oid', 'pg_class', `'index ' || ${RELATION}`)},
      (select string_agg(format(e'\\nalter index %s alter column %s set statistics %s;', ${RELATION}, a.attnum, a.attstattarget), '' order by a.attnum)
        from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attstattarget is not null)) as definition
    from pg_catalog.pg_class c where c.relkind in ('i', 'I') and c.relnamespace in (${OURS})`,
  `select 'sequence ' || ${RELATION} as name, concat(
      format('create sequence %s as %s increment %s minvalue %s maxvalue %s start %s cache %s%s; -- owner %s', ${RELATION}, s.seqtypid::regtype, s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache,
        case when s.seqcycle then ' cycle' end, c.relowner::regrole), e'\\n', ${grants('c.relacl', 's', 'c.relowner', RELATION)}) as definition
    from pg_catalog.pg_class c join pg_catalog.pg_sequence s on s.seqrelid = c.oid where c.relnamespace in (${OURS}) and ${notOfExtension('pg_class', 'c.oid')}`,
  `select 'view ' || ${RELATION} as name, concat(format('create view %s%s as%s%s -- owner %s', ${RELATION}, ' with (' || array_to_string(c.reloptions, ', ') || ')', e'\\n',
      pg_catalog.pg_get_viewdef(c.oid), c.relowner::regrole), e'\\n', ${grants('c.relacl', 'r', 'c.relowner', RELATION)}, ${comment('c.oid', 'pg_class', `'view ' || ${RELATION}`)}) as definition
    from pg_catalog.pg_class c where c.relkind in ('v', 'm') and c.relnamespace in (${OURS}) and ${notOfExtension('pg_class', 'c.oid')}`,
  `select case p.prokind when 'p' then 'procedure ' when 'a' then 'aggregate ' else 'function ' end || p.oid::regprocedure as name, concat(
      case when p.prokind = 'a' then (select format('create aggregate %s (sfunc = %s, stype = %s, finalfunc = %s, initcond = %L)', p.oid::regprocedure, g.aggtransfn, g.aggtranstype::regtype, g.aggfinalfn, g.agginitval)
        from pg_catalog.pg_aggregate g where g.aggfnoid = p.oid) else pg_catalog.pg_get_functiondef(p.oid) end,
      format('; -- owner %s', p.proowner::regrole), e'\\n', ${grants('p.proacl', 'f', 'p.proowner', `'function ' || p.oid::regprocedure`)},
      ${comment('p.oid', 'pg_proc', `'function ' || p.oid::regprocedure`)}) as definition
    from pg_catalog.pg_proc p where p.pronamespace in (${OURS}) and ${notOfExtension('pg_proc', 'p.oid')}`,
  `select 'trigger ' || t.tgname || ' on ' || t.tgrelid::regclass as name, concat(pg_catalog.pg_get_triggerdef(t.oid), '; -- enabled ', t.tgenabled, ${comment('t.oid', 'pg_trigger', `'trigger ' || t.tgname`)}) as definition
    from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace in (${OURS})`,
  `select 'event trigger ' || e.evtname as name, concat(format('create event trigger %I on %s%s execute function %s(); -- enabled %s, owner %s', e.evtname, e.evtevent,
      ' when tag in (' || array_to_string(e.evttags, ', ') || ')', e.evtfoid::regproc, e.evtenabled, e.evtowner::regrole)) as definition from pg_catalog.pg_event_trigger e`,
  `select 'policy ' || p.polname || ' on ' || p.polrelid::regclass as name, concat(
      format('create policy %I on %s as %s for %s to %s', p.polname, p.polrelid::regclass, case when p.polpermissive then 'permissive' else 'restrictive' end,
        case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
        (select string_agg(${role('r')}, ', ' order by ${role('r')}) from unnest(p.polroles) r)),
      e'\\n  using (' || pg_catalog.pg_get_expr(p.polqual, p.polrelid) || ')', e'\\n  with check (' || pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) || ')', ';',
      ${comment('p.oid', 'pg_policy', `'policy ' || p.polname`)}) as definition
    from pg_catalog.pg_policy p`,
  `select 'type ' || t.oid::regtype as name, concat(
      case t.typtype when 'e' then (select 'create type ' || t.oid::regtype || ' as enum (' || string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) || ');' from pg_catalog.pg_enum where enumtypid = t.oid)
        when 'd' then format('create domain %s as %s%s default %L;', t.oid::regtype, pg_catalog.format_type(t.typbasetype, t.typtypmod), case when t.typnotnull then ' not null' end, t.typdefault)
        else format('create type %s as (...);', t.oid::regtype) end, ' -- owner ', t.typowner::regrole, e'\\n',
      ${grants('t.typacl', 'T', 't.typowner', `'type ' || t.oid::regtype`)}, ${comment('t.oid', 'pg_type', `'type ' || t.oid::regtype`)}) as definition
    from pg_catalog.pg_type t left join pg_catalog.pg_class c on c.oid = t.typrelid
    where t.typnamespace in (${OURS}) and (t.typtype in ('e', 'd', 'r') or c.relkind = 'c') and ${notOfExtension('pg_type', 't.oid')}`,
  `select 'text search dictionary ' || d.oid::regdictionary as name, format('create text search dictionary %s (template = %s, %s);', d.oid::regdictionary,
      (select tmplname from pg_catalog.pg_ts_template where oid = d.dicttemplate), d.dictinitoption) as definition
    from pg_catalog.pg_ts_dict d where d.dictnamespace in (${OURS}) and ${notOfExtension('pg_ts_dict', 'd.oid')}`,
  `select 'text search configuration ' || c.oid::regconfig as name, coalesce((select string_agg(m.maptokentype || ' ' || m.mapseqno || ' ' || m.mapdict::regdictionary, ', ' order by m.maptokentype, m.mapseqno)
      from pg_catalog.pg_ts_config_map m where m.mapcfg = c.oid), '') as definition
    from pg_catalog.pg_ts_config c where c.cfgnamespace in (${OURS})`,
  `select 'publication ' || p.pubname as name, format('create publication %I; -- owner %s, all tables %s, insert %s, update %s, delete %s, truncate %s, via root %s, tables %s', p.pubname, p.pubowner::regrole, p.puballtables, p.pubinsert, p.pubupdate,
      p.pubdelete, p.pubtruncate, p.pubviaroot, (select string_agg(r.prrelid::regclass || coalesce(r.prattrs::text, '') || coalesce(pg_catalog.pg_get_expr(r.prqual, r.prrelid), ''), ', ' order by r.prrelid::regclass::text)
        from pg_catalog.pg_publication_rel r where r.prpubid = p.oid)) as definition
    from pg_catalog.pg_publication p`,
  `select 'statistics ' || s.stxname as name, pg_catalog.pg_get_statisticsobjdef(s.oid) as definition from pg_catalog.pg_statistic_ext s`,
  `select 'cast ' || k.castsource::regtype || ' as ' || k.casttarget::regtype as name, concat(k.castfunc::regproc, ' ', k.castcontext, ' ', k.castmethod) as definition
    from pg_catalog.pg_cast k where k.oid >= 16384 and ${notOfExtension('pg_cast', 'k.oid')}`,
  `select 'operator ' || o.oid::regoperator as name, o.oprcode::text as definition from pg_catalog.pg_operator o where o.oprnamespace in (${OURS}) and ${notOfExtension('pg_operator', 'o.oid')}`,
]
