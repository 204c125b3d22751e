-- Orders: items of one seller that a buyer pays for here. The money is held until the buyer has the items.
create table public.orders (
  id uuid primary key default gen_random_uuid(),
  order_number bigint generated always as identity (start with 20001) unique,
  -- Null once the account is deleted: the order is kept for the books.
  buyer_id uuid references public.sellers on delete set null,
  seller_id uuid references public.sellers on delete set null,
  conversation_id uuid references public.conversations on delete set null,
  deal_id uuid references public.deals on delete set null,
  delivery text not null check (delivery in ('ship', 'meet')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- After the seller's bundle discount.
  items_minor integer not null check (items_minor between 1 and 100000000),
  discount_minor integer not null default 0 check (discount_minor between 0 and 100000000),
  shipping_minor integer not null check (shipping_minor between 0 and 1000000),
  fee_minor integer not null check (fee_minor >= 0),
  total_minor integer not null generated always as (items_minor + shipping_minor + fee_minor) stored,
  seller_fee_minor integer not null check (seller_fee_minor between 0 and items_minor),
  -- A carrier's label that the market bought for the seller: taken off what they get.
  label_minor integer not null default 0,
  refunded_minor integer not null default 0,
  state text not null default 'awaiting_payment' check (state in ('awaiting_payment', 'paid', 'shipped', 'delivered', 'disputed', 'returning',
    'completed', 'cancelled', 'expired', 'refunded', 'charged_back')),
  is_open boolean not null generated always as (state in ('awaiting_payment', 'paid', 'shipped', 'delivered', 'disputed', 'returning')) stored,
  end_reason text check (char_length(end_reason) between 1 and 300),
  pay_by timestamptz not null,
  -- The next automatic change and its time.
  due_at timestamptz,
  paid_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (buyer_id <> seller_id),
  check (label_minor between 0 and items_minor + shipping_minor - seller_fee_minor),
  check (refunded_minor between 0 and items_minor + shipping_minor + fee_minor),
  check (paid_at is not null or state in ('awaiting_payment', 'expired', 'cancelled'))
);
comment on table public.orders is 'A purchase. Written by start_order() and private.move_order() only. Amounts are integers in minor units.';
comment on column public.orders.fee_minor is 'Buyer protection.';
comment on column public.orders.refunded_minor is 'Refunded part of the total.';
create index orders_buyer_idx on public.orders (buyer_id, created_at desc);
create index orders_seller_idx on public.orders (seller_id, created_at desc);
create index orders_unpaid_idx on public.orders (buyer_id) where state = 'awaiting_payment';
create index orders_conversation_idx on public.orders (conversation_id);
create index orders_deal_idx on public.orders (deal_id);

alter table public.orders enable row level security;
create policy "only buyer and seller see an order, the seller once it is paid" on public.orders
  for select to authenticated
  using (buyer_id = (select auth.uid()) or seller_id = (select auth.uid()) and paid_at is not null);
create policy "who has a second factor shows it first" on public.orders as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.orders from anon, authenticated;
grant select on public.orders to authenticated;
