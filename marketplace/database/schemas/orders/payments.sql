create table private.payments (
  reference text primary key check (char_length(reference) between 1 and 200),
  order_id uuid not null references public.orders,
  provider text not null check (provider in ('test', 'stripe')),
  amount_minor integer not null,
  currency text not null,
  state text not null default 'open' check (state in ('open', 'challenged', 'failed', 'succeeded', 'cancelled')),
  -- The provider's reference of the received money, from which transfers to sellers are made.
  charge text check (char_length(charge) <= 200),
  -- Distinguishes cards without storing the number.
  card_print text check (char_length(card_print) <= 100),
  -- As the buyer knows it: "Visa 4242".
  card_name text check (char_length(card_name) <= 60),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
comment on table private.payments is 'Payment attempts for orders, with the provider''s reference.';
create index payments_order_idx on private.payments (order_id);
create index payments_card_idx on private.payments (card_print) where card_print is not null;
alter table private.payments enable row level security;

create table private.provider_events (
  provider text not null,
  event_id text not null check (char_length(event_id) between 1 and 200),
  kind text not null check (kind in ('succeeded', 'challenged', 'failed', 'cancelled', 'refunded', 'refund_failed', 'disputed', 'dispute_won', 'transferred',
    'paid_out', 'payout_failed', 'account')),
  reference text not null,
  details jsonb not null default '{}',
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  outcome text,
  primary key (provider, event_id)
);
comment on table private.provider_events is 'Events of payment providers: stored first, handled once, in any order.';
create index provider_events_waiting_idx on private.provider_events (received_at) where handled_at is null;
alter table private.provider_events enable row level security;

create table private.payment_tasks (
  -- Part of the idempotency key of the call to the provider.
  key text primary key check (char_length(key) between 1 and 200),
  kind text not null check (kind in ('refund', 'cancel', 'transfer', 'payout', 'dispute')),
  provider text not null,
  order_id uuid references public.orders,
  user_id uuid,
  payment text references private.payments,
  -- For a negative transfer: back from the seller's account.
  amount_minor integer,
  currency text,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- Since when the provider may know of it: its result is queried before it is sent again.
  tried_at timestamptz,
  -- Number of refusals by the provider: the next call has another idempotency key.
  attempts integer not null default 0,
  last_error text,
  -- The provider's reference of the result.
  made text check (char_length(made) <= 200),
  done_at timestamptz
);
comment on table private.payment_tasks is 'Tasks for the provider, written in the transaction that decides them and sent by a job until they are done.';
create index payment_tasks_due_idx on private.payment_tasks (due_at) where done_at is null;
alter table private.payment_tasks enable row level security;
