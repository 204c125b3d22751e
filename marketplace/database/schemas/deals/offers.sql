-- Offers: one open per conversation; accepting it creates a deal.

create table public.offers (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations on delete cascade,
  listing_id uuid not null references public.listings on delete cascade,
  from_id uuid not null references public.sellers on delete cascade,
  by_role text not null check (by_role in ('buyer', 'seller')),
  amount_minor integer not null check (amount_minor between 0 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null default 'pending'
    check (state in ('pending', 'accepted', 'declined', 'countered', 'withdrawn', 'expired', 'superseded')),
  counters_id uuid references public.offers on delete cascade,
  client_id uuid not null,
  expires_at timestamptz not null default now() + interval '48 hours',
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint offers_said_once unique (from_id, client_id)
);
comment on table public.offers is 'An amount offered by one side of a conversation. Written by make_offer() and the functions that answer it; its text is the message.';
comment on column public.offers.amount_minor is 'Zero for free ads only, as a request for the item.';
comment on column public.offers.by_role is 'The side that made it: the conversation''s buyer_id or seller_id.';
comment on column public.offers.client_id is 'Chosen by the client, so that a retry creates no second offer.';
comment on column public.offers.state is 'A pending offer may have expired: see current_state().';
create unique index offers_one_open_idx on public.offers (conversation_id) where state = 'pending';
create index offers_conversation_idx on public.offers (conversation_id, created_at);
create index offers_listing_idx on public.offers (listing_id) where state = 'pending';
create index offers_over_idx on public.offers (expires_at) where state = 'pending';

alter table public.offers enable row level security;
create policy "only the two people of a conversation see its offers" on public.offers
  for select to authenticated
  using (exists (select from public.conversations conversation where conversation.id = conversation_id));
create policy "who has a second factor shows it first" on public.offers as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.offers from anon, authenticated;
grant select on public.offers to authenticated;
