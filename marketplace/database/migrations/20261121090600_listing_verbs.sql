-- What a seller can do with an ad. Each verb checks the owner and the state it starts from, in one transaction.

-- Locks and returns the caller's own ad, or raises. Security definer for all of these: state is closed to its owner.
create function private.own_listing(wanted uuid, allowed_states text[], refusal text) returns public.listings
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings;
begin
  if auth.uid() is null then
    raise exception using errcode = 'PT401', message = 'Sign in to manage your ads.';
  end if;
  select * into ad from public.listings listing
    where listing.id = wanted and listing.seller_id = auth.uid() and listing.state <> 'deleted' for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'This ad does not exist, or it is not yours.';
  elsif ad.state in ('hidden', 'removed') and not ad.state = any(allowed_states) then
    raise exception using errcode = 'PT409', message = format('This ad was %s by the moderators: it cannot be changed.', ad.state);
  elsif ad.state = 'pending_review' and not ad.state = any(allowed_states) then
    raise exception using errcode = 'PT409', message = 'Somebody looks at this ad first. You hear from us as soon as that is done.';
  elsif not ad.state = any(allowed_states) then
    raise exception using errcode = 'PT409', message = refusal;
  end if;
  return ad;
end
$$;

-- Raises what keeps the ad from being shown. Photos are needed where something is handed over, not for wanted and swap ads.
create function private.require_publishable(ad public.listings) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  problem text := private.listing_problem(ad);
  filed public.categories;
begin
  if problem is not null then
    raise exception using errcode = 'PT422', message = problem;
  end if;
  select * into filed from public.categories where slug = ad.category;
  -- A category that was closed keeps the ads that it has.
  if not filed.active and ad.state = 'draft' then
    raise exception using errcode = 'PT422',
      message = format('“%s” takes no new ads at present. Choose another category.', filed.name ->> 'en');
  elsif ad.type in ('sell', 'free') and ad.photo_count < filed.photo_min then
    raise exception using errcode = 'PT422', message = case filed.photo_min
      when 1 then 'Add at least one photo before you publish the ad.'
      else format('Add at least %s photos before you publish the ad.', filed.photo_min) end;
  end if;
end
$$;

create function private.expiry_of(category text) returns timestamptz
language sql stable
set search_path = ''
return now() + (select expiry_days from public.categories where slug = category) * interval '1 day';

create function public.publish_listing(listing_id uuid) returns public.listings
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('publish_listing:' || auth.uid(), 0));
  ad := private.own_listing(publish_listing.listing_id, array['draft', 'changes_requested', 'active', 'pending_review'],
    'Only a draft can be published.');
  -- Publishing twice (a lost answer, a double tap) is the same as publishing once.
  if ad.state in ('active', 'pending_review') then
    return ad;
  end if;
  perform private.require_publishable(ad);
  perform private.take_allowance(ad.seller_id, 'publish');
  -- What a moderator sent back goes to a moderator again.
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
comment on function public.publish_listing(uuid) is 'Puts a draft on offer, findable at once; or into the queue of the moderators, when a rule says that somebody looks first.';

-- Takes an ad off the market and, when the price is told, adds it to the price guide. Security definer: for the seller's own
-- verb and for deals that are completed, whoever completes them.
create function private.settle_sale(sold public.listings, price integer, channel text) returns public.listings
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings;
begin
  update public.listings listing set
    state = 'sold', sold_at = now(), sold_channel = channel, sold_price_minor = price
  where listing.id = sold.id returning * into ad;
  -- Telling the price is the seller's choice; without the seller and the exact item it helps the next one.
  if ad.sold_price_minor > 0 and channel <> 'withdrawn' and ad.type = 'sell' then
    insert into public.sold_comps (listing_id, category, attributes, condition, price_minor, currency, sold_at, area, city)
    values (ad.id, ad.category, ad.attributes, ad.condition, ad.sold_price_minor, ad.currency, ad.sold_at, ad.area, ad.city)
    on conflict on constraint sold_comps_listing_id_key do update set price_minor = excluded.price_minor, sold_at = excluded.sold_at;
  end if;
  return ad;
end
$$;

create function public.mark_listing_sold(listing_id uuid, price_minor integer default null, channel text default 'here')
returns public.listings
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings;
begin
  if coalesce(channel, '') not in ('here', 'elsewhere', 'withdrawn') then
    raise exception using errcode = 'PT422', message = 'Say where it was sold: here, elsewhere or withdrawn.';
  end if;
  if mark_listing_sold.price_minor not between 0 and 100000000 then
    raise exception using errcode = 'PT422', message = 'The price paid must be between 0 and 1,000,000.';
  end if;
  ad := private.own_listing(mark_listing_sold.listing_id, array['active', 'reserved', 'paused', 'expired', 'sold'],
    'Only a published ad can be marked as sold.');
  if ad.state = 'sold' then
    return ad;
  end if;
  return private.settle_sale(ad, mark_listing_sold.price_minor, channel);
end
$$;
comment on function public.mark_listing_sold(uuid, integer, text) is 'Takes an ad off the market: out of search at once. A price given is kept, anonymously, for the price guide.';

