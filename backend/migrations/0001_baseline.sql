-- Generated from the schemas by scripts/make-baseline.ts: do not edit.
set local check_function_bodies = off;

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
  -- Requests connect as this role and switch to another; it has no privileges itself.
  if not exists (select from pg_roles where rolname = 'authenticator') then
    create role authenticator nologin noinherit;
  end if;
  -- SQL hooks run as this role: it can read accounts, and has the privileges that an application grants.
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    create role supabase_auth_admin nologin noinherit;
  end if;
end
$$;

grant anon, authenticated, service_role to authenticator;

grant anon, authenticated, service_role, supabase_auth_admin to current_user;

alter role anon set statement_timeout = '1s';

alter role authenticated set statement_timeout = '8s';

alter role authenticator set idle_in_transaction_session_timeout = '30s';

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

alter default privileges in schema public revoke all on tables from anon, authenticated;

alter default privileges in schema public revoke execute on functions from public;

alter default privileges revoke execute on functions from public;

alter default privileges in schema public grant all on tables to service_role;

alter default privileges in schema public grant all on sequences to service_role;

alter default privileges in schema public grant execute on functions to service_role;

create table auth.audit_log_entries (
  id uuid primary key default gen_random_uuid(),
  payload jsonb not null,
  ip_address text not null default '',
  created_at timestamptz not null default now()
);

create table auth.custom_oauth_providers (
  id uuid primary key default gen_random_uuid(),
  provider_type text not null check (provider_type in ('oauth2', 'oidc')),
  identifier text not null unique check (identifier ~ '^custom:[a-z0-9_-]{1,60}$'),
  name text not null check (char_length(name) between 1 and 100),
  client_id text not null check (char_length(client_id) between 1 and 500),
  client_secret text not null,
  acceptable_client_ids text[] not null default '{}',
  scopes text[] not null default '{}',
  pkce_enabled boolean not null default true,
  attribute_mapping jsonb not null default '{}' check (jsonb_typeof(attribute_mapping) = 'object'),
  custom_claims_allowlist text[] not null default '{}',
  authorization_params jsonb not null default '{}' check (jsonb_typeof(authorization_params) = 'object'),
  enabled boolean not null default true,
  email_optional boolean not null default false,
  issuer text,
  discovery_url text,
  skip_nonce_check boolean not null default false,
  authorization_url text,
  token_url text,
  userinfo_url text,
  jwks_uri text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (provider_type <> 'oidc' or issuer is not null),
  check (provider_type <> 'oauth2' or (authorization_url is not null and token_url is not null and userinfo_url is not null))
);

create unlogged table auth.email_gaps (
  kind text not null,
  address_hash bytea not null,
  sent_at timestamptz not null default now(),
  primary key (kind, address_hash)
);

create unlogged table auth.failed_guesses (
  key bytea primary key,
  count integer not null,
  last_at timestamptz not null
);

create table auth.oauth_clients (
  id uuid primary key default gen_random_uuid(),
  client_secret_hash bytea,
  client_type text not null check (client_type in ('public', 'confidential')),
  registration_type text not null check (registration_type in ('manual', 'dynamic')),
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none')),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  grant_types text[] not null check (grant_types <@ array['authorization_code', 'refresh_token']),
  client_name text check (char_length(client_name) <= 1024),
  client_uri text check (char_length(client_uri) <= 2048),
  logo_uri text check (char_length(logo_uri) <= 2048),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((client_type = 'public') = (token_endpoint_auth_method = 'none')),
  check ((client_type = 'public') = (client_secret_hash is null))
);

create unlogged table auth.rate_limits (
  key bytea primary key,
  full_at timestamptz not null
);

create table auth.saml_service_keys (
  id boolean primary key default true check (id),
  private_key text not null,
  certificate text not null,
  created_at timestamptz not null default now()
);

create table auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  resource_id text unique check (char_length(resource_id) between 1 and 200),
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text check (char_length(email) <= 255),
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change text check (char_length(email_change) <= 255),
  email_change_sent_at timestamptz,
  email_change_confirm_status smallint not null default 0 check (email_change_confirm_status between 0 and 2),
  phone text unique,
  phone_confirmed_at timestamptz,
  phone_change text,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}' check (jsonb_typeof(raw_app_meta_data) = 'object'),
  raw_user_meta_data jsonb not null default '{}' check (jsonb_typeof(raw_user_meta_data) = 'object'),
  banned_until timestamptz,
  deleted_at timestamptz,
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Access to a mailbox is enough to set a new password. For a while after that, sensitive changes need a sign-in.
  recovered_at timestamptz
);

create table auth.web3_messages (
  digest bytea primary key,
  expires_at timestamptz not null
);

create table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  challenge_type text not null check (challenge_type in ('registration', 'authentication')),
  challenge text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  check ((challenge_type = 'registration') = (user_id is not null))
);

create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null default 0 check (sign_count >= 0),
  transports text[] not null default '{}',
  aaguid uuid,
  backed_up boolean not null default false,
  friendly_name text check (char_length(friendly_name) between 1 and 120),
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table realtime.bus (
  only_row boolean primary key default true check (only_row),
  channel text not null default 'realtime_' || replace(gen_random_uuid()::text, '-', '')
);

create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null check (extension in ('broadcast', 'presence')),
  event text,
  payload jsonb,
  binary_payload bytea,
  private boolean not null default true,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The top-level transaction: comparing it with a snapshot finds exactly the rows that a lost connection has missed.
  transaction_id xid8 not null default pg_current_xact_id(),
  primary key (id, inserted_at)
) partition by range (inserted_at);

create table storage.blob_stores (
  id uuid primary key,
  created_at timestamptz not null default now()
);

