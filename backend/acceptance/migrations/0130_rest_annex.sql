-- A second schema, which only a server configured for it exposes.

create schema annex;
create table annex.library_tools (
  id integer primary key,
  name text not null,
  keeper_id integer references public.library_members
);
comment on schema annex is E'The annex\nWhat does not fit into the library.';
create function annex.library_where() returns text
language sql stable set search_path = '' return 'annex';
create function annex.library_path() returns text
language sql stable as $$ select current_setting('search_path') $$;
create function annex.library_schema_name() returns text
language sql volatile set search_path = '' as $$ select 'annex' $$;

grant usage on schema annex to anon, authenticated, service_role;
grant select, insert on annex.library_tools to anon, authenticated;
grant execute on all functions in schema annex to anon, authenticated;
insert into annex.library_tools values (1, 'ladder', 1), (2, 'lamp', null);
