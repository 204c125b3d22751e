-- A repost is "back", not new. Security definer: the queue is closed.
create or replace function private.queue_listing_news() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  what text := case
    when new.state = 'active' and old.state in ('reserved', 'sold', 'paused', 'expired', 'hidden') then 'back'
    when new.state = 'active' and old.first_published_at is null and new.first_published_at < now() then 'back'
    when new.state = 'active' and old.state <> 'active' then 'published'
    when new.state = 'reserved' and old.state <> 'reserved' then 'reserved'
    when new.state = 'sold' and old.state <> 'sold' then 'sold'
    when new.state in ('active', 'reserved') and new.price_minor < old.price_minor and new.type <> 'wanted' then 'price_drop'
  end;
begin
  if what is not null then
    insert into private.listing_news (listing_id, what, old_minor) values (new.id, what, old.price_minor);
    perform private.run_job_now('fan-out-listing-news');
  end if;
  return null;
end
$$;
create or replace trigger queue_listing_news after update of state, price_minor on public.listings
  for each row
  when (old.state is distinct from new.state or new.price_minor < old.price_minor)
  execute function private.queue_listing_news();

create or replace function private.notify_savers(news private.listing_news, ad public.listings) returns void
language sql set search_path = '' as $$
  select private.notify(heart.user_id, 'favorite_' || news.what,
    jsonb_strip_nulls(jsonb_build_object('listing_id', ad.id, 'title', ad.title, 'currency', ad.currency, 'amount_minor', ad.price_minor,
      'previous_minor', case when news.what = 'price_drop' then news.old_minor end,
      'channel', case when news.what = 'sold' then ad.sold_channel end)),
    concat_ws(':', ad.id, case when news.what = 'price_drop' then ad.price_minor::text else news.id::text end))
  from public.favorites heart
  where heart.listing_id = ad.id and heart.notify and heart.user_id <> ad.seller_id and heart.created_at <= news.created_at
    and not private.is_party_to(heart.user_id, news)
    -- A drop below the last price but not below the saved one is ignored.
    and (news.what = 'price_drop' and ad.price_minor >= coalesce(heart.seen_price_minor, news.old_minor)) is not true
$$;

-- Limited to 5,000 followers.
create or replace function private.notify_followers(ad public.listings, moment timestamptz) returns void
language sql set search_path = '' as $$
  select private.notify(follower.follower_id, 'followed_seller_ad',
    jsonb_strip_nulls(jsonb_build_object('listing_id', ad.id, 'title', ad.title, 'currency', ad.currency, 'amount_minor', ad.price_minor,
      'seller_id', ad.seller_id, 'from', (select seller.display_name from public.sellers seller where seller.id = ad.seller_id))),
    ad.id::text)
  from (
    select follow.follower_id from public.follows follow
    where follow.seller_id = ad.seller_id and follow.created_at <= moment order by follow.created_at, follow.follower_id limit 5000) as follower
$$;

-- Processes the oldest news not claimed by another process. @returns whether there was any
create or replace function private.fan_out_listing_news() returns boolean
language plpgsql set search_path = '' as $$
declare
  news private.listing_news;
  ad public.listings;
begin
  select * into news from private.listing_news waiting order by waiting.attempts, waiting.id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  select * into ad from public.listings listing where listing.id = news.listing_id;
  begin
    -- Outdated news is skipped; the later change has a row too.
    if (case news.what when 'reserved' then ad.state = 'reserved' when 'sold' then ad.state = 'sold'
        when 'price_drop' then ad.state in ('active', 'reserved') else ad.state = 'active' end) then
      if news.what <> 'published' then
        perform private.notify_savers(news, ad);
      else
        perform private.notify_followers(ad, news.created_at);
      end if;
      if news.what in ('published', 'price_drop', 'back') then
        perform private.match_saved_searches(ad.id, case news.what when 'published' then 'new' else news.what end, news.created_at,
          case when news.what = 'price_drop' then news.old_minor end);
      end if;
    end if;
    delete from private.listing_news where id = news.id;
  exception when others then
    raise warning 'The news % of the ad % could not be told: %', news.what, news.listing_id, sqlerrm;
    if news.attempts >= 4 then
      delete from private.listing_news where id = news.id;
    else
      update private.listing_news set attempts = attempts + 1 where id = news.id;
    end if;
    return false;
  end;
  return true;
end
$$;