create table storage.buckets (
  id text primary key check (char_length(id) between 1 and 100),
  name text not null unique check (char_length(name) between 1 and 100),
  owner uuid,
  owner_id text,
  public boolean not null default false,
  file_size_limit bigint check (file_size_limit >= 0),
  allowed_mime_types text[],
  type text not null default 'STANDARD' check (type in ('STANDARD', 'ANALYTICS', 'VECTOR')),
  avif_autodetection boolean not null default false,
  image_policy jsonb check (image_policy is null or jsonb_typeof(image_policy) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null check (octet_length(name) between 1 and 1024),
  owner uuid,
  owner_id text,
  version text not null default gen_random_uuid()::text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  unique (bucket_id, name)
);

create table storage.quotas (
  owner_id text primary key,
  max_bytes bigint check (max_bytes >= 0),
  max_objects bigint check (max_objects >= 0)
);

create table storage.s3_multipart_uploads (
  id text primary key,
  bucket_id text not null references storage.buckets (id) on delete cascade,
  key text not null check (octet_length(key) between 1 and 1024),
  owner_id text,
  metadata jsonb not null,
  user_metadata jsonb,
  created_at timestamptz not null default now()
);

create table storage.s3_multipart_uploads_parts (
  upload_id text not null references storage.s3_multipart_uploads (id) on delete cascade,
  part_number integer not null check (part_number between 1 and 10000),
  version text not null,
  md5 text not null,
  size bigint not null check (size >= 0),
  created_at timestamptz not null default now(),
  primary key (upload_id, part_number)
);

create table storage.unread_pictures (
  object_id uuid primary key references storage.objects on delete cascade,
  version text not null,
  owner_id text,
  turn bigint not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  queued_at timestamptz not null default clock_timestamp()
);

create table storage.usage (
  owner_id text primary key,
  bytes bigint not null,
  objects bigint not null
);

create or replace function auth.forget_actor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.audit_log_entries entry set payload = entry.payload - 'actor_username' - 'user_agent', ip_address = ''
  where entry.payload ->> 'actor_id' = old.id::text;
  return null;
end
$$;

create or replace function auth.jwt() returns jsonb
language sql stable
return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;

create or replace function auth.uid() returns uuid
language sql stable
return nullif(auth.jwt() ->> 'sub', '')::uuid;

create or replace function auth.role() returns text
language sql stable
return nullif(auth.jwt() ->> 'role', '');

create or replace function auth.email() returns text
language sql stable
return nullif(auth.jwt() ->> 'email', '');

create or replace function auth.end_personal_tokens() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if pg_catalog.current_setting('auth.renews_hash', true) is distinct from 'on' then
    delete from auth.personal_tokens token where token.user_id = new.id;
  end if;
  return null;
end
$$;

create or replace function auth.broadcast_column() returns trigger
language plpgsql set search_path = '' as $$
declare
  changed constant jsonb := pg_catalog.to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  for place in 1 .. tg_nargs - 1 loop
    perform pg_catalog.pg_notify(tg_argv[place], changed ->> tg_argv[0]);
  end loop;
  return null;
end
$$;

create or replace function realtime.filter_matches(
  column_type oid, operator text, is_negated boolean, operands text[], candidates text[],
  out matches integer[], out problem text
)
language plpgsql stable
set search_path = extensions, public
as $$
declare
  type_name text := pg_catalog.format_type(column_type, -1);
  operand text := pg_catalog.format('$2[1]::%s', type_name);
  comparison text;
begin
  comparison := case operator
    when 'eq' then 'c.v = ' || operand
    when 'neq' then 'c.v <> ' || operand
    when 'lt' then 'c.v < ' || operand
    when 'lte' then 'c.v <= ' || operand
    when 'gt' then 'c.v > ' || operand
    when 'gte' then 'c.v >= ' || operand
    when 'isdistinct' then 'c.v is distinct from ' || operand
    when 'in' then pg_catalog.format('c.v in (select item::%s from pg_catalog.unnest($2) as item)', type_name)
    when 'like' then 'c.v like $2[1]'
    when 'ilike' then 'c.v ilike $2[1]'
    when 'match' then 'c.v ~ $2[1]'
    when 'imatch' then 'c.v ~* $2[1]'
    when 'is' then case operands[1]
      when 'null' then 'c.v is null'
      when 'true' then 'c.v is true'
      when 'false' then 'c.v is false'
      when 'unknown' then 'c.v is unknown'
    end
  end;
  if comparison is null then
    raise exception 'unknown operator %', operator;
  end if;
  execute pg_catalog.format(
    'select pg_catalog.array_agg(c.n::integer) from ('
    'select t::%s as v, n from pg_catalog.unnest($1) with ordinality as given (t, n) offset 0'
    ') as c where %s (%s)',
    type_name, case when is_negated then 'not' else '' end, comparison
  ) into matches using candidates, operands;
  matches := coalesce(matches, '{}');
exception when query_canceled or others then
  -- An invalid value, an unknown operator, or a pattern that takes too long.
  matches := '{}';
  problem := sqlerrm;
end
$$;

create or replace function realtime.key_comparison(relation oid, key_columns text[]) returns text
language sql stable set search_path = ''
return (
  select string_agg(
    format('t.%I operator(%I.=) (k.key ->> %s)::%s', wanted.name,
      coalesce(namespace.nspname, 'pg_catalog'), wanted.n - 1, pg_catalog.format_type(a.atttypid, -1)),
    ' and ' order by wanted.n
  )
  from unnest(key_columns) with ordinality as wanted (name, n)
  join pg_catalog.pg_attribute a on a.attrelid = relation and a.attname = wanted.name and not a.attisdropped
  -- The key type's equality operator, whose extension may be in any schema.
  left join pg_catalog.pg_opclass opclass on opclass.opcintype = a.atttypid and opclass.opcdefault
    and opclass.opcmethod = (select oid from pg_catalog.pg_am where amname = 'btree')
  left join pg_catalog.pg_amop amop on amop.amopfamily = opclass.opcfamily and amop.amopstrategy = 3
    and amop.amoplefttype = a.atttypid and amop.amoprighttype = a.atttypid
  left join pg_catalog.pg_operator operator on operator.oid = amop.amopopr
  left join pg_catalog.pg_namespace namespace on namespace.oid = operator.oprnamespace
);

create or replace function realtime.qualified_name(relation oid) returns text
language sql stable set search_path = ''
return relation::pg_catalog.regclass::text;

create or replace function realtime.present_values(relation oid, key_columns text[], keys jsonb, columns text[])
returns table (n integer, present text[])
language plpgsql stable set search_path = '' as $$
begin
  return query execute format(
    'select k.n::integer, array[%s]::text[] '
    'from jsonb_array_elements($1) with ordinality as k (key, n) join %s as t on %s',
    (select string_agg(format('case when t.%1$I is distinct from null then format(''%%s'', t.%1$I) end', name), ', ' order by o)
     from unnest(columns) with ordinality as named (name, o)),
    relation::regclass, realtime.key_comparison(relation, key_columns)
  ) using keys;
end
$$;

create or replace function realtime.visible_rows(
  caller_role text, claims text, relation oid, key_columns text[], keys jsonb, out visible integer[], out problem text
)
language plpgsql
as $$
declare
  statement text := pg_catalog.format(
    'select coalesce(array_agg(k.n::integer), ''{}'') from jsonb_array_elements($1) with ordinality as k (key, n) '
    'where exists (select from %s as t where %s)',
    realtime.qualified_name(relation), realtime.key_comparison(relation, key_columns)
  );
begin
  visible := '{}';
  -- The role comes from a token: only roles granted to `authenticator`, never an owner.
  if not exists (
    select from pg_catalog.pg_roles
    where rolname = caller_role and not rolsuper and pg_catalog.pg_has_role('authenticator', oid, 'member')
  ) then
    return;
  end if;
  begin
    perform pg_catalog.set_config(name, value, true)
    from (values
      ('search_path', 'public, extensions'),
      ('request.jwt.claims', claims),
      ('request.jwt.claim.sub', coalesce(claims::jsonb ->> 'sub', '')),
      ('request.jwt.claim.role', caller_role)
    ) as setting (name, value);
    perform pg_catalog.set_config('role', caller_role, true);
    execute statement into visible using keys;
    raise exception using errcode = 'RTPRB';
  exception
    when sqlstate 'RTPRB' then
      null; -- the role is given back
    when query_canceled or others then
      visible := '{}';
      problem := sqlerrm;
  end;
end
$$;

create or replace function realtime.topic() returns text
language sql stable set search_path = ''
return nullif(current_setting('realtime.topic', true), '');

create or replace function realtime.maintain_partitions() returns void
language plpgsql set search_path = '' as $$
declare
  today date := (now() at time zone 'UTC')::date;
  day date;
  expired text;
begin
  -- One process at a time; then the others have nothing left to do.
  if not pg_try_advisory_xact_lock(hashtext('realtime.maintain_partitions')) then
    return;
  end if;
  -- Dropping a partition locks the parent: give up and retry later instead of blocking every sender.
  perform set_config('lock_timeout', '2s', true);
  for day in select today + offset_days from generate_series(0, 3) as offset_days loop
    if to_regclass(format('realtime.messages_%s', to_char(day, 'YYYY_MM_DD'))) is null then
      execute format(
        'create table realtime.messages_%1$s partition of realtime.messages for values from (%2$L) to (%3$L)',
        to_char(day, 'YYYY_MM_DD'), day || ' 00:00:00+00', (day + 1) || ' 00:00:00+00'
      );
      -- Only the parent's policies count, and only through the parent.
      execute format('alter table realtime.messages_%s enable row level security', to_char(day, 'YYYY_MM_DD'));
      execute format('revoke all on realtime.messages_%s from anon, authenticated, service_role', to_char(day, 'YYYY_MM_DD'));
    end if;
  end loop;
  for expired in
    select child.relname
    from pg_catalog.pg_inherits
    join pg_catalog.pg_class child on child.oid = inhrelid
    where inhparent = 'realtime.messages'::regclass
      and child.relname ~ '^messages_\d{4}_\d{2}_\d{2}$'
      and to_date(right(child.relname, 10), 'YYYY_MM_DD') + 1 <= today - 3
  loop
    execute format('drop table realtime.%I', expired);
  end loop;
end
$$;

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case when send.payload ? 'id' then send.payload else jsonb_set(send.payload, '{id}', to_jsonb(message_id)) end,
    send.event, send.topic, send.private, 'broadcast'
  );
