-- Seller actions on an ad; each checks owner and state in one transaction.

-- Locks and returns the caller's ad, or raises. Security definer, as all below: states are closed.
create or replace function private.lock_own_listing(wanted uuid, allowed_states text[], refusal jsonb) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings;
begin
  perform private.refuse_if(auth.uid() is null, 'SK112', 'own_ads_signed_out');
  select * into ad from public.listings listing
    where listing.id = wanted and listing.seller_id = auth.uid() and listing.state <> 'deleted' for no key update;
  perform private.refuse_if(not found, 'SK166', 'no_such_own_ad');
  perform private.refuse_if(ad.state in ('hidden', 'removed') and not ad.state = any(allowed_states),
    'SK167', 'ad_moderated', jsonb_build_object('state', ad.state));
  perform private.refuse_if(ad.state = 'pending_review' and not ad.state = any(allowed_states), 'SK168', 'ad_in_review');
  if not ad.state = any(allowed_states) then
    perform private.refuse(refusal);
  end if;
  return ad;
end
$$;

-- Changes the state of the caller's ad from one of these states, else raises the refusal.
create or replace function private.set_own_state(wanted uuid, allowed_states text[], to_state text, refusal jsonb) returns public.listings
language plpgsql set search_path = '' as $$
declare
  ad public.listings := private.lock_own_listing(wanted, allowed_states, refusal);
begin
  update public.listings listing set state = to_state where listing.id = ad.id returning * into ad;
  return ad;
end
$$;

-- Raises what prevents publishing. Wanted and swap ads need no photos.
create or replace function private.require_publishable(ad public.listings) returns void
language plpgsql stable set search_path = '' as $$
declare
  filed public.categories;
begin
  perform private.refuse(private.listing_problem(ad));
  select * into filed from public.categories where slug = ad.category;
  -- Existing ads may stay in inactive categories.
  perform private.refuse_if(not filed.active and ad.state = 'draft', 'SK169', 'category_takes_no_ads', jsonb_build_object('category', filed.name));
  perform private.refuse_if(ad.type in ('sell', 'free') and ad.photo_count < filed.photo_min,
    'SK170', 'photos_missing', jsonb_build_object('count', filed.photo_min));
end
$$;

create or replace function public.publish_listing(listing_id uuid) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('publish_listing:' || auth.uid(), 0));
  ad := private.lock_own_listing(publish_listing.listing_id, array['draft', 'changes_requested', 'active', 'pending_review'],
    private.problem('SK172', 'only_drafts_publishable'));
  -- Idempotent.
  if ad.state in ('active', 'pending_review') then
    return ad;
  end if;
  perform private.require_publishable(ad);
  perform private.consume_rate_limit(ad.seller_id, 'publish');
  -- Ads sent back by a moderator are reviewed again.
  if ad.state = 'changes_requested' then
    update public.listings listing set state = 'pending_review' where listing.id = ad.id returning * into ad;
    return ad;
  end if;
  update public.listings listing set
    state = 'active', first_published_at = coalesce(listing.first_published_at, now()), expires_at = private.expiry_of(listing.category)
  where listing.id = ad.id returning * into ad;
  return ad;
end
$$;
comment on function public.publish_listing(uuid) is 'Publishes a draft, which is immediately searchable, or sends it to review if a rule requires it.';
grant execute on function public.publish_listing(uuid) to authenticated;

-- Marks an ad as sold and records the price. Security definer: for sellers and completed deals.
create or replace function private.settle_sale(sold public.listings, price integer, channel text) returns public.listings
language sql security definer set search_path = ''
begin atomic
  update public.listings listing set state = 'sold', sold_at = now(), sold_channel = channel, sold_price_minor = price
  where listing.id = sold.id returning listing.*;
end;

create or replace function public.mark_listing_sold(listing_id uuid, price_minor integer default null, channel text default 'here')
returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings;
begin
  perform private.refuse_if(coalesce(channel, '') not in ('here', 'elsewhere', 'withdrawn'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'channel', 'choices', 'here, elsewhere, withdrawn'));
  perform private.refuse_if(mark_listing_sold.price_minor not between 0 and 100000000, 'SK171', 'bad_sold_price');
  ad := private.lock_own_listing(mark_listing_sold.listing_id, array['active', 'reserved', 'paused', 'expired', 'sold'],
    private.problem('SK116', 'only_published_sellable'));
  if ad.state = 'sold' then
    return ad;
  end if;
  return private.settle_sale(ad, mark_listing_sold.price_minor, channel);
end
$$;
comment on function public.mark_listing_sold(uuid, integer, text) is 'Takes an ad off the market and out of search immediately. A given price is visible to the seller only; see share_sold_price.';
grant execute on function public.mark_listing_sold(uuid, integer, text) to authenticated;

create or replace function public.pause_listing(listing_id uuid) returns public.listings
language sql security definer set search_path = ''
return private.set_own_state(listing_id, array['active', 'reserved', 'paused'], 'paused', private.problem('SK173', 'only_on_offer_pausable'));
grant execute on function public.pause_listing(uuid) to authenticated;

create or replace function public.resume_listing(listing_id uuid) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := private.lock_own_listing(resume_listing.listing_id, array['paused', 'active'],
    private.problem('SK174', 'only_paused_resumable'));
begin
  perform private.require_publishable(ad);
  update public.listings listing set
    state = 'active', expires_at = case when listing.expires_at < now() then private.expiry_of(listing.category) else listing.expires_at end
  where listing.id = ad.id returning * into ad;
  return ad;
end
$$;
grant execute on function public.resume_listing(uuid) to authenticated;

create or replace function public.reserve_listing(listing_id uuid) returns public.listings
language sql security definer set search_path = ''
return private.set_own_state(listing_id, array['active', 'reserved'], 'reserved', private.problem('SK115', 'only_on_offer_reservable'));
grant execute on function public.reserve_listing(uuid) to authenticated;

create or replace function public.unreserve_listing(listing_id uuid) returns public.listings
language sql security definer set search_path = ''
return private.set_own_state(listing_id, array['reserved', 'active'], 'active', private.problem('SK175', 'only_reserved_unreservable'));
grant execute on function public.unreserve_listing(uuid) to authenticated;

create or replace function public.delete_listing(listing_id uuid) returns public.listings
language sql security definer set search_path = ''
return private.set_own_state(listing_id,
  array['draft', 'pending_review', 'changes_requested', 'rejected', 'active', 'reserved', 'sold', 'paused', 'expired', 'hidden', 'removed'], 'deleted',
  private.problem('SK176', 'ad_not_deletable'));
comment on function public.delete_listing(uuid) is 'Deletes an ad for everybody and closes its conversations. The row stays for 30 days as evidence.';
grant execute on function public.delete_listing(uuid) to authenticated;
