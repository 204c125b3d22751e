-- Roles, schemas and the functions that policies are written with. Every service and every application builds on these.

do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
  -- Requests connect as this role and switch: by itself it may do nothing.
  if not exists (select from pg_roles where rolname = 'authenticator') then
    create role authenticator nologin noinherit;
  end if;
end
$$;

grant anon, authenticated, service_role to authenticator;
-- A runaway query must not hold a connection; a caller's role decides how long it may take.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set idle_in_transaction_session_timeout = '30s';

create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
create schema if not exists extensions;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists citext with schema extensions;
create extension if not exists btree_gin with schema extensions;

grant usage on schema public, extensions, auth, storage, realtime to anon, authenticated, service_role;
revoke create on schema public from public;

-- Deny unless granted, also for tables that a migration forgets to think about.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke execute on functions from public;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;

-- The claims of the caller's token. A setting that was never made reads as '', on a reused connection too.
create function auth.jwt() returns jsonb
language sql stable
set search_path = ''
return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
comment on function auth.jwt() is 'The claims of the token that the request carries; {} for none.';

create function auth.uid() returns uuid
language sql stable
set search_path = ''
return nullif(auth.jwt() ->> 'sub', '')::uuid;
comment on function auth.uid() is 'The id of the signed-in user, or null. In policies write (select auth.uid()): once per statement.';

create function auth.role() returns text
language sql stable
set search_path = ''
return nullif(auth.jwt() ->> 'role', '');
comment on function auth.role() is 'The role claim of the token.';

create function auth.email() returns text
language sql stable
set search_path = ''
return nullif(auth.jwt() ->> 'email', '');
comment on function auth.email() is 'The e-mail address claim of the token.';

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;