exception when others then
  -- A failed broadcast must not fail the caller's transaction.
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('realtime.topic', send_binary.topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (send_binary.payload, send_binary.event, send_binary.topic, send_binary.private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql set search_path = '' as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'operation', operation, 'table', table_name, 'schema', table_schema, 'record', new, 'old_record', old
    ),
    event_name, topic_name
  );
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end
$$;

create or replace function realtime.check_access(action text, caller_role text, claims text, topic_name text, headers text)
returns table (broadcast boolean, presence boolean)
language plpgsql
as $$
declare
  probes uuid[] := array[gen_random_uuid(), gen_random_uuid()];
begin
  broadcast := false;
  presence := false;
  -- The role comes from a token: only roles granted to `authenticator`, never an owner.
  if not exists (
    select from pg_catalog.pg_roles
    where rolname = caller_role and not rolsuper and pg_catalog.pg_has_role('authenticator', oid, 'member')
  ) then
    return next;
    return;
  end if;
  begin
    perform pg_catalog.set_config(name, value, true)
    from (values
      ('search_path', 'public, extensions'),
      ('realtime.topic', topic_name),
      ('request.headers', headers),
      ('request.jwt.claims', claims),
      ('request.jwt.claim.sub', coalesce(claims::jsonb ->> 'sub', '')),
      ('request.jwt.claim.role', caller_role)
    ) as setting (name, value);
    if action = 'read' then
      insert into realtime.messages (id, topic, extension, event, payload)
      values
        (probes[1], topic_name, 'broadcast', 'probe', '{}'),
        (probes[2], topic_name, 'presence', 'probe', '{}');
      perform pg_catalog.set_config('role', caller_role, true);
      select coalesce(bool_or(m.extension = 'broadcast'), false), coalesce(bool_or(m.extension = 'presence'), false)
      into broadcast, presence
      from realtime.messages m
      where m.id = any (probes) and m.inserted_at = now();
    else
      perform pg_catalog.set_config('role', caller_role, true);
      begin
        insert into realtime.messages (topic, extension, event, payload) values (topic_name, 'broadcast', 'probe', '{}');
        broadcast := true;
      exception when insufficient_privilege then
        null; -- refused: stays false
      end;
      begin
        insert into realtime.messages (topic, extension, event, payload) values (topic_name, 'presence', 'probe', '{}');
        presence := true;
      exception when insufficient_privilege then
        null;
      end;
    end if;
    raise exception using errcode = 'RTPRB';
  exception when sqlstate 'RTPRB' then
    null; -- the probe is undone
  end;
  return next;
end
$$;

