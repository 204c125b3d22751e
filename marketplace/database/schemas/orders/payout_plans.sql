create table private.payout_plans (
  user_id uuid primary key references auth.users on delete cascade,
  -- The bank account with the test provider: holder and last four digits. Real ones are stored by the payment provider only.
  holder text check (char_length(btrim(holder)) between 2 and 70),
  ending text check (ending ~ '^[0-9A-Z]{4}$'),
  every text not null default 'week' check (every in ('week', 'month', 'asked')),
  next_on date,
  changed_at timestamptz not null default now(),
  check ((holder is null) = (ending is null)),
  check ((every = 'asked') = (next_on is null))
);
comment on table private.payout_plans is 'Payout schedules and accounts of sellers. The job settle-orders executes due ones.';
create index payout_plans_next_idx on private.payout_plans (next_on) where next_on is not null;
alter table private.payout_plans enable row level security;
