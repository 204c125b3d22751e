-- Photos of deleted messages; kept while a report is open.
create table private.deleted_photos (
  path text primary key,
  message_id uuid not null,
  deleted_at timestamptz not null default now()
);
comment on table private.deleted_photos is 'Taken back and reported: hidden from the two people, and gone once the reports are decided.';