create or replace function rest.tell_definition_changed() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  -- Temporary tables are visible to their session only.
  if tg_event = 'sql_drop' then
    if not exists (select from pg_event_trigger_dropped_objects() where not is_temporary) then
      return;
    end if;
  elsif not exists (select from pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp') then
    return;
  end if;
  perform pg_logical_emit_message(true, 'rest.definition', pg_current_xact_id()::text);
end
$$;

create or replace function storage.update_updated_at_column() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

create or replace function storage.protect_delete() returns trigger
language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501', hint = 'This prevents orphaned files.';
  end if;
  return null;
end $$;

create or replace function storage.foldername(name text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;

create or replace function storage.filename(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;

create or replace function storage.extension(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(substring(storage.filename(name) from '\.([^.]*)$'), '')
$$;

create or replace function storage.operation() returns text
language sql stable parallel safe set search_path = '' as $$
  select current_setting('storage.operation', true)
$$;

create or replace function storage.allow_only_operation(expected text) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select coalesce(storage.operation() in (expected, 'storage.' || expected), false)
$$;

create or replace function storage.allow_any_operation(expected text[]) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select coalesce(exists (
    select 1 from unnest(expected) as wanted where storage.operation() in (wanted, 'storage.' || wanted)), false)
$$;

create or replace function storage.perceptual_hash(metadata jsonb) returns bit(64)
language sql immutable parallel safe set search_path = '' as $$
  select case when metadata ->> 'perceptualHash' ~ '^[0-9a-f]{16}$' then ('x' || (metadata ->> 'perceptualHash'))::bit(64) end
$$;

create or replace function storage.hamming_distance(one bit(64), other bit(64)) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select bit_count(one # other)::integer
$$;

create or replace function storage.object_bytes(metadata jsonb) returns bigint
language sql immutable parallel safe set search_path = '' as $$
  -- Until its bytes have arrived, an object only has the announced length.
  select least(coalesce((metadata ->> 'size')::numeric, (metadata ->> 'contentLength')::numeric, 0), 9e18)::bigint
$$;

create or replace function storage.change_usage(owner text, more_bytes bigint, more_objects bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  bytes_now bigint;
  objects_now bigint;
  most_bytes bigint := nullif(current_setting('storage.quota_bytes', true), '')::bigint;
  most_objects bigint := nullif(current_setting('storage.quota_objects', true), '')::bigint;
begin
  if more_bytes = 0 and more_objects = 0 then
    return;
  end if;
  -- Locks the row until the end of the transaction, so that two concurrent uploads cannot both take the last place.
  insert into storage.usage as known (owner_id, bytes, objects) values (owner, more_bytes, more_objects)
  on conflict (owner_id) do update set bytes = known.bytes + excluded.bytes, objects = known.objects + excluded.objects
  returning known.bytes, known.objects into bytes_now, objects_now;
  -- Unset settings mean no limit: the service itself is writing. Freeing space is never refused.
  if most_bytes is null or most_objects is null then
    return;
  end if;
  select coalesce(quota.max_bytes, most_bytes), coalesce(quota.max_objects, most_objects) into most_bytes, most_objects
  from (select) as one left join storage.quotas quota on quota.owner_id = owner;
  if more_objects > 0 and objects_now > most_objects then
    raise exception using errcode = 'QUOTA', message =
      format('Your storage is full: it may hold %s files. Remove files that you no longer need.', most_objects);
  end if;
  if more_bytes > 0 and bytes_now > most_bytes then
    raise exception using errcode = 'QUOTA', message =
      format('Your storage is full: this would make it %s of %s. Remove files that you no longer need.',
        pg_catalog.pg_size_pretty(bytes_now), pg_catalog.pg_size_pretty(most_bytes));
  end if;
end $$;

create or replace function storage.count_usage() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in
      select owner_id, sum(storage.object_bytes(metadata))::bigint as bytes, count(*) as objects
      from new_rows where owner_id is not null group by owner_id order by owner_id
    loop
      perform storage.change_usage(change.owner_id, change.bytes, change.objects);
    end loop;
  elsif tg_op = 'DELETE' then
    for change in
      select owner_id, sum(storage.object_bytes(metadata))::bigint as bytes, count(*) as objects
      from old_rows where owner_id is not null group by owner_id order by owner_id
    loop
      perform storage.change_usage(change.owner_id, -change.bytes, -change.objects);
    end loop;
  else
    for change in
      select owner_id, sum(bytes)::bigint as bytes, sum(objects)::bigint as objects
      from (
        select owner_id, storage.object_bytes(metadata) as bytes, 1 as objects from new_rows
        union all
        select owner_id, -storage.object_bytes(metadata), -1 from old_rows
      ) as counted
      where owner_id is not null group by owner_id order by owner_id
    loop
      perform storage.change_usage(change.owner_id, change.bytes, change.objects);
    end loop;
  end if;
  return null;
end $$;

create or replace function storage.get_common_prefix(p_key text, p_prefix text, p_delimiter text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when strpos(substr(p_key, length(p_prefix) + 1), p_delimiter) > 0 then
    left(p_key, length(p_prefix) + strpos(substr(p_key, length(p_prefix) + 1), p_delimiter) - 1 + length(p_delimiter))
  end
$$;

create or replace function storage.search(
  prefix text, bucketname text, limits integer default 100, levels integer default 1, offsets integer default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
language sql stable set search_path = '' as $$
  -- The first `levels` segments form an entry; entries with deeper segments are folders, which only have a name.
  with hits as (
    select object.*, string_to_array(object.name, '/') as path, cardinality(string_to_array(object.name, '/')) > levels as is_folder
    from storage.objects object
    where object.bucket_id = bucketname
      and lower(object.name) collate "C" like
        replace(replace(replace(lower(prefix || search), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  ), entries as (
    select array_to_string(path[cardinality(string_to_array(prefix, '/')) : ], '/') as name, hits.id, hits.updated_at,
      hits.created_at, hits.last_accessed_at, hits.metadata, false as is_folder
    from hits where not is_folder
    union all
    select distinct array_to_string(path[cardinality(string_to_array(prefix, '/')) : levels], '/'), null::uuid, null::timestamptz,
      null::timestamptz, null::timestamptz, null::jsonb, true
    from hits where is_folder
  )
  select entries.name, entries.id, entries.updated_at, entries.created_at, entries.last_accessed_at, entries.metadata
  from entries
  order by
    case when sortcolumn <> 'name' then is_folder end desc nulls last,
    case when sortorder <> 'desc' then case sortcolumn when 'updated_at' then entries.updated_at
      when 'created_at' then entries.created_at when 'last_accessed_at' then entries.last_accessed_at end end asc,
    case when sortorder = 'desc' then case sortcolumn when 'updated_at' then entries.updated_at
      when 'created_at' then entries.created_at when 'last_accessed_at' then entries.last_accessed_at end end desc,
    case when sortorder <> 'desc' then lower(entries.name) collate "C" end asc,
    case when sortorder = 'desc' then lower(entries.name) collate "C" end desc,
    case when sortorder <> 'desc' then entries.name collate "C" end asc,
    case when sortorder = 'desc' then entries.name collate "C" end desc
  limit least(coalesce(limits, 100), 1500) offset offsets
$$;

create or replace function storage.list_objects_with_delimiter(
  bucket_id text, prefix_param text, delimiter_param text, max_keys integer default 100, start_after text default '',
  next_token text default ''
) returns table (name text, id uuid, metadata jsonb, updated_at timestamptz)
language sql stable set search_path = '' as $$
  with entries as (
    select distinct on (entry collate "C") entry, object.id, object.metadata, object.updated_at, folder is not null as is_folder
    from storage.objects object,
      lateral (select storage.get_common_prefix(object.name, prefix_param, delimiter_param) as folder) as common,
      lateral (select coalesce(common.folder, object.name) as entry) as shown
    where object.bucket_id = list_objects_with_delimiter.bucket_id
      and starts_with(object.name, prefix_param) and object.name collate "C" >= prefix_param
    order by entry collate "C", object.name collate "C"
  )
  select entry, case when not is_folder then entries.id end, case when not is_folder then entries.metadata end,
    case when not is_folder then entries.updated_at end
  from entries
  where entry collate "C" > greatest(start_after collate "C", next_token collate "C")
  order by entry collate "C"
  limit max_keys
$$;

create or replace function storage.search_v2(
  prefix text, bucket_name text, limits integer default 100, levels integer default 1, start_after text default '',
  sort_order text default 'asc', sort_column text default 'name', sort_column_after text default ''
) returns table (
  key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
language sql stable set search_path = '' as $$
  -- Folders are sorted by name only, and entries with the same millisecond by name as well.
  with hits as (
    select object.*, storage.get_common_prefix(object.name, prefix, '/') as folder
    from storage.objects object
    where object.bucket_id = bucket_name and starts_with(object.name, prefix) and object.name collate "C" >= prefix
  ), entries as (
    select hits.name, hits.id, hits.updated_at, hits.created_at, hits.last_accessed_at, hits.metadata,
      date_trunc('milliseconds', case sort_column when 'updated_at' then hits.updated_at when 'created_at' then hits.created_at end) as at
    from hits where folder is null
    union all
    select distinct folder, null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb,
      case when sort_column <> 'name' then case when sort_order = 'desc' then 'infinity' else '-infinity' end::timestamptz end
    from hits where folder is not null
  )
  select split_part(rtrim(entries.name, '/'), '/', levels), entries.name, entries.id, entries.updated_at, entries.created_at,
    entries.last_accessed_at, entries.metadata
  from entries
  where start_after = '' or case
    when sort_column = 'name' or sort_column_after = '' then
      case when sort_order = 'desc' then entries.name collate "C" < start_after else entries.name collate "C" > start_after end
    when sort_order = 'desc' then (at, entries.name collate "C") < (sort_column_after::timestamptz, start_after)
    else (at, entries.name collate "C") > (sort_column_after::timestamptz, start_after)
  end
  order by
    case when sort_order <> 'desc' then at end asc, case when sort_order = 'desc' then at end desc,
    case when sort_order <> 'desc' then entries.name collate "C" end asc,
    case when sort_order = 'desc' then entries.name collate "C" end desc
  limit limits
$$;

create or replace function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  insert into storage.objects (bucket_id, name, owner, owner_id, metadata)
  values (bucketid, can_insert_object.name, can_insert_object.owner, can_insert_object.owner::text, can_insert_object.metadata);
  -- Callers with permission get this error, others the one of row level security; either way the row is rolled back.
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end $$;

create or replace function storage.next_turn(owner text) returns bigint
language sql volatile security definer set search_path = '' as $$
  select greatest(
    coalesce((select min(turn) from storage.unread_pictures), 0),
    coalesce((select max(turn) + 1 from storage.unread_pictures where owner_id is not distinct from owner), 0))
$$;

create or replace function storage.queue_reading() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.unread_pictures (object_id, version, owner_id, turn)
  values (new.id, new.version, new.owner_id, storage.next_turn(new.owner_id))
  on conflict (object_id) do update
  set version = excluded.version, owner_id = excluded.owner_id, turn = excluded.turn, attempts = 0, due_at = now()
  where unread_pictures.version <> excluded.version;
  return null;
end $$;

create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at desc);

create index audit_log_entries_actor_idx on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc);

create index mail_gaps_sent_at_idx on auth.email_gaps (sent_at);

create index failed_guesses_last_at_idx on auth.failed_guesses (last_at);

create index oauth_clients_created_at_idx on auth.oauth_clients (created_at desc);

create index rate_limits_full_at_idx on auth.rate_limits (full_at);

create unique index users_email_key on auth.users (lower(email)) where not is_sso_user;

create index users_email_change_idx on auth.users (lower(email_change)) where email_change is not null;

create index users_created_at_idx on auth.users (created_at desc, id);

create index users_anonymous_idx on auth.users (created_at) where is_anonymous;

create index web3_messages_expires_at_idx on auth.web3_messages (expires_at);

create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);

create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id, created_at);

create index messages_topic_idx on realtime.messages (topic, inserted_at) where extension = 'broadcast';

create index objects_bucket_id_name_idx on storage.objects (bucket_id, name collate "C");

create index objects_bucket_id_lower_name_idx on storage.objects (bucket_id, lower(name) collate "C");

create index objects_version_idx on storage.objects (version);

create index objects_perceptual_hash_idx on storage.objects (storage.perceptual_hash(metadata))
  where metadata ? 'perceptualHash';

create index s3_multipart_uploads_bucket_id_key_idx on storage.s3_multipart_uploads (bucket_id, key collate "C", id collate "C");

create index s3_multipart_uploads_created_at_idx on storage.s3_multipart_uploads (created_at);

create index s3_multipart_uploads_owner_id_idx on storage.s3_multipart_uploads (owner_id);

create index s3_multipart_uploads_parts_version_idx on storage.s3_multipart_uploads_parts (version);

create index unread_pictures_turn_idx on storage.unread_pictures (turn, queued_at);

create index unread_pictures_owner_id_idx on storage.unread_pictures (owner_id, turn);

alter table auth.audit_log_entries enable row level security;

alter table auth.custom_oauth_providers enable row level security;

alter table auth.email_gaps enable row level security;

alter table auth.failed_guesses enable row level security;

alter table auth.oauth_clients enable row level security;

alter table auth.rate_limits enable row level security;

alter table auth.saml_service_keys enable row level security;

alter table auth.sso_providers enable row level security;

alter table auth.users enable row level security;

alter table auth.web3_messages enable row level security;

alter table auth.webauthn_challenges enable row level security;

alter table auth.webauthn_credentials enable row level security;

alter table realtime.bus enable row level security;

alter table realtime.messages enable row level security;

alter table storage.blob_stores enable row level security;

alter table storage.buckets enable row level security;

alter table storage.objects enable row level security;

alter table storage.quotas enable row level security;

alter table storage.s3_multipart_uploads enable row level security;

alter table storage.s3_multipart_uploads_parts enable row level security;

alter table storage.unread_pictures enable row level security;

alter table storage.usage enable row level security;

create or replace trigger forget_actor after delete on auth.users
  for each row execute function auth.forget_actor();

create or replace trigger end_personal_tokens after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function auth.end_personal_tokens();

create or replace trigger tell_of_lost_person after update of banned_until, deleted_at on auth.users
  for each row when (old.banned_until is distinct from new.banned_until or old.deleted_at is distinct from new.deleted_at)
  execute function auth.broadcast_column('id', 'personal_tokens');

create or replace trigger buckets_touch_updated_at before update on storage.buckets
  for each row execute function storage.update_updated_at_column();

create or replace trigger objects_touch_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();

create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

create or replace trigger objects_count_inserted after insert on storage.objects
  referencing new table as new_rows for each statement execute function storage.count_usage();

create or replace trigger objects_count_updated after update on storage.objects
  referencing old table as old_rows new table as new_rows for each statement execute function storage.count_usage();

create or replace trigger objects_count_deleted after delete on storage.objects
  referencing old table as old_rows for each statement execute function storage.count_usage();

create or replace trigger objects_queue_reading after insert or update of version, metadata on storage.objects
  for each row when (new.metadata ->> 'reading' = 'waiting') execute function storage.queue_reading();

create policy "hooks read accounts" on auth.users for select to supabase_auth_admin using (true);

comment on table auth.audit_log_entries is 'Who did what to which account. Holds no token, code or password.';

comment on table auth.custom_oauth_providers is 'Whom people may sign in through, besides those of the configuration.';

comment on column auth.custom_oauth_providers.client_secret is 'Sealed (JWE) with a key derived for this row from the secret of the installation.';

comment on table auth.email_gaps is 'When a mail of a kind was last asked for an address, known or not: the waiting time is the same for both, so it tells nothing.';

comment on table auth.failed_guesses is 'Wrong guesses in a row at one account; each further one makes the next wait.';

comment on function auth.forget_actor() is 'Takes name, device and address of a deleted account out of the audit log.';

comment on function auth.jwt() is 'The claims of the token that the request carries; {} for none.';

comment on function auth.uid() is 'The id of the signed-in user, or null. In policies write (select auth.uid()): once per statement.';

comment on function auth.role() is 'The role claim of the token.';

comment on function auth.email() is 'The e-mail address claim of the token.';

comment on table auth.oauth_clients is 'An application that may ask people for access to their accounts. Its secret is kept as a hash.';

comment on table auth.rate_limits is 'Token buckets: when each is full again. A bucket that is full is not worth a row.';

comment on table auth.saml_service_keys is 'The one key that signs our requests to organisations, sealed (JWE), and its certificate, which they are shown.';

comment on table auth.sso_providers is 'An organisation whose members sign in by its own rules; their accounts are apart from all others.';

comment on table auth.users is 'One account. Written only by the auth service; one row is inserted per sign-up, inside its transaction.';

comment on column auth.users.recovered_at is 'When the account was last recovered: a new password, set with nothing but an emailed link.';

comment on table auth.web3_messages is 'Hashes of messages that opened a session, kept until their own time window has passed: each opens one.';

comment on table auth.webauthn_challenges is 'A passkey ceremony under way; deleted by its one answer.';

comment on table auth.webauthn_credentials is 'Passkeys: each is sufficient to sign in (WebAuthn Level 2).';

comment on table realtime.bus is 'The secret channel between the processes of this installation. For the realtime service alone.';

comment on function realtime.filter_matches(oid, text, boolean, text[], text[]) is
  'Which of the candidates (counted from 1) a filter lets pass, or why it cannot be applied. For the realtime service alone.';

comment on function realtime.qualified_name(oid) is 'With its schema, whatever the search path.';

comment on function realtime.present_values(oid, text[], jsonb, text[]) is
  'Columns of the rows with these keys (counted from 1). For the realtime service alone.';

comment on function realtime.visible_rows(text, text, oid, text[], jsonb) is
  'Which of the keys (counted from 1) a caller may select. For the realtime service alone.';

comment on function realtime.topic() is 'The channel that a policy on realtime.messages is asked about, without "realtime:".';

comment on function realtime.maintain_partitions() is
  'Creates the partitions of today and the next three days and drops those that ended more than 72 hours ago.';

comment on function realtime.send(jsonb, text, text, boolean) is
  'Broadcasts to a channel once the transaction commits. Runs with the rights of its caller: policies on realtime.messages apply.';

comment on function realtime.send_binary(bytea, text, text, boolean) is 'Like realtime.send, for bytes.';

comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'For row triggers: sends {operation, table, schema, record, old_record, id} to a private channel.';

comment on function realtime.check_access(text, text, text, text, text) is
  'What a caller may "read" or "write" on a private channel. For the realtime service alone.';

comment on table realtime.messages is
  'Broadcasts from the database, kept about three days, one partition per UTC day. Its policies authorise private channels.';

comment on function rest.tell_definition_changed() is 'Writes rest.definition into the log when a definition changes.';

comment on table storage.blob_stores is
  'Blob stores that belong to this database. The sweeper deletes nothing in a store that is not listed: it could be another database''s.';

comment on table storage.buckets is 'Containers of objects. A public bucket''s objects are readable by everyone who knows the key.';

comment on column storage.buckets.image_policy is
  'When set, uploads must be pictures: {"maxEdge": pixels, "minEdge"?: pixels, "maxPixels": pixels, "quality"?: 20..100}. They are turned upright, stripped of all metadata and downsized.';

comment on function storage.foldername(text) is 'The folders of an object name: foldername(''a/b/c.jpg'') is {a,b}.';

comment on function storage.filename(text) is 'The last segment of an object name.';

comment on function storage.extension(text) is 'What follows the last dot of the file name, without the dot; empty when there is none.';

comment on function storage.operation() is 'The storage call under way, for example storage.object.upload.';

comment on function storage.perceptual_hash(jsonb) is
  'The fingerprint in an object''s metadata; null for what is no picture. Written by the storage service from the pixels, never by a client.';

comment on function storage.hamming_distance(bit, bit) is
  'How many of 64 bits differ. Of 216 photographs copies differ in 0 to 10 bits, nearly always; of 1,000 pairs of others one differs in fewer than 18.';

comment on function storage.object_bytes(jsonb) is 'What an object counts in its owner''s usage, from its metadata.';

comment on function storage.get_common_prefix(text, text, text) is
  'The folder of a key right below a prefix, with the delimiter at its end; null when the key lies directly below the prefix.';

comment on function storage.search(text, text, integer, integer, integer, text, text, text) is
  'What lies in one folder: `prefix` ends in a slash or is empty, `levels` is the number of its segments and one more.';

comment on function storage.list_objects_with_delimiter(text, text, text, integer, text, text) is
  'Keys below a prefix in byte order, with what lies behind a delimiter folded into one entry that ends in it.';

comment on function storage.search_v2(text, text, integer, integer, text, text, text, text) is
  'Keys and folders below a prefix, page by page: `start_after` (and `sort_column_after` by time) is the last entry seen.';

comment on function storage.can_insert_object(text, text, uuid, jsonb) is
  'Finds out whether the caller may write an object: raises PT200 when yes. Nothing is written.';

comment on function storage.next_turn(text) is 'Security definer: the queue is closed to those who upload.';

comment on table storage.objects is 'One stored file each. Written by the storage service under a lock per bucket and name.';

comment on column storage.objects.version is 'Name of the bytes in the blob store; a new one for each replacement, so a reader never sees a torn file.';

comment on table storage.quotas is 'Exceptions to the configured quota, by owner; null leaves the configured limit.';

comment on table storage.s3_multipart_uploads is
  'Uploads in parts that are under way. Removed when completed or aborted, and by the sweeper a day after they began.';

comment on table storage.s3_multipart_uploads_parts is 'Parts that have arrived whole; sent again, a part replaces its predecessor.';

comment on table storage.unread_pictures is 'Pictures that are still to be read. Written by a trigger on storage.objects, worked off by the storage service.';

comment on column storage.unread_pictures.turn is
  'Lowest first. One owner''s pictures get one turn each and a newcomer joins the turn that is being served: owners alternate.';

comment on column storage.unread_pictures.due_at is 'Not before; while a process reads the picture, when others may take it up again.';

comment on table storage.usage is 'What each owner''s objects add up to. Kept by triggers on storage.objects; never written by hand.';

grant execute on function auth.jwt() to anon, authenticated, service_role;

grant execute on function auth.uid() to anon, authenticated, service_role;

grant execute on function auth.role() to anon, authenticated, service_role;

grant execute on function auth.email() to anon, authenticated, service_role;

grant select (id, aud, role, email, email_confirmed_at, invited_at, phone, phone_confirmed_at, confirmed_at, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, banned_until, deleted_at, is_sso_user, is_anonymous, created_at, updated_at) on auth.users to
  supabase_auth_admin;

grant execute on function realtime.topic() to anon, authenticated, service_role;

grant execute on function realtime.send(jsonb, text, text, boolean) to anon, authenticated, service_role;

grant execute on function realtime.send_binary(bytea, text, text, boolean) to anon, authenticated, service_role;

grant execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) to anon, authenticated, service_role;

grant select, insert, update on realtime.messages to anon, authenticated, service_role;

grant select, insert, update, delete on storage.buckets to anon, authenticated, service_role;

grant execute on function storage.update_updated_at_column() to anon, authenticated, service_role;

grant execute on function storage.protect_delete() to anon, authenticated, service_role;

grant execute on function storage.foldername(text) to anon, authenticated, service_role;

grant execute on function storage.filename(text) to anon, authenticated, service_role;

grant execute on function storage.extension(text) to anon, authenticated, service_role;

grant execute on function storage.operation() to anon, authenticated, service_role;

grant execute on function storage.allow_only_operation(text) to anon, authenticated, service_role;

grant execute on function storage.allow_any_operation(text[]) to anon, authenticated, service_role;

grant execute on function storage.perceptual_hash(jsonb) to anon, authenticated, public, service_role;

grant execute on function storage.hamming_distance(bit, bit) to anon, authenticated, public, service_role;

grant execute on function storage.get_common_prefix(text, text, text) to anon, authenticated, service_role;

grant execute on function storage.search(text, text, integer, integer, integer, text, text, text) to anon, authenticated, service_role;

grant execute on function storage.list_objects_with_delimiter(text, text, text, integer, text, text) to anon, authenticated, service_role;

grant execute on function storage.search_v2(text, text, integer, integer, text, text, text, text) to anon, authenticated, service_role;

grant execute on function storage.can_insert_object(text, text, uuid, jsonb) to anon, authenticated, service_role;

grant select, insert, update, delete on storage.objects to anon, authenticated, service_role;

grant select, insert, update, delete on storage.quotas to service_role;

grant select on storage.usage to service_role;

insert into realtime.bus default values;

create publication supabase_realtime_messages_publication
  for table realtime.messages with (publish = 'insert', publish_via_partition_root = true);

do $$
begin
  -- Empty: owners add tables with `alter publication supabase_realtime add table ...`.
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime with (publish = 'insert, update, delete', publish_via_partition_root = true);
  end if;
end
$$;

select realtime.maintain_partitions();

do $$
begin
  create event trigger rest_definition_changed on ddl_command_end execute function rest.tell_definition_changed();
  create event trigger rest_definition_dropped on sql_drop execute function rest.tell_definition_changed();
exception when insufficient_privilege then
  raise notice 'no event triggers: definitions are watched by age alone';
end
$$;

create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  auth_code text not null unique,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  code_challenge text not null,
  provider_type text not null,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now(),
  provider_token text,
  provider_refresh_token text,
  session_not_after timestamptz,
  saml_name_id text,
  saml_session_index text
);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  identity_data jsonb not null check (jsonb_typeof(identity_data) = 'object'),
  provider text not null,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, provider)
);

create table auth.known_devices (
  user_id uuid not null references auth.users on delete cascade,
  mark bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, mark)
);

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text check (char_length(friendly_name) <= 120),
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret text,
  last_used_step bigint,
  phone text,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.mfa_recovery_codes (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (factor_id, code_hash)
);

create table auth.new_users (
  user_id uuid primary key references auth.users on delete cascade,
  event_id uuid not null default gen_random_uuid(),
  ip_address text not null default '',
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  due_at timestamptz not null default now() + interval '1 minute'
);

create table auth.oauth_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  scopes text[] not null,
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  unique (user_id, client_id)
);

create table auth.oauth_states (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  linking_user_id uuid references auth.users on delete cascade,
  nonce text,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  check ((code_challenge is null) = (code_challenge_method is null))
);

create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type text not null check (token_type in ('confirmation_token', 'recovery_token', 'email_change_token_new',
    'email_change_token_current', 'phone_change_token', 'reauthentication_token')),
  token_hash text not null,
  relates_to text not null,
  failed_attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  unique (user_id, token_type)
);

create table auth.personal_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  hint text not null check (char_length(hint) <= 20),
  scopes text[] not null check (scopes = array['read'] or scopes = array['read', 'write']),
  aal text not null check (aal in ('aal1', 'aal2')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  check (expires_at > created_at)
);

create table auth.saml_assertions (
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (sso_provider_id, assertion_id)
);

create table auth.saml_providers (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null unique references auth.sso_providers on delete cascade,
  entity_id text not null unique,
  metadata_xml text not null,
  metadata_url text,
  attribute_mapping jsonb not null default '{}' check (jsonb_typeof(attribute_mapping) = 'object'),
  name_id_format text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.saml_relay_states (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  request_id text not null,
  redirect_to text,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  bound_to_browser boolean not null,
  created_at timestamptz not null default now(),
  check ((code_challenge is null) = (code_challenge_method is null))
);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  factor_id uuid,
  not_after timestamptz,
  user_agent text,
  ip inet,
  tag text,
  refresh_token_counter bigint not null default 0 check (refresh_token_counter >= 0),
  recent_rotations timestamptz[] not null default '{}',
  refreshed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  oauth_client_id uuid references auth.oauth_clients on delete cascade,
  scopes text
);

create table auth.sso_domains (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  domain text not null check (domain = lower(domain) and char_length(domain) between 1 and 253),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index flow_state_user_id_idx on auth.flow_state (user_id, authentication_method, created_at desc);

create index flow_state_created_at_idx on auth.flow_state (created_at);

create index identities_user_id_idx on auth.identities (user_id);

create index identities_email_idx on auth.identities (email);

create index known_devices_seen_at_idx on auth.known_devices (seen_at);

create index mfa_factors_user_id_idx on auth.mfa_factors (user_id, created_at);

create unique index mfa_factors_friendly_name_key on auth.mfa_factors (user_id, friendly_name) where trim(friendly_name) <> '';

create unique index mfa_factors_recovery_key on auth.mfa_factors (user_id) where factor_type = 'recovery_code';

create index mfa_factors_unverified_idx on auth.mfa_factors (created_at) where status = 'unverified';

create unique index mfa_factors_phone_key on auth.mfa_factors (user_id, phone) where factor_type = 'phone';

create index new_users_due_at_idx on auth.new_users (due_at);

create index oauth_consents_client_id_idx on auth.oauth_consents (client_id);

create index oauth_states_created_at_idx on auth.oauth_states (created_at);

create index oauth_states_linking_user_id_idx on auth.oauth_states (linking_user_id) where linking_user_id is not null;

create index one_time_tokens_token_hash_idx on auth.one_time_tokens (token_hash);

create index one_time_tokens_created_at_idx on auth.one_time_tokens (created_at);

create index personal_tokens_user_idx on auth.personal_tokens (user_id, created_at);

create index personal_tokens_expiry_idx on auth.personal_tokens (expires_at);

create index saml_assertions_expires_at_idx on auth.saml_assertions (expires_at);

create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at);

create index saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);

