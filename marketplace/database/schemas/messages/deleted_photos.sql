-- What was said can be taken back for five minutes; who does not want to be seen reading sees nobody read; the list shows no
-- words that their reader is warned of.

-- The file of a photo that was taken back goes at once, unless somebody has reported it: then a moderator sees it first.
create table private.deleted_photos (
  path text primary key,
  message_id uuid not null,
  deleted_at timestamptz not null default now()
);
comment on table private.deleted_photos is 'Taken back and reported: hidden from the two people, and gone once the reports are decided.';

