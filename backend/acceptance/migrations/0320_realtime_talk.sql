-- Fixtures of the tests of lost connections and of tenants.

create table public.realtime_lines (
  id uuid primary key default gen_random_uuid(),
  talk text not null,
  body text not null,
  client_id uuid not null unique,
  created_at timestamptz not null default clock_timestamp()
);
alter table public.realtime_lines enable row level security;
create policy "members read" on public.realtime_lines for select to authenticated using (true);
create policy "members write" on public.realtime_lines for insert to authenticated with check (true);
grant select, insert on public.realtime_lines to authenticated;

create function realtime_fixture.tell_line() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform realtime.send(to_jsonb(new), 'line', new.talk, true);
  return null;
end
$$;
create trigger tell_line after insert on public.realtime_lines
  for each row execute function realtime_fixture.tell_line();

-- One policy that reads the row, one that queries another table; one replica identity of each kind.
create table public.realtime_tenant_members (
  tenant integer not null,
  user_id uuid not null default auth.uid(),
  primary key (tenant, user_id)
);
grant select, insert on public.realtime_tenant_members to authenticated;

create table public.realtime_by_owner (
  id integer primary key,
  tenant integer not null,
  version integer not null,
  secret text not null
);
create function public.realtime_is_member(tenant integer) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.realtime_tenant_members m where m.tenant = realtime_is_member.tenant and m.user_id = auth.uid()
  );
end
$$;
grant execute on function public.realtime_is_member(integer) to authenticated;
alter table public.realtime_by_owner enable row level security;
create policy "members see their tenant's" on public.realtime_by_owner
  for select to authenticated using (public.realtime_is_member(tenant));
grant select on public.realtime_by_owner to anon, authenticated;

create table public.realtime_by_membership (like public.realtime_by_owner including all);
alter table public.realtime_by_membership replica identity full;
alter table public.realtime_by_membership enable row level security;
create policy "members see their tenant's" on public.realtime_by_membership
  for select to authenticated
  using (exists (
    select from public.realtime_tenant_members m
    where m.tenant = realtime_by_membership.tenant and m.user_id = (select auth.uid())
  ));
grant select on public.realtime_by_membership to anon, authenticated;

alter publication supabase_realtime add table public.realtime_by_owner, public.realtime_by_membership;

-- Several changes in one transaction, in order: {table, action, id, tenant, version, secret}.
create function public.realtime_change(changes jsonb) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  change jsonb;
begin
  for change in select * from jsonb_array_elements(changes) loop
    if change ->> 'action' = 'delete' then
      execute format('delete from public.%I where id = $1', change ->> 'table') using (change ->> 'id')::integer;
    else
      execute format(
        'insert into public.%I select ($1).* on conflict (id) do update '
        'set tenant = excluded.tenant, version = excluded.version, secret = excluded.secret', change ->> 'table'
      ) using jsonb_populate_record(null::public.realtime_by_owner, change);
    end if;
  end loop;
end
$$;
grant execute on function public.realtime_change(jsonb) to service_role;