create index sessions_user_id_idx on auth.sessions (user_id, created_at desc);

create index sessions_factor_id_idx on auth.sessions (factor_id) where factor_id is not null;

create index sessions_not_after_idx on auth.sessions (not_after) where not_after is not null;

create index sessions_active_at_idx on auth.sessions ((coalesce(refreshed_at, created_at)));

create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id, user_id) where oauth_client_id is not null;

create unique index sso_domains_domain_key on auth.sso_domains (domain);

create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

alter table auth.flow_state enable row level security;

alter table auth.identities enable row level security;

alter table auth.known_devices enable row level security;

alter table auth.mfa_factors enable row level security;

alter table auth.mfa_recovery_codes enable row level security;

alter table auth.new_users enable row level security;

alter table auth.oauth_consents enable row level security;

alter table auth.oauth_states enable row level security;

alter table auth.one_time_tokens enable row level security;

alter table auth.personal_tokens enable row level security;

alter table auth.saml_assertions enable row level security;

alter table auth.saml_providers enable row level security;

alter table auth.saml_relay_states enable row level security;

alter table auth.sessions add foreign key (factor_id) references auth.mfa_factors on delete set null;

alter table auth.sessions enable row level security;

alter table auth.sso_domains enable row level security;

create or replace trigger tell_of_ended_session after delete on auth.sessions
  for each row execute function auth.broadcast_column('id', 'token_rights');

