create table storage.blob_stores (
  id uuid primary key,
  created_at timestamptz not null default now()
);
comment on table storage.blob_stores is
  'Blob stores that belong to this database. The sweeper deletes nothing in a store that is not listed: it could be another database''s.';

alter table storage.blob_stores enable row level security;
