-- Deals, from an accepted offer to the handover or cancellation.

create table public.deals (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references public.listings on delete cascade,
  conversation_id uuid not null references public.conversations on delete cascade,
  -- Null for a deal that started with Buy now.
  offer_id uuid unique references public.offers on delete cascade,
  buyer_id uuid not null constraint deals_buyer_id_fkey references public.sellers on delete cascade,
  seller_id uuid not null constraint deals_seller_id_fkey references public.sellers on delete cascade,
  amount_minor integer not null check (amount_minor between 0 and 100000000),
  ship_cost_minor integer check (ship_cost_minor between 0 and 1000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  item_title text not null,
  mode text not null check (mode in ('meetup', 'ship')),
  state text not null default 'agreed'
    check (state in ('agreed', 'scheduled', 'handed_over', 'completed', 'cancelled', 'no_show')),
  meet_at timestamptz,
  meet_place text check (char_length(meet_place) between 2 and 120),
  proposed_by uuid,
  proposed_at timestamptz,
  proposed_place text check (char_length(proposed_place) between 2 and 120),
  carrier text check (char_length(carrier) between 2 and 60),
  tracking_number text check (char_length(tracking_number) between 4 and 60),
  reserved_until timestamptz not null,
  handed_over_at timestamptz,
  ended_at timestamptz,
  ended_by uuid,
  end_reason text check (end_reason in ('changed_mind', 'no_agreement', 'not_as_described', 'unsafe', 'other', 'ran_out',
    'ad_removed', 'left')),
  no_show_by uuid,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- Short number shown on both receipts.
  receipt_number bigint generated always as identity (start with 1001),
  check (buyer_id <> seller_id),
  check ((state in ('completed', 'cancelled', 'no_show')) = (ended_at is not null)),
  check ((state = 'no_show') = (no_show_by is not null)),
  check ((state = 'cancelled') = (end_reason is not null)),
  check (state <> 'scheduled' or meet_at is not null and meet_place is not null),
  check (num_nulls(proposed_by, proposed_at, proposed_place) in (0, 3))
);
comment on table public.deals is 'An agreement about an ad. Written by its functions only. While it is open, the ad is reserved for the buyer.';
comment on column public.deals.buyer_id is 'The user who receives the item and pays. For a wanted ad, the author of the ad.';
comment on column public.deals.ended_by is 'The user who ended it; null: a job or the moderators.';
comment on column public.deals.receipt_number is 'The number on the receipt.';
create index deals_buyer_idx on public.deals (buyer_id, created_at desc);
create index deals_seller_idx on public.deals (seller_id, created_at desc);
create index deals_conversation_idx on public.deals (conversation_id);
create index deals_lapse_idx on public.deals (reserved_until) where state in ('agreed', 'scheduled');
create unique index deals_one_open_idx on public.deals (conversation_id) where state in ('agreed', 'scheduled', 'handed_over');
create index deals_open_idx on public.deals (listing_id) where state in ('agreed', 'scheduled', 'handed_over');
create unique index deals_receipt_number_idx on public.deals (receipt_number);

alter table public.deals enable row level security;
create policy "only the two people of a deal see it" on public.deals
  for select to authenticated using (buyer_id = (select auth.uid()) or seller_id = (select auth.uid()));
create policy "who has a second factor shows it first" on public.deals as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.deals from anon, authenticated;
grant select on public.deals to authenticated;