create or replace trigger tell_of_changed_factors after insert or delete or update of status on auth.mfa_factors
  for each row execute function auth.broadcast_column('user_id', 'token_rights', 'personal_tokens');

create or replace trigger tell_of_lost_token after delete on auth.personal_tokens
  for each row execute function auth.broadcast_column('id', 'personal_tokens');

create policy "hooks read identities" on auth.identities for select to supabase_auth_admin using (true);

create policy "hooks read factors" on auth.mfa_factors for select to supabase_auth_admin using (true);

create policy "hooks read sessions" on auth.sessions for select to supabase_auth_admin using (true);

comment on table auth.flow_state is 'A sign-in begun with PKCE (RFC 7636) and not yet exchanged; deleted by the exchange.';

comment on column auth.flow_state.provider_token is 'Sealed (JWE), for the one exchange of the code.';

comment on column auth.flow_state.session_not_after is 'When the session that the code is exchanged for has to end.';

comment on column auth.flow_state.saml_name_id is 'How the organisation names the session that the code is exchanged for.';

comment on table auth.identities is 'One way to sign in to an account; for e-mail the provider id is the user id.';

comment on table auth.known_devices is 'Devices and networks of earlier sign-ins, each as a hash that means nothing for another account; forgotten after 180 days.';

comment on table auth.mfa_factors is 'A second factor. Until it was verified once it protects nothing.';

