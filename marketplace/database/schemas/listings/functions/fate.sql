-- Why an ad is not shown: it never existed, is over, or is hidden.

-- Security definer: row level security hides the ad. Reveals no names.
create or replace function public.listing_fate(listing_id uuid) returns jsonb
language sql stable security definer set search_path = ''
return coalesce((
  select jsonb_build_object(
    'fate', case when ad.state in ('active', 'reserved', 'sold') then 'shown' when ad.state in ('paused', 'expired', 'deleted') then 'gone' else 'hidden' end,
    'category', ad.category)
  from public.listings ad
  -- Ads that were never public stay unknown.
  where ad.id = listing_fate.listing_id and ad.first_published_at is not null), '{"fate": "unknown", "category": null}');
comment on function public.listing_fate(uuid) is 'For an ad that its reader may not see: {fate: unknown | gone | hidden | shown, category}. Drafts are unknown.';
grant execute on function public.listing_fate(uuid) to anon, authenticated;
