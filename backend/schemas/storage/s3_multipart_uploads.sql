-- Uploads in parts over the S3 protocol. Parts are bytes in the blob store under versions of their own until the object
-- is made of them; they belong to no object's row.

create table storage.s3_multipart_uploads (
  id text primary key,
  bucket_id text not null references storage.buckets (id) on delete cascade,
  key text not null check (octet_length(key) between 1 and 1024),
  owner_id text,
  metadata jsonb not null,
  user_metadata jsonb,
  created_at timestamptz not null default now()
);
comment on table storage.s3_multipart_uploads is
  'Uploads in parts that are under way. Removed when completed or aborted, and by the sweeper a day after they began.';
create index s3_multipart_uploads_bucket_id_key_idx on storage.s3_multipart_uploads (bucket_id, key collate "C", id collate "C");
create index s3_multipart_uploads_created_at_idx on storage.s3_multipart_uploads (created_at);
create index s3_multipart_uploads_owner_id_idx on storage.s3_multipart_uploads (owner_id);

-- Only the service touches them: it asks the policies of storage.objects before it does.
alter table storage.s3_multipart_uploads enable row level security;