comment on column auth.mfa_factors.secret is 'Sealed (JWE) with a key derived for this row from the secret of the installation.';

comment on column auth.mfa_factors.last_used_step is 'The time step (RFC 6238) of the last code that was accepted: no code is accepted twice.';

comment on table auth.mfa_recovery_codes is 'Codes for who has lost every other factor, as keyed hashes; each works once.';

comment on table auth.new_users is 'New accounts that the hook after_user_created has not answered for. A row goes with the answer.';

comment on column auth.new_users.event_id is 'The same at each attempt: who hears of an account twice knows by it.';

comment on column auth.new_users.due_at is 'When the next attempt may begin. The first one is the request''s own, right after its commit.';

comment on table auth.oauth_consents is 'What somebody lets an application have; asked again only for more.';

comment on table auth.oauth_states is 'A sign-in that went to a provider; its id is the `state` (RFC 6749) that comes back, once. The secrets that go with it are derived from the id, never stored.';

comment on table auth.one_time_tokens is 'Codes that were mailed, as hashes bound to the address they went to. Issuing a code replaces the one before.';

comment on table auth.personal_tokens is 'What a person''s own programs sign in with. The token itself is shown once and kept nowhere.';

comment on column auth.personal_tokens.token_hash is 'SHA-256: the token is 192 bits of chance, so that no guess has a salt to fear.';

