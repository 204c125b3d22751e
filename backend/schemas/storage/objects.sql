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
-- The first protocol's listing matches prefixes case-insensitively.
create index objects_bucket_id_lower_name_idx on storage.objects (bucket_id, lower(name) collate "C");
-- For the sweeper, which looks up the versions in use.
create index objects_version_idx on storage.objects (version);
-- For the search for copies, which starts with equal fingerprints.
create index objects_perceptual_hash_idx on storage.objects (storage.perceptual_hash(metadata))
  where metadata ? 'perceptualHash';

alter table storage.objects enable row level security;
grant select, insert, update, delete on storage.objects to anon, authenticated, service_role;
