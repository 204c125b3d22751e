-- Buckets and objects as the storage service of Supabase keeps them. The bytes live outside the database under the
-- object's `version`; a row is the truth about an object, bytes without a row are garbage.

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
comment on table storage.buckets is 'Containers of objects. A public bucket''s objects are readable by everyone who knows the key.';
comment on column storage.buckets.image_policy is
  'When set, uploads must be pictures: {"maxEdge": pixels, "minEdge"?: pixels, "maxPixels": pixels, "quality"?: 20..100}. They are turned upright, stripped of all metadata and downsized.';

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
comment on table storage.objects is 'One stored file each. Written by the storage service under a lock per bucket and name.';
comment on column storage.objects.version is 'Name of the bytes in the blob store; a new one for each replacement, so a reader never sees a torn file.';
create index objects_bucket_id_name_idx on storage.objects (bucket_id, name collate "C");
-- The first listing call matches prefixes without regard to case.
create index objects_bucket_id_lower_name_idx on storage.objects (bucket_id, lower(name) collate "C");
-- The sweeper asks which versions are still in use.
create index objects_version_idx on storage.objects (version);

create table storage.blob_stores (
  id uuid primary key,
  created_at timestamptz not null default now()
);
comment on table storage.blob_stores is
  'Blob stores that belong to this database. The sweeper deletes nothing in a store that is not listed: it could be another database''s.';

create function storage.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

create trigger buckets_touch_updated_at before update on storage.buckets
  for each row execute function storage.touch_updated_at();
create trigger objects_touch_updated_at before update on storage.objects
  for each row execute function storage.touch_updated_at();

-- A row deleted by plain SQL would leave its bytes behind and could be meant as a file deletion; the service says so explicitly.
create function storage.protect_delete() returns trigger
language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501', hint = 'This prevents orphaned files.';
  end if;
  return null;
end $$;

create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- Helpers for policies.
create function storage.foldername(name text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;
comment on function storage.foldername(text) is 'The folders of an object name: foldername(''a/b/c.jpg'') is {a,b}.';

create function storage.filename(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;
comment on function storage.filename(text) is 'The last segment of an object name.';

create function storage.extension(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(substring(storage.filename(name) from '\.([^.]*)$'), '')
$$;
comment on function storage.extension(text) is 'What follows the last dot of the file name, without the dot; empty when there is none.';

create function storage.operation() returns text
language sql stable parallel safe set search_path = '' as $$
  select current_setting('storage.operation', true)
$$;
comment on function storage.operation() is 'The storage call under way, for example storage.object.upload.';

create function storage.allow_only_operation(expected text) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select coalesce(storage.operation() in (expected, 'storage.' || expected), false)
$$;

create function storage.allow_any_operation(expected text[]) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select coalesce(exists (
    select 1 from unnest(expected) as wanted where storage.operation() in (wanted, 'storage.' || wanted)), false)
$$;

-- Grants choose verbs for everybody, policies choose rows: without a policy only service_role gets anything.
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.blob_stores enable row level security;
grant usage on schema storage to anon, authenticated, service_role;
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;
grant execute on all functions in schema storage to anon, authenticated, service_role;
