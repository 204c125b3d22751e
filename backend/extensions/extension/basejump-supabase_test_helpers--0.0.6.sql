-- The functions of basejump's package of this name, rewritten after it (MIT, see ../README.md).
create schema tests;
create schema test_overrides;
grant usage on schema tests, test_overrides to anon, authenticated, service_role;

create function tests.create_supabase_user(identifier text, email text default null, phone text default null, metadata jsonb default null)
returns uuid language sql security definer set search_path = '' as $$
  insert into auth.users (id, email, phone, raw_user_meta_data, raw_app_meta_data, created_at, updated_at)
  select new.id, coalesce($2, new.id || '@test.com'), $3, jsonb_build_object('test_identifier', $1) || coalesce($4, '{}'), '{}', now(), now()
  from (select gen_random_uuid() as id) new
  returning id
$$;

create function tests.get_supabase_user(identifier text) returns json
language plpgsql security definer set search_path = '' as $$
declare found json;
begin
  select json_build_object('id', id, 'email', email, 'phone', phone,
      'raw_user_meta_data', raw_user_meta_data, 'raw_app_meta_data', raw_app_meta_data)
    into found from auth.users where raw_user_meta_data ->> 'test_identifier' = $1 limit 1;
  if found is null then
    raise exception 'User with identifier % not found', $1;
  end if;
  return found;
end $$;

create function tests.get_supabase_uid(identifier text) returns uuid language sql security definer set search_path = ''
  as $$ select (tests.get_supabase_user($1) ->> 'id')::uuid $$;

create function tests.authenticate_as(identifier text) returns void language plpgsql as $$
declare who json := tests.get_supabase_user($1);
begin
  perform set_config('role', 'authenticated', true), set_config('request.jwt.claims', json_build_object(
    'sub', who -> 'id', 'role', 'authenticated', 'email', who -> 'email', 'phone', who -> 'phone',
    'user_metadata', who -> 'raw_user_meta_data', 'app_metadata', who -> 'raw_app_meta_data')::text, true);
end $$;

create function tests.authenticate_as_service_role() returns void language plpgsql as $$
begin
  perform set_config('role', 'service_role', true), set_config('request.jwt.claims', null, true);
end $$;

create function tests.clear_authentication() returns void language plpgsql as $$
begin
  perform set_config('role', 'anon', true), set_config('request.jwt.claims', null, true);
end $$;

-- Tests of pgTAP. It is created after this extension in some projects, hence PL/pgSQL.
create function tests.rls_enabled(testing_schema text) returns text language plpgsql as $$
begin
  return is((select count(*) from pg_catalog.pg_class where relnamespace = to_regnamespace(quote_ident($1))
      and relkind in ('r', 'p') and not relrowsecurity), 0::bigint,
    format('All tables in the %s schema should have row level security enabled', $1));
end $$;

create function tests.rls_enabled(testing_schema text, testing_table text) returns text language plpgsql as $$
begin
  return is((select relrowsecurity from pg_catalog.pg_class where oid = to_regclass(format('%I.%I', $1, $2))), true,
    format('%s table in the %s schema should have row level security enabled', $2, $1));
end $$;

create function test_overrides.now() returns timestamptz language sql stable as $$
  select coalesce(nullif(current_setting('tests.frozen_time', true), '')::timestamptz, pg_catalog.now())
$$;

create function tests.freeze_time(frozen_time timestamptz) returns void language plpgsql as $$
declare path text := current_setting('search_path');
begin
  if path not like 'test_overrides, %' then
    perform set_config('tests.original_search_path', path, true);
    perform set_config('search_path', format('test_overrides, %s, pg_catalog', path), true);
  end if;
  perform set_config('tests.frozen_time', $1::text, true);
end $$;

create function tests.unfreeze_time() returns void language plpgsql as $$
begin
  perform set_config('tests.frozen_time', '', true),
    set_config('search_path', current_setting('tests.original_search_path'), true);
end $$;

revoke execute on all functions in schema tests, test_overrides from public;
grant execute on all functions in schema tests, test_overrides to anon, authenticated, service_role;
