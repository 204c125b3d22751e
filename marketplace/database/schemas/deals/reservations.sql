-- Reserving for, or selling to, a conversation partner without an offer.

create table public.reservations (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references public.listings on delete cascade,
  conversation_id uuid not null references public.conversations on delete cascade,
  buyer_id uuid not null constraint reservations_buyer_id_fkey references public.sellers on delete cascade,
  seller_id uuid not null constraint reservations_seller_id_fkey references public.sellers on delete cascade,
  state text not null default 'held' check (state in ('held', 'released', 'sold')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
comment on table public.reservations is 'For whom a seller reserves an ad, or to whom it was sold, without a deal. Written by reserve_for() and sell_to().';
create unique index reservations_held_idx on public.reservations (listing_id) where state = 'held';
create unique index reservations_sold_idx on public.reservations (conversation_id) where state = 'sold';
create index reservations_conversation_idx on public.reservations (conversation_id);
create index reservations_buyer_idx on public.reservations (buyer_id);
create index reservations_seller_idx on public.reservations (seller_id);

alter table public.reservations enable row level security;
create policy "only the two people of a reservation see it" on public.reservations
  for select to authenticated using (buyer_id = (select auth.uid()) or seller_id = (select auth.uid()));
create policy "who has a second factor shows it first" on public.reservations as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.reservations from anon, authenticated;
grant select on public.reservations to authenticated;
