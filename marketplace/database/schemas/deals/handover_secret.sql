-- Handover codes are derived from a secret, so none is stored. After five wrong attempts a new one is derived.

create table private.handover_secret (
  singleton boolean primary key default true check (singleton),
  secret bytea not null
);
comment on table private.handover_secret is 'Key from which handover codes are derived. Read by functions only.';

alter table private.handover_secret enable row level security;

insert into private.handover_secret (secret) values (extensions.gen_random_bytes(32));