create function public.relist_listing(listing_id uuid) returns public.listings
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings := private.own_listing(relist_listing.listing_id, array['sold', 'expired'],
    'Only an ad that was sold or has expired can be put up again.');
begin
  if ad.state = 'sold' and ad.sold_at < now() - interval '14 days' then
    raise exception using errcode = 'PT409', message = 'It was sold more than 14 days ago. Post a new ad instead.';
  elsif ad.state = 'expired' and ad.expires_at < now() - interval '90 days' then
    raise exception using errcode = 'PT409', message = 'It expired more than 90 days ago. Post a new ad instead.';
  end if;
  perform private.require_publishable(ad);
  delete from public.sold_comps comp where comp.listing_id = ad.id;
  update public.listings listing set
    state = 'active', sold_at = null, sold_price_minor = null, sold_channel = null,
    expires_at = greatest(listing.expires_at, private.expiry_of(listing.category))
  where listing.id = ad.id returning * into ad;
  return ad;
end
$$;
comment on function public.relist_listing(uuid) is 'Puts a sold (14 days) or expired (90 days) ad on offer again, with its watchers and at its old place in newest.';

-- In the last ten days: from day 50 of the usual 60 on. The web app offers it as early (features/dashboard/actions.ts).
create function private.extension_window() returns interval
language sql immutable
set search_path = ''
return interval '10 days';

create function public.extend_listing(listing_id uuid) returns public.listings
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings := private.own_listing(extend_listing.listing_id, array['active', 'reserved', 'paused', 'expired'],
    'Only an ad on offer can be extended.');
  renewed timestamptz := private.expiry_of(ad.category);
begin
  if ad.state = 'expired' then
    return public.relist_listing(ad.id);
  elsif ad.expires_at > renewed - interval '1 hour' then
    -- A double tap.
    return ad;
  elsif ad.expires_at > now() + private.extension_window() then
    raise exception using errcode = 'PT409', message = format('This ad runs until %s. You can extend it from %s on.',
      to_char(ad.expires_at at time zone 'UTC', 'FMDD Mon YYYY'),
      to_char((ad.expires_at - private.extension_window()) at time zone 'UTC', 'FMDD Mon YYYY'));
  end if;
  update public.listings listing set expires_at = renewed
  where listing.id = ad.id returning * into ad;
  return ad;
end
$$;
comment on function public.extend_listing(uuid) is 'Starts the running time again, in its last ten days or within 90 days after. Keeps watchers and does not move the ad up.';

create function public.pause_listing(listing_id uuid) returns public.listings
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings := private.own_listing(pause_listing.listing_id, array['active', 'reserved', 'paused'],
    'Only an ad on offer can be paused.');
begin
  update public.listings listing set state = 'paused' where listing.id = ad.id returning * into ad;
  return ad;
end
$$;

create function public.resume_listing(listing_id uuid) returns public.listings
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings := private.own_listing(resume_listing.listing_id, array['paused', 'active'],
    'Only a paused ad can be resumed.');
begin
  perform private.require_publishable(ad);
  update public.listings listing set
    state = 'active', expires_at = case when listing.expires_at < now() then private.expiry_of(listing.category) else listing.expires_at end
  where listing.id = ad.id returning * into ad;
  return ad;
end
$$;

create function public.reserve_listing(listing_id uuid) returns public.listings
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings := private.own_listing(reserve_listing.listing_id, array['active', 'reserved'],
    'Only an ad on offer can be reserved.');
begin
  update public.listings listing set state = 'reserved' where listing.id = ad.id returning * into ad;
  return ad;
end
$$;

create function public.unreserve_listing(listing_id uuid) returns public.listings
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings := private.own_listing(unreserve_listing.listing_id, array['reserved', 'active'],
    'Only a reserved ad can be offered to others again.');
begin
  update public.listings listing set state = 'active' where listing.id = ad.id returning * into ad;
  return ad;
end
$$;

create function public.delete_listing(listing_id uuid) returns public.listings
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings := private.own_listing(delete_listing.listing_id,
    array['draft', 'pending_review', 'changes_requested', 'rejected', 'active', 'reserved', 'sold', 'paused', 'expired', 'hidden', 'removed'],
    'This ad cannot be deleted.');
begin
  update public.listings listing set state = 'deleted' where listing.id = ad.id returning * into ad;
  return ad;
end
$$;
comment on function public.delete_listing(uuid) is 'Removes an ad for everybody and closes its conversations. The row stays for 30 days as evidence.';

-- Security definer: run by the service for all sellers, and for the caller's own ads by my_dashboard().
create function private.expire_listings(of_seller uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
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

create function public.expire_listings() returns integer
language sql
set search_path = ''
as $$ select private.expire_listings(null) $$;
comment on function public.expire_listings() is 'Ends every ad whose time is over; returns how many. For the service key: searches leave such ads out by themselves.';

grant execute on function public.publish_listing(uuid), public.mark_listing_sold(uuid, integer, text),
  public.relist_listing(uuid), public.extend_listing(uuid), public.pause_listing(uuid), public.resume_listing(uuid),
  public.reserve_listing(uuid), public.unreserve_listing(uuid), public.delete_listing(uuid) to authenticated;
grant execute on function private.expire_listings(uuid) to service_role;
