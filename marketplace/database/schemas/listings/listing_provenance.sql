-- Source of fields filled in by speech or image recognition, with confidence and time; deleted when edited. Visible to the seller
-- only.

create table public.listing_provenance (
  listing_id uuid not null references public.listings on delete cascade,
  field text not null check (field ~ '^(title|type|category|condition|price|place|attributes\.[a-z0-9_]{1,60})$'),
  source text not null check (source in ('photo', 'voice')),
  -- The model's confidence; null for speech.
  confidence real check (confidence between 0 and 1),
  confirmed_at timestamptz not null default now(),
  primary key (listing_id, field)
);
comment on table public.listing_provenance is 'Fields of ads with an accepted suggestion. Typed fields have no entry.';

alter table public.listing_provenance enable row level security;
create policy "sellers see where the fields of their ads come from" on public.listing_provenance
  for select to authenticated
  using (exists (select from public.listings ad where ad.id = listing_id and ad.seller_id = (select auth.uid())));
create policy "sellers note where the fields of their ads come from" on public.listing_provenance
  for insert to authenticated
  with check (exists (select from public.listings ad where ad.id = listing_id and ad.seller_id = (select auth.uid())));
create policy "sellers forget where the fields of their ads come from" on public.listing_provenance
  for delete to authenticated
  using (exists (select from public.listings ad where ad.id = listing_id and ad.seller_id = (select auth.uid())));
create policy "who has a second factor shows it first" on public.listing_provenance as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.listing_provenance from anon, authenticated;
grant select, delete on public.listing_provenance to authenticated;
grant insert (listing_id, field, source, confidence, confirmed_at) on public.listing_provenance to authenticated;
