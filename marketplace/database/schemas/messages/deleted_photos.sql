-- Photos of deleted messages; kept while a report is open.
create table private.deleted_photos (
  path text primary key,
  message_id uuid not null,
  deleted_at timestamptz not null default now()
);
comment on table private.deleted_photos is 'Deleted and reported photos: hidden from both users, and deleted once the reports are decided.';

