-- Double-entry bookkeeping: every movement of money is an entry whose postings sum to zero. An amount is positive if the account gains.

create table private.ledger_accounts (
  id bigint generated always as identity primary key,
  -- provider: received by the payment provider, negative. held and refund: per order. balance and payout: per seller.
  kind text not null check (kind in ('provider', 'held', 'refund', 'balance', 'payout', 'fees', 'losses')),
  user_id uuid,
  order_id uuid references public.orders,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Running balances for accounts of one order or one seller; the market's own are summed on demand.
  balance_minor bigint not null default 0,
  unique nulls not distinct (kind, user_id, order_id, currency),
  check ((order_id is not null) = (kind in ('held', 'refund'))),
  check ((user_id is not null) = (kind in ('balance', 'payout'))),
  constraint ledger_never_overdrawn check (balance_minor >= 0)
);
comment on table private.ledger_accounts is 'Ledger accounts. No foreign key to users: the books outlive accounts.';
create index ledger_accounts_user_idx on private.ledger_accounts (user_id) where user_id is not null;
create index ledger_accounts_order_idx on private.ledger_accounts (order_id) where order_id is not null;
alter table private.ledger_accounts enable row level security;

create table public.ledger_entries (
  id bigint generated always as identity primary key,
  order_id uuid references public.orders,
  kind text not null check (kind in ('payment', 'release', 'refund', 'refund_sent', 'payout', 'payout_sent', 'payout_returned', 'chargeback', 'reversal', 'correction',
    'provider_fee')),
  -- A movement is booked once, however often it is reported.
  reference text not null unique check (char_length(reference) between 1 and 200),
  created_at timestamptz not null default now()
);
comment on table public.ledger_entries is 'One movement of money. Immutable; a mistake is reversed by another entry.';
create index ledger_entries_order_idx on public.ledger_entries (order_id, id);

create table public.ledger_postings (
  id bigint generated always as identity primary key,
  entry_id bigint not null references public.ledger_entries,
  account_id bigint not null references private.ledger_accounts,
  -- Owner of the account: null for orders and the market.
  user_id uuid,
  amount_minor bigint not null check (amount_minor <> 0),
  currency text not null,
  -- Running balance after this posting; null if private.ledger_accounts has none. Written by keep_balance.
  balance_minor bigint
);
create index ledger_postings_entry_idx on public.ledger_postings (entry_id);
create index ledger_postings_account_idx on public.ledger_postings (account_id, id);
create index ledger_postings_user_idx on public.ledger_postings (user_id, id) where user_id is not null;

alter table public.ledger_postings enable row level security;
create policy "sellers see movements of their balance" on public.ledger_postings
  for select to authenticated using (user_id = (select auth.uid()));
create policy "who has a second factor shows it first" on public.ledger_postings as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.ledger_postings from anon, authenticated, service_role;
grant select (id, entry_id, user_id, amount_minor, currency, balance_minor) on public.ledger_postings to authenticated;
grant select on public.ledger_postings to service_role;

alter table public.ledger_entries enable row level security;
create policy "who sees a posting sees its entry" on public.ledger_entries
  for select to authenticated using (exists (select from public.ledger_postings posting where posting.entry_id = ledger_entries.id));
create policy "who has a second factor shows it first" on public.ledger_entries as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.ledger_entries from anon, authenticated, service_role;
grant select on public.ledger_entries to authenticated, service_role;

create constraint trigger require_even_entry after insert on public.ledger_entries
  deferrable initially deferred for each row execute function private.require_even_entry();
create constraint trigger require_even_entry after insert on public.ledger_postings
  deferrable initially deferred for each row execute function private.require_even_entry();
