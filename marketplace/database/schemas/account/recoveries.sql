-- What counts as a proof of identity, and for how long an account that was recovered by mail is trusted less.

create table private.recoveries (
  user_id uuid primary key references public.profiles on delete cascade,
  recovered_at timestamptz not null default now()
);
comment on table private.recoveries is 'Accounts that were recovered in the last 72 hours: their badges are not shown, and sensitive acts ask for a fresh proof.';
create index recoveries_at_idx on private.recoveries (recovered_at);

alter table private.recoveries enable row level security;
