create table private.payout_accounts (
  user_id uuid primary key references auth.users on delete cascade,
  account_id text not null unique check (char_length(account_id) between 1 and 200),
  takes_transfers boolean not null default false,
  pays_out boolean not null default false,
  -- Details that the provider still requires, in its own terms.
  missing text[] not null default '{}',
  disabled_reason text,
  -- Time of the provider's event; an older one that arrives later is ignored.
  reported_at timestamptz not null default '-infinity',
  created_at timestamptz not null default now()
);
comment on table private.payout_accounts is 'Sellers'' accounts at a real payment provider, as it reports them. Names and bank details are stored by the provider only.';
alter table private.payout_accounts enable row level security;
