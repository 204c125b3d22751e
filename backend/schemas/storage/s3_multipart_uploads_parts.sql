create table storage.s3_multipart_uploads_parts (
  upload_id text not null references storage.s3_multipart_uploads (id) on delete cascade,
  part_number integer not null check (part_number between 1 and 10000),
  version text not null,
  md5 text not null,
  size bigint not null check (size >= 0),
  created_at timestamptz not null default now(),
  primary key (upload_id, part_number)
);
comment on table storage.s3_multipart_uploads_parts is 'Parts that have arrived whole; sent again, a part replaces its predecessor.';
-- For the sweeper, which looks up the versions in use.
create index s3_multipart_uploads_parts_version_idx on storage.s3_multipart_uploads_parts (version);

alter table storage.s3_multipart_uploads_parts enable row level security;
