-- Buckets and objects in the data model of Supabase's storage. The bytes are stored outside the database under the object's
-- `version`; the row is authoritative, and bytes without a row are garbage.

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

-- Grants choose verbs, policies choose rows: without policies only service_role has access.
alter table storage.buckets enable row level security;
grant select, insert, update, delete on storage.buckets to anon, authenticated, service_role;
