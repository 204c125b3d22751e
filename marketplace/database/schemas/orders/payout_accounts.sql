create table private.payout_accounts (
  user_id uuid primary key references auth.users on delete cascade,
  account_id text not null unique check (char_length(account_id) between 1 and 200),
  takes_transfers boolean not null default false,
  pays_out boolean not null default false,
  -- What the provider still asks for, in its own words.
  missing text[] not null default '{}',
  disabled_reason text,
  -- Of the provider's report; an older one that comes later changes nothing.
  reported_at timestamptz not null default '-infinity',
  created_at timestamptz not null default now()
);
comment on table private.payout_accounts is 'Sellers'' accounts at a real payment provider, as it reports them. Names and bank details are with the provider only.';
alter table private.payout_accounts enable row level security;
