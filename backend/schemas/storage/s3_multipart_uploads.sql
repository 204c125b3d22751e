-- Multipart uploads of the S3 protocol. Each part is stored in the blob store under its own version, without an object row, until
-- the upload is completed.

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

-- Only the service accesses them, after checking the policies of storage.objects.
alter table storage.s3_multipart_uploads enable row level security;
