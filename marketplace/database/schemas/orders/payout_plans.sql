create table private.payout_plans (
  user_id uuid primary key references auth.users on delete cascade,
  -- The bank account that stands for one with the test provider: whose it is, and its last four digits. Real ones are with the payment provider only.
  holder text check (char_length(btrim(holder)) between 2 and 70),
  ending text check (ending ~ '^[0-9A-Z]{4}$'),
  every text not null default 'week' check (every in ('week', 'month', 'asked')),
  next_on date,
  changed_at timestamptz not null default now(),
  check ((holder is null) = (ending is null)),
  check ((every = 'asked') = (next_on is null))
);
comment on table private.payout_plans is 'Where and how often sellers are paid out. The job settle-orders acts on those whose day has come.';
create index payout_plans_next_idx on private.payout_plans (next_on) where next_on is not null;
alter table private.payout_plans enable row level security;
