-- Types, tables and functions of hosted projects that pulled schemas, dumps and tests name. The services here read none of them.
do $$
declare
  kind record;
begin
  for kind in
    select * from (values
      ('auth.aal_level', array['aal1', 'aal2', 'aal3']),
      ('auth.code_challenge_method', array['s256', 'plain']),
      ('auth.factor_status', array['unverified', 'verified']),
      ('auth.factor_type', array['totp', 'webauthn', 'phone', 'recovery_code']),
      ('auth.oauth_authorization_status', array['pending', 'approved', 'denied', 'expired']),
      ('auth.oauth_client_type', array['public', 'confidential']),
      ('auth.oauth_registration_type', array['dynamic', 'manual']),
      ('auth.oauth_response_type', array['code']),
      ('auth.one_time_token_type', array['confirmation_token', 'reauthentication_token', 'recovery_token',
        'email_change_token_new', 'email_change_token_current', 'phone_change_token']),
      ('storage.buckettype', array['STANDARD', 'ANALYTICS', 'VECTOR']),
      ('realtime.action', array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'ERROR']),
      ('realtime.equality_op', array['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in'])
    ) as wanted (name, labels)
    where to_regtype(name) is null
  loop
    execute format('create type %s as enum (%s)', kind.name, (select string_agg(quote_literal(label), ', ') from unnest(kind.labels) label));
    -- Columns here are text, and are compared with values of these types.
    execute format('create cast (%s as text) with inout as implicit', kind.name);
  end loop;
end
$$;

create type realtime.user_defined_filter as (column_name text, op realtime.equality_op, value text);
create type realtime.wal_column as (name text, type_name text, type_oid oid, value jsonb, is_pkey boolean, is_selectable boolean);
create type realtime.wal_rls as (wal jsonb, is_rls_enabled boolean, subscription_ids uuid[], errors text[]);

create function realtime.to_regrole(role_name text) returns regrole language sql immutable
set search_path = ''
return role_name::regrole;

create table realtime.subscription (
  id bigint generated always as identity constraint pk_subscription primary key,
  subscription_id uuid not null,
  entity regclass not null,
  filters realtime.user_defined_filter[] not null default '{}',
  claims jsonb not null,
  claims_role regrole not null generated always as (realtime.to_regrole(claims ->> 'role')) stored,
  created_at timestamp not null default timezone('utc', now()),
  action_filter text default '*'
);
create table realtime.schema_migrations (version bigint primary key, inserted_at timestamp(0));

create table auth.oauth_client_states (
  id uuid primary key, provider_type text not null, code_verifier text, created_at timestamptz not null
);

create function storage.get_level(name text) returns integer language sql immutable strict
set search_path = ''
return cardinality(string_to_array(name, '/'));

alter table storage.objects add column if not exists level integer;

create table storage.migrations (
  id integer primary key, name varchar(100) not null unique, hash varchar(40) not null, executed_at timestamp default current_timestamp
);
create table storage.prefixes (
  bucket_id text not null constraint "prefixes_bucketId_fkey" references storage.buckets on delete cascade,
  name text collate "C" not null,
  level integer not null generated always as (storage.get_level(name)) stored,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  primary key (bucket_id, level, name)
);
create table storage.buckets_analytics (
  id uuid primary key default gen_random_uuid(), name text not null, type storage.buckettype not null default 'ANALYTICS',
  format text not null default 'ICEBERG', created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create table storage.buckets_vectors (
  id text primary key, type storage.buckettype not null default 'VECTOR',
  created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
create table storage.vector_indexes (
  id text primary key default gen_random_uuid()::text, name text collate "C" not null,
  bucket_id text not null references storage.buckets_vectors, data_type text not null, dimension integer not null,
  distance_metric text not null, metadata_configuration jsonb,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
create table storage.iceberg_namespaces (
  id uuid primary key default gen_random_uuid(), bucket_name text not null, name text collate "C" not null,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), metadata jsonb not null default '{}',
  catalog_id uuid not null references storage.buckets_analytics on delete cascade
);
create table storage.iceberg_tables (
  id uuid primary key default gen_random_uuid(), namespace_id uuid not null references storage.iceberg_namespaces on delete cascade,
  bucket_name text not null, name text collate "C" not null, location text not null,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), remote_table_id text, shard_key text,
  shard_id text, catalog_id uuid not null references storage.buckets_analytics on delete cascade
);

do $$
declare
  made text;
begin
  foreach made in array array[
    'realtime.subscription', 'realtime.schema_migrations', 'auth.oauth_client_states', 'storage.migrations', 'storage.prefixes',
    'storage.buckets_analytics', 'storage.buckets_vectors', 'storage.vector_indexes', 'storage.iceberg_namespaces', 'storage.iceberg_tables'
  ] loop
    execute format('alter table %s enable row level security', made);
    execute format('comment on table %s is %L', made, 'For dumps alone: nothing is read from it.');
  end loop;
  foreach made in array array['supabase_privileged_role', 'pgtle_admin', 'pgsodium_keyiduser', 'pgsodium_keyholder', 'pgsodium_keymaker'] loop
    if to_regrole(made) is null then
      execute format('create role %I nologin noinherit', made);
    end if;
  end loop;
  -- What every local project of Supabase has before its migrations.
  foreach made in array array['pg_net', 'pg_graphql', 'pgjwt'] loop
    if exists (select from pg_available_extensions where name = made and installed_version is null) then
      execute format('create extension %I with schema %I', made, case made when 'pg_graphql' then 'graphql' else 'extensions' end);
    end if;
  end loop;
end
$$;

create schema if not exists pgbouncer;
create function pgbouncer.get_auth(p_usename text) returns table (username text, password text) language sql stable
set search_path = ''
as $$ select null::text, null::text where false $$;
comment on function pgbouncer.get_auth(text) is 'There is no pooler that needs passwords.';
revoke execute on function pgbouncer.get_auth(text) from public;

-- Statements of visitors have as long as in a new project there.
alter role anon set statement_timeout = '3s';
