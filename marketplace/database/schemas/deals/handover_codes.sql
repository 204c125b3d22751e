create table private.handover_codes (
  agreement_id uuid primary key,
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  round smallint not null default 0
);
comment on table private.handover_codes is 'Deals and orders whose buyer has opened the code, with the wrong attempts so far. The code itself is derived.';
comment on column private.handover_codes.round is 'Incremented when the buyer reopens the code after five wrong attempts, which changes the code.';

