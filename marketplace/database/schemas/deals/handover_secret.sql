-- One handover code per deal, the same each time the buyer opens it. It is derived from a secret of this installation, so nothing that
-- could be read as a code is stored. Five wrong tries use it up; the buyer's next look then gives another.

create table private.handover_secret (
  singleton boolean primary key default true check (singleton),
  secret bytea not null
);
comment on table private.handover_secret is 'The key that handover codes are derived with. Read by the verbs only.';

alter table private.handover_secret enable row level security;

insert into private.handover_secret (secret) values (extensions.gen_random_bytes(32));
