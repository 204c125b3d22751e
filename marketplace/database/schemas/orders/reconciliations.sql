create table private.reconciliations (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('test', 'stripe')),
  -- Period of our entries; the provider's books are read from two days earlier.
  since timestamptz not null,
  until timestamptz not null,
  movements integer not null,
  -- [{what, reference, theirs, ours}], amounts in minor units.
  differences jsonb not null,
  checked_at timestamptz not null default now()
);
comment on table private.reconciliations is 'Findings of the daily comparison of the ledger with the payment provider''s books.';
create index reconciliations_latest_idx on private.reconciliations (provider, until desc);
alter table private.reconciliations enable row level security;
