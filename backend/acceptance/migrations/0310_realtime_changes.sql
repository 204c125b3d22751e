-- Fixtures of the Postgres Changes tests: published tables, each with one special property.

create type public.realtime_mood as enum ('calm', 'lively');
create type public.realtime_point as (x integer, label text);

create table public.realtime_rows (
  id integer primary key,
  room text not null,
  amount numeric,
  big bigint,
  is_done boolean,
  at timestamptz,
  tags text[],
  grid integer[],
  details jsonb,
  mood public.realtime_mood,
  spot public.realtime_point,
  bytes bytea,
  note text
);
-- Stored out of line (TOAST), so that an update of other columns does not log it.
alter table public.realtime_rows alter column note set storage external;
grant select, insert, update, delete on public.realtime_rows to anon, authenticated;

create table public.realtime_owned (
  id integer primary key,
  owner uuid not null default auth.uid(),
  body text not null
);
alter table public.realtime_owned enable row level security;
alter table public.realtime_owned replica identity full;
create policy "owners see theirs" on public.realtime_owned for select to authenticated using (owner = (select auth.uid()));
create policy "owners write theirs" on public.realtime_owned for all to authenticated
  using (owner = (select auth.uid())) with check (true);
grant select, insert, update, delete on public.realtime_owned to authenticated;

create table public.realtime_part_hidden (
  id integer primary key,
  shown text,
  hidden text
);
grant select (id, shown) on public.realtime_part_hidden to anon;

create table public.realtime_key_hidden (
  id integer primary key,
  shown text
);
grant select (shown) on public.realtime_key_hidden to anon;

create table public.realtime_keyless (body text);
grant select on public.realtime_keyless to anon;

create table public.realtime_whole (
  id integer primary key,
  body text
);
alter table public.realtime_whole replica identity full;
grant select on public.realtime_whole to anon;

alter publication supabase_realtime add table
  public.realtime_rows, public.realtime_owned, public.realtime_part_hidden, public.realtime_key_hidden,
  public.realtime_keyless, public.realtime_whole;

-- Several changes of one transaction.
create function public.realtime_life_of_a_row(id integer, room text) returns void
language sql security definer
set search_path = ''
begin atomic
  insert into public.realtime_rows (id, room, note)
  values (realtime_life_of_a_row.id, realtime_life_of_a_row.room, 'one');
  update public.realtime_rows set note = 'two' where id = realtime_life_of_a_row.id;
  delete from public.realtime_rows where id = realtime_life_of_a_row.id;
end;

create function public.realtime_as_json(id integer) returns jsonb
language sql security definer
set search_path = ''
return (select to_jsonb(r) from public.realtime_rows r where r.id = realtime_as_json.id);

create function public.realtime_cut_changes() returns integer
language sql security definer
set search_path = ''
return (
  select count(*) filter (where pg_terminate_backend(pid))::integer
  from pg_stat_replication where application_name = 'realtime-changes'
);
comment on function public.realtime_cut_changes is 'Cuts the connection that changes come through, as a restart would.';

-- Slots that would outlive their connection, and the limit of retained log.
create function public.realtime_slots() returns jsonb
language sql security definer
set search_path = ''
return (
  select jsonb_build_object(
    'changes', count(*) filter (where slot_name like 'realtime_changes%'),
    'lasting', count(*) filter (where not temporary),
    'limit', current_setting('max_slot_wal_keep_size')
  )
  from pg_replication_slots
);

grant execute on function
  public.realtime_life_of_a_row(integer, text), public.realtime_as_json(integer), public.realtime_cut_changes(),
  public.realtime_slots()
to service_role;
