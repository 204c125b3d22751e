-- Queue of pictures whose text and QR codes are read after the upload was answered; a table, so that a killed process loses none.
-- Until then the object's metadata has {"reading": "waiting"}, and {"reading": "failed"} after a failure.

create table storage.unread_pictures (
  object_id uuid primary key references storage.objects on delete cascade,
  version text not null,
  owner_id text,
  turn bigint not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  queued_at timestamptz not null default clock_timestamp()
);
comment on table storage.unread_pictures is 'Pictures that are still to be read. Written by a trigger on storage.objects, worked off by the storage service.';
comment on column storage.unread_pictures.turn is
  'Lowest first. One owner''s pictures get one turn each and a newcomer joins the turn that is being served: owners alternate.';
comment on column storage.unread_pictures.due_at is 'Not before; while a process reads the picture, when others may take it up again.';
create index unread_pictures_turn_idx on storage.unread_pictures (turn, queued_at);
create index unread_pictures_owner_id_idx on storage.unread_pictures (owner_id, turn);

alter table storage.unread_pictures enable row level security;
