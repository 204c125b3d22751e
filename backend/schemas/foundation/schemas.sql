create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
create schema if not exists rest;
comment on schema rest is 'What the data API needs in the database; nothing of it is exposed.';
create schema if not exists extensions;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists citext with schema extensions;
create extension if not exists btree_gin with schema extensions;

grant usage on schema public, extensions, auth, storage, realtime to anon, authenticated, service_role;
grant usage on schema public, auth, extensions to supabase_auth_admin;
revoke create on schema public from public;

-- Deny by default, including objects created later.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke execute on functions from public;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;
