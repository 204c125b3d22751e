-- Fixtures of the realtime tests: users with read or write access to a topic, and functions that broadcast.

create schema realtime_fixture;
create table realtime_fixture.topic_members (
  topic text not null,
  user_id uuid not null,
  may_read boolean not null default true,
  may_write boolean not null default false,
  primary key (topic, user_id)
);

create function public.realtime_member(wanted text) returns boolean
language sql stable security definer
set search_path = ''
return exists (
  select from realtime_fixture.topic_members
  where topic = realtime.topic() and user_id = auth.uid()
    and case wanted when 'read' then may_read else may_write end
);
comment on function public.realtime_member is 'Definer, because members may not read the list of members.';

create policy "members listen" on realtime.messages
  for select to authenticated using ((select public.realtime_member('read')));
create policy "writers speak" on realtime.messages
  for insert to authenticated with check ((select public.realtime_member('write')));

create function public.realtime_allow(topic text, may_read boolean, may_write boolean) returns void
language sql security definer
set search_path = ''
begin atomic
  insert into realtime_fixture.topic_members (topic, user_id, may_read, may_write)
  values (realtime_allow.topic, auth.uid(), realtime_allow.may_read, realtime_allow.may_write)
  on conflict on constraint topic_members_pkey
  do update set may_read = excluded.may_read, may_write = excluded.may_write;
end;

create function public.realtime_announce(topic text, event text, payload jsonb, private boolean default true) returns void
language sql security definer
set search_path = ''
begin atomic
  select realtime.send(realtime_announce.payload, realtime_announce.event, realtime_announce.topic, realtime_announce.private);
end;

-- A rolled-back transaction must not broadcast.
create function public.realtime_announce_and_fail(topic text) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform realtime.send('{"text":"never"}', 'news', topic);
  raise exception 'undone';
end
$$;

create table public.realtime_notes (
  id integer primary key,
  body text not null
);
grant select, insert, update, delete on public.realtime_notes to authenticated;

create function realtime_fixture.tell_note_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform realtime.broadcast_changes('notes', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
  return null;
end
$$;
create trigger tell_note_change after insert or update or delete on public.realtime_notes
  for each row execute function realtime_fixture.tell_note_change();

grant execute on function public.realtime_member(text) to anon, authenticated, service_role;
grant execute on function
  public.realtime_allow(text, boolean, boolean),
  public.realtime_announce(text, text, jsonb, boolean),
  public.realtime_announce_and_fail(text)
to authenticated, service_role;

create function public.realtime_cut_replication() returns integer
language sql security definer
set search_path = ''
return (
  select count(*) filter (where pg_terminate_backend(pid))::integer
  from pg_stat_replication where application_name = 'realtime-broadcasts'
);
comment on function public.realtime_cut_replication is 'Cuts the connection that broadcasts come through, as a restart would.';

create function public.realtime_partitions_after_maintenance() returns setof text
language plpgsql security definer
set search_path = ''
as $$
begin
  create table realtime.messages_2020_01_01 partition of realtime.messages
    for values from ('2020-01-01 00:00:00+00') to ('2020-01-02 00:00:00+00');
  perform realtime.maintain_partitions();
  return query
    select child.relname::text
    from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'realtime.messages'::regclass;
end
$$;
comment on function public.realtime_partitions_after_maintenance is 'Makes a partition that is long over, then maintains.';

grant execute on function public.realtime_cut_replication(), public.realtime_partitions_after_maintenance() to service_role;
