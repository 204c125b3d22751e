-- Functions for the less common forms of calls.

create function public.library_echo_jsonb(jsonb) returns jsonb language sql immutable set search_path = '' return $1;
create function public.library_echo_text(text) returns text language sql immutable set search_path = '' return $1;
create function public.library_echo_xml(xml) returns xml language sql immutable set search_path = '' return $1;
create function public.library_echo_bytes(bytea) returns text
language sql immutable set search_path = '' return encode($1, 'hex');
create function public.library_either(json) returns text language sql immutable set search_path = '' return 'json';
create function public.library_either(jsonb) returns text language sql immutable set search_path = '' return 'jsonb';
create function public.library_sum(numbers integer[], weight numeric default 1) returns numeric
language sql immutable set search_path = '' return (select sum(n) * weight from unnest(numbers) as n);
create function public.library_isolation() returns text
language sql volatile set search_path = '' set default_transaction_isolation = 'serializable'
as $$ select current_setting('transaction_isolation') $$;
create function public.library_patience() returns text
language sql volatile set search_path = '' set statement_timeout = '7s'
as $$ select current_setting('statement_timeout') $$;
create function public.library_retitle(wanted integer[], title text) returns setof public.library_drafts
language sql volatile set search_path = ''
as $$ update public.library_drafts set state = library_retitle.title where id = any(wanted) returning * $$;
-- Simulates an operator who reloads the schema cache, and migrations that change a table in use.
create function public.library_reload() returns void
language sql volatile security definer set search_path = '' as $$ select pg_notify('pgrst', 'reload schema') $$;
create function public.library_change(wanted integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format('alter table public.library_changing add column extra_%s integer default %s', wanted, wanted);
  if wanted > 1 then execute format('alter table public.library_changing drop column extra_%s', wanted - 1); end if;
  notify pgrst, 'reload schema';
end
$$;
create table public.library_changing (id integer primary key, name text not null);
insert into public.library_changing select n, 'row ' || n from generate_series(1, 20) as n;
grant select, update on public.library_changing to anon, authenticated;
create function public.library_in_out(inout a integer, out twice integer)
language sql immutable set search_path = '' as $$ select a, a * 2 $$;
create function public.library_no_book() returns public.library_books
language sql stable set search_path = ''
begin atomic select * from public.library_books where false; end;
create function public.library_slow_rows(seconds double precision) returns setof integer
language sql volatile set search_path = '' set statement_timeout = '20s' as $$ select 1 from pg_sleep(seconds) $$;
-- Security definer: only the owner sees the statements of other sessions.
create function public.library_sleepers() returns integer
language sql volatile security definer set search_path = ''
as $$ select count(*)::integer from pg_stat_activity where state = 'active' and query like '%library_slow_rows"%' $$;

grant execute on all functions in schema public to anon, authenticated;
revoke execute on function public.library_nothing() from anon;
