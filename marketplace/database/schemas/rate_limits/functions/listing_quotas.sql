-- Security definer: quotas are closed. Counts public ads and those in review, but not paused ones.
create or replace function private.enforce_listing_quota() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reached smallint := private.trust_level(new.seller_id);
  size integer := (select most from private.listing_quotas where level <= reached order by level desc limit 1);
begin
  -- Serialised per user, so that concurrent calls cannot both pass.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('stall:' || new.seller_id, 0));
  perform private.refuse_if(size <= (select count(*) from public.listings ad where ad.seller_id = new.seller_id
      and ad.state in ('active', 'reserved', 'pending_review') and ad.id <> new.id),
    'SK501', 'too_many_ads_on_offer', jsonb_build_object('who', case when reached < 2 then 'new' else 'you' end, 'count', size));
  return new;
end
$$;
-- Ads that moderators restore or that become available automatically are exempt from the quota.
create or replace trigger enforce_listing_quota before update of state on public.listings
  for each row when (new.state in ('active', 'pending_review') and old.state not in ('active', 'reserved', 'pending_review')
    and new.seller_id = auth.uid())
  execute function private.enforce_listing_quota();