comment on column auth.personal_tokens.hint is 'How the token begins, to recognise it by.';

comment on column auth.personal_tokens.aal is 'How far the session had proved itself that made it. Enrolling a factor later leaves an aal1 token behind.';

comment on column auth.personal_tokens.last_used_at is 'To the minute.';

comment on table auth.saml_assertions is 'Assertions that opened a session, kept until they are too old to open another.';

comment on table auth.saml_providers is 'What an organisation published of its SAML identity provider: its name, its address and its certificates.';

comment on table auth.saml_relay_states is 'A sign-in that went to an organisation; deleted by its one return.';

comment on table auth.sessions is 'One sign-in. Deleting the row revokes its access and refresh tokens immediately.';

comment on column auth.sessions.refresh_token_counter is 'Number of the active refresh token. Tokens themselves are never stored: they are derived from session, number and a secret outside the database.';

comment on column auth.sessions.recent_rotations is 'When the last few tokens were replaced, newest first; a replaced token may come again only shortly afterwards.';

comment on column auth.sessions.oauth_client_id is 'The application that this session belongs to; null for the person''s own.';

comment on table auth.sso_domains is 'Mail domains whose people are sent to this organisation.';

grant select on auth.identities to supabase_auth_admin;

grant select (id, user_id, friendly_name, factor_type, status, phone, last_challenged_at, created_at, updated_at) on auth.mfa_factors to
  supabase_auth_admin;

grant select on auth.sessions to supabase_auth_admin;

create table auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  ip_address inet not null,
  failed_attempts smallint not null default 0,
  verified_at timestamptz,
  web_authn_session_data jsonb,
  created_at timestamptz not null default now(),
  otp_hash bytea
);

create table auth.oauth_authorizations (
  id uuid primary key default gen_random_uuid(),
  authorization_id text not null unique,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  user_id uuid references auth.users on delete cascade,
  redirect_uri text not null,
  scopes text[] not null,
  state text,
  resource text,
  nonce text,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied', 'used')),
  authorization_code_hash bytea unique,
  aal text check (aal in ('aal1', 'aal2', 'aal3')),
  factor_id uuid references auth.mfa_factors on delete set null,
  session_id uuid references auth.sessions on delete set null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  check ((status in ('approved', 'used')) = (authorization_code_hash is not null))
);

create table auth.saml_sessions (
  session_id uuid primary key references auth.sessions on delete cascade,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  name_id text not null,
  session_index text
);

create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id, created_at desc);

create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);

create index oauth_authorizations_expires_at_idx on auth.oauth_authorizations (expires_at);

create index oauth_authorizations_client_id_idx on auth.oauth_authorizations (client_id);

create index oauth_authorizations_user_id_idx on auth.oauth_authorizations (user_id);

create index oauth_authorizations_session_id_idx on auth.oauth_authorizations (session_id) where session_id is not null;

create index oauth_authorizations_factor_id_idx on auth.oauth_authorizations (factor_id) where factor_id is not null;

create index saml_sessions_name_idx on auth.saml_sessions (sso_provider_id, name_id);

alter table auth.mfa_amr_claims enable row level security;

alter table auth.mfa_challenges enable row level security;

alter table auth.oauth_authorizations enable row level security;

alter table auth.saml_sessions enable row level security;

comment on table auth.mfa_amr_claims is 'How a session was authenticated (RFC 8176 amr), with the time of the last use of each method.';

comment on table auth.mfa_challenges is 'One attempt to show a factor; used once, and burned after a few wrong answers.';

comment on column auth.mfa_challenges.otp_hash is 'Of the code that was sent to a phone, keyed with a secret of the installation.';

comment on table auth.oauth_authorizations is 'One request of an application for access. Its code is kept as a hash, also for a while after its use: who sends it again ends the session that came of it.';

comment on table auth.saml_sessions is 'How an organisation names the sessions of its members.';

-- Records the function files that this baseline contains. Other servers that run it, such as hosted Supabase, lack the table.
do $record$
begin
  if to_regclass('migrations.repeatable') is not null then
    insert into migrations.repeatable (owner, name, checksum) values
('backend', 'schemas/auth/functions/audit_log.sql', 'abd521d9314e9e1a14a37248f9c1d0e45b75c76c468d21f88cd70e0b93e1fb10'),
('backend', 'schemas/auth/functions/claims.sql', '8ac6c26aa2d555af2a44a93fb8a0958aabdd7f96a362f2c348294f24a3388945'),
('backend', 'schemas/auth/functions/personal_tokens.sql', '3adcbdfce3990670244612f62e8165e0d7de5a61bb0ac601b7816c4c1a043dc7'),
('backend', 'schemas/auth/functions/token_rights.sql', 'ac7bf23d397b7442bf955086379f991eb8af6fd3607d17e3f9326f8d9bbbda0c'),
('backend', 'schemas/realtime/functions/changes.sql', '19c027154ea6ceb7d2873f3c95009e007f1f634de3fc7d2cc10b3dfa3947c91f'),
('backend', 'schemas/realtime/functions/messages.sql', 'ad7d49c00249a6958453609563eee4f5c7cdc766d015dc7d35b7454c85a20c0c'),
('backend', 'schemas/rest/functions/definition_changes.sql', '66d853cf91a4b7bc0ce7eef107d46f2ceddde91a578a8b8ff8f5d05dd479c5ff'),
('backend', 'schemas/storage/functions/objects.sql', 'e784fbf1d81caece06bb42880d397cab6051f0430a44c9e81ef29ba118e43d0b'),
('backend', 'schemas/storage/functions/perceptual_hash.sql', 'bc7585c11730c5f8aebea908b954a1fbcde79da84e92c4effc06bbdfc80850e6'),
('backend', 'schemas/storage/functions/quotas.sql', 'cd7866647e5ff9abd0ae26677737955264a65ea199f5ab58dd6f275c4af8d7e6'),
('backend', 'schemas/storage/functions/search.sql', '052b5ad50fec10af725f6c8f9791055e90a35279e68807c650002a35d6bf620e'),
('backend', 'schemas/storage/functions/unread_pictures.sql', '35d0fe9ef6f3c2a3c97253011b979636e21e7cbd786d7135ed869579d1a413b9');
  end if;
end
$record$;
