create or replace function private.expiry_of(category text) returns timestamptz
language sql stable set search_path = ''
return now() + (select expiry_days from public.categories where slug = category) * interval '1 day';

create or replace function public.relist_listing(listing_id uuid) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := private.lock_own_listing(relist_listing.listing_id, array['sold', 'expired'],
    private.problem('SK125', 'only_ended_relistable'));
begin
  perform private.refuse_if(ad.state = 'sold' and ad.sold_at < now() - interval '14 days', 'SK122', 'sold_too_long_ago');
  perform private.refuse_if(ad.state = 'expired' and ad.expires_at < now() - interval '90 days', 'SK123', 'expired_too_long_ago');
  perform private.require_publishable(ad);
  delete from public.sold_comps comp where comp.listing_id = ad.id;
  update public.listings listing set
    state = 'active', sold_at = null, sold_price_minor = null, sold_channel = null,
    expires_at = greatest(listing.expires_at, private.expiry_of(listing.category))
  where listing.id = ad.id returning * into ad;
  return ad;
end
$$;
comment on function public.relist_listing(uuid) is 'Relists a sold (14 days) or expired (90 days) ad, with its savers and its place among the newest.';
grant execute on function public.relist_listing(uuid) to authenticated;

-- The last ten days, as in features/dashboard/actions.ts.
create or replace function private.extension_window() returns interval
language sql immutable set search_path = ''
return interval '10 days';

create or replace function public.extend_listing(listing_id uuid) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := private.lock_own_listing(extend_listing.listing_id, array['active', 'reserved', 'paused', 'expired'],
    private.problem('SK126', 'only_on_offer_extendable'));
  renewed timestamptz := private.expiry_of(ad.category);
  opens constant timestamptz := ad.expires_at - private.extension_window();
begin
  if ad.state = 'expired' then
    return public.relist_listing(ad.id);
  elsif ad.expires_at > renewed - interval '1 hour' then
    return ad;
  end if;
  perform private.refuse_if(opens > now(), 'SK124', 'extension_too_early', jsonb_build_object('until', private.day(ad.expires_at), 'from', private.day(opens)));
  update public.listings listing set expires_at = renewed
  where listing.id = ad.id returning * into ad;
  return ad;
end
$$;
comment on function public.extend_listing(uuid) is 'Extends an ad, in its last ten days or within 90 days after. Keeps savers and does not move the ad up.';
grant execute on function public.extend_listing(uuid) to authenticated;

-- Security definer: for the job, and for the caller's ads in my_dashboard().
create or replace function private.expire_listings(of_seller uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  expired integer;
begin
  update public.listings listing set state = 'expired'
    where listing.state in ('active', 'reserved', 'paused') and listing.expires_at < now()
      and (of_seller is null or listing.seller_id = of_seller);
  get diagnostics expired = row_count;
  return expired;
end
$$;
grant execute on function private.expire_listings(uuid) to service_role;

create or replace function public.expire_listings() returns integer
language sql set search_path = ''
as $$ select private.expire_listings(null) $$;
comment on function public.expire_listings() is 'Ends every ad whose time is over; returns how many. For the service key: searches exclude such ads by themselves.';
