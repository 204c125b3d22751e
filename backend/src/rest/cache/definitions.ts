import type { Sql } from '../../database/database.ts'
import { parseSnapshot, type Snapshot } from '../../database/replication/snapshot.ts'

/** A relation or function, with every text in which it may name others. */
export interface Definition {
  readonly name: string
  /** Name in the change stream; null for functions. */
  readonly changedAs: string | null
  /** View definition, policies, function body: what runs when it is read or called. */
  readonly text: string
  /** `changedAs` of the child tables of a partitioned or inherited table. */
  readonly parts: readonly string[]
  /** Whether its changes are in the log: false for unlogged and foreign tables. */
  readonly isLogged: boolean
}

export interface Definitions {
  readonly list: readonly Definition[]
  /** Functions behind operators, casts and domains, which run without being named. */
  readonly unnamed: string
  /** Whether event triggers report definition changes. */
  readonly isWatched: boolean
  readonly snapshot: Snapshot
}

/** Reads everything that an answer of the data API may depend on, in one statement for one consistent snapshot. */
export async function readDefinitions(admin: Sql): Promise<Definitions> {
  const [row] = await admin<
    { definitions: Definition[]; unnamed: string | null; is_watched: boolean; snapshot: string }[]
  >`${admin.unsafe(DEFINITIONS)}`
  if (!row) throw new Error('The database returned no definitions')
  return {
    list: row.definitions,
    unnamed: row.unnamed ?? '',
    isWatched: row.is_watched,
    snapshot: parseSnapshot(row.snapshot),
  }
}

// Includes policies that can apply to an anonymous request: to anon itself, or to a role that owns something, as owners of
// views and of security definer functions do. No other policy can affect an anonymous answer.
const DEFINITIONS = `
with recursive members as (
  select objid, classid from pg_depend where deptype = 'e'
), spaces as (
  select oid, nspname from pg_namespace
  where nspname <> 'information_schema' and nspname !~ '^pg_'
), owners as (
  select relowner as role from pg_class where relnamespace in (select oid from spaces)
  union select proowner from pg_proc where pronamespace in (select oid from spaces)
), policies as (
  select polrelid, string_agg(concat_ws(' ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)), ' ') as text
  from pg_policy
  where polcmd in ('r', '*') and exists (
    select from unnest(polroles) as role
    where role = 0 or role in (select owners.role from owners) or pg_has_role('anon', role, 'member')
  )
  group by polrelid
), below as (
  select inhparent as ancestor, inhrelid as part from pg_inherits
  union select below.ancestor, inhrelid from below join pg_inherits on inhparent = below.part
), relations as (
  select c.relname as name, format('%I.%I', n.nspname, c.relname) as changed_as,
    concat_ws(' ', case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end, policies.text) as text,
    coalesce((select json_agg(format('%I.%I', pn.nspname, p.relname)) from below
      join pg_class p on p.oid = below.part join pg_namespace pn on pn.oid = p.relnamespace
      where below.ancestor = c.oid), '[]') as parts,
    c.relkind <> 'f' and c.relpersistence = 'p' as is_logged
  from pg_class c join spaces n on n.oid = c.relnamespace left join policies on polrelid = c.oid
  where c.relkind in ('r', 'p', 'v', 'm', 'f')
), functions as (
  select p.proname as name,
    case when p.prokind = 'a' then (select concat_ws(' ', aggtransfn, aggfinalfn, aggmtransfn, aggmfinalfn) from pg_aggregate where aggfnoid = p.oid)
      else concat_ws(' ', pg_get_expr(p.proargdefaults, 0), case when p.prosqlbody is null then p.prosrc else pg_get_functiondef(p.oid) end)
    end as text
  from pg_proc p join spaces n on n.oid = p.pronamespace
  where not exists (select from members where classid = 'pg_proc'::regclass and objid = p.oid)
), unnamed as (
  select oprcode::regproc::text as text from pg_operator o
  where oprnamespace in (select oid from spaces) and not exists (select from members where classid = 'pg_operator'::regclass and objid = o.oid)
  union all select castfunc::regproc::text from pg_cast c
  where c.oid >= 16384 and castfunc <> 0 and not exists (select from members where classid = 'pg_cast'::regclass and objid = c.oid)
  union all select pg_get_constraintdef(oid) from pg_constraint
  where contypid <> 0 and connamespace in (select oid from spaces)
)
select
  (select json_agg(json_build_object('name', name, 'changedAs', changed_as, 'text', text, 'parts', parts, 'isLogged', is_logged))
    from (select name, changed_as, text, parts, is_logged from relations
      union all select name, null, text, '[]', true from functions) as definition (name, changed_as, text, parts, is_logged)) as definitions,
  (select string_agg(text, ' ') from unnamed) as unnamed,
  (select count(*) = 2 from pg_event_trigger where evtname in ('rest_definition_changed', 'rest_definition_dropped') and evtenabled in ('O', 'A')) as is_watched,
  pg_current_snapshot()::text as snapshot`
