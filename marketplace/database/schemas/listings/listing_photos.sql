-- Photos of ads, stored in the bucket listing-photos.

create table public.listing_photos (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references public.listings on delete cascade,
  path text not null check (char_length(path) <= 300),
  width integer,
  height integer,
  bytes bigint,
  alt text not null default '' check (char_length(alt) <= 200),
  position integer not null default 0 check (position between 0 and 1000),
  created_at timestamptz not null default now(),
  unique (listing_id, path)
);
comment on table public.listing_photos is 'A photo of an ad; the one at the lowest position is the cover.';
comment on column public.listing_photos.path is 'Object name in the bucket listing-photos. Its first folder is the seller''s id.';
comment on column public.listing_photos.width is 'Pixels, from the stored image: width, height and bytes never come from the client.';
create index listing_photos_path_idx on public.listing_photos (path);

alter table public.listing_photos enable row level security;
create policy "readers of an ad see its photos" on public.listing_photos
  for select to anon, authenticated
  using (exists (select from public.listings listing where listing.id = listing_id));
create policy "sellers add their photos to their ads" on public.listing_photos
  for insert to authenticated
  with check (
    split_part(path, '/', 1) = (select auth.uid())::text
    and exists (select from public.listings listing where listing.id = listing_id and listing.seller_id = (select auth.uid())
      and listing.state in ('draft', 'pending_review', 'changes_requested', 'active', 'reserved', 'paused', 'expired')));
create policy "sellers describe and arrange their own photos" on public.listing_photos
  for update to authenticated
  using (exists (select from public.listings listing where listing.id = listing_id and listing.seller_id = (select auth.uid())));
create policy "sellers remove photos from their own ads" on public.listing_photos
  for delete to authenticated
  using (exists (select from public.listings listing where listing.id = listing_id and listing.seller_id = (select auth.uid())));
create policy "applications see the photos of these ads" on public.listing_photos for select to application
  using (exists (select from public.listings listing where listing.id = listing_id));
revoke all on public.listing_photos from anon, authenticated;
grant select on public.listing_photos to anon;
grant select, delete on public.listing_photos to authenticated;
grant insert (id, listing_id, path, alt, position) on public.listing_photos to authenticated;
grant select (id, listing_id, path, width, height, alt, position) on public.listing_photos to application;
grant update (alt, position) on public.listing_photos to authenticated;
