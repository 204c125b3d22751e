-- Account recoveries by email, after which the account is trusted less for a while.

create table private.recoveries (
  user_id uuid primary key references public.profiles on delete cascade,
  recovered_at timestamptz not null default now()
);
comment on table private.recoveries is 'Accounts recovered in the last 72 hours: their badges are hidden, and sensitive actions require a new proof of identity.';
create index recoveries_at_idx on private.recoveries (recovered_at);

alter table private.recoveries enable row level security;
