create table public.listing_events (
  id bigint generated always as identity primary key,
  listing_id uuid not null references public.listings on delete cascade,
  actor_id uuid,
  event text not null,
  from_state text,
  to_state text,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
comment on table public.listing_events is 'Append-only history of an ad with the acting users. Written by triggers only; the last event has the ad''s state.';
create index listing_events_listing_id_idx on public.listing_events (listing_id, created_at desc);

alter table public.listing_events enable row level security;
create policy "sellers read the history of their ads" on public.listing_events
  for select to authenticated
  using (exists (select from public.listings listing where listing.id = listing_id and listing.seller_id = (select auth.uid())));
revoke all on public.listing_events from anon, authenticated;
grant select on public.listing_events to authenticated;
