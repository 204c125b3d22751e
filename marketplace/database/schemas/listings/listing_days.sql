create table public.listing_days (
  listing_id uuid not null references public.listings on delete cascade,
  day date not null,
  views integer not null check (views > 0),
  primary key (listing_id, day)
);
comment on table public.listing_days is 'Views of an ad per day (UTC). Written by record_view(), kept for 180 days; days without views have no row.';
create index listing_days_day_idx on public.listing_days (day);

alter table public.listing_days enable row level security;
create policy "sellers read daily views of their ads" on public.listing_days
  for select to authenticated
  using (exists (select from public.listings listing where listing.id = listing_id and listing.seller_id = (select auth.uid())));
create policy "who has a second factor shows it first" on public.listing_days as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.listing_days from anon, authenticated;
grant select on public.listing_days to authenticated;
