-- Counting views, and the seller's overview.

-- Losing this in a crash counts a view twice at worst.
create unlogged table private.recent_views (
  listing_id uuid not null,
  viewer bytea not null,
  hour timestamptz not null,
  primary key (listing_id, viewer, hour)
);
comment on table private.recent_views is 'Who looked at what within the hour, as a hash: enough to count a person once, not enough to follow one.';
create index recent_views_hour_idx on private.recent_views (hour);

create table public.listing_days (
  listing_id uuid not null references public.listings on delete cascade,
  day date not null,
  views integer not null check (views > 0),
  primary key (listing_id, day)
);
comment on table public.listing_days is 'How often an ad was looked at on a day (UTC). Written by record_view(), kept for 180 days; days without a view have no row.';
create index listing_days_day_idx on public.listing_days (day);
alter table public.listing_days enable row level security;
create policy "sellers read the days of their own ads" on public.listing_days
  for select to authenticated
  using (exists (select from public.listings listing where listing.id = listing_id and listing.seller_id = (select auth.uid())));
revoke all on public.listing_days from anon, authenticated;
grant select on public.listing_days to authenticated;

-- Security definer: a visitor raises a counter on somebody else's ad.
create function public.record_view(listing_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  headers jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  who bytea := pg_catalog.sha256(convert_to(coalesce(auth.uid()::text,
    concat_ws('|', headers ->> 'x-forwarded-for', headers ->> 'user-agent', headers ->> 'accept-language')), 'UTF8'));
begin
  insert into private.recent_views (listing_id, viewer, hour)
  select listing.id, who, date_trunc('hour', now()) from public.listings listing
  where listing.id = record_view.listing_id and listing.state in ('active', 'reserved')
    and listing.seller_id is distinct from auth.uid()
  on conflict do nothing;
  if found then
    update public.listings listing set views_count = listing.views_count + 1 where listing.id = record_view.listing_id;
    insert into public.listing_days as known (listing_id, day, views)
      values (record_view.listing_id, (now() at time zone 'UTC')::date, 1)
      on conflict on constraint listing_days_pkey do update set views = known.views + 1;
    -- One view in a hundred sweeps up, so that no timer is needed.
    if random() < 0.01 then
      delete from private.recent_views where hour < now() - interval '2 hours';
    end if;
  end if;
end
$$;
comment on function public.record_view(uuid) is 'Counts a view of an ad, once per viewer and hour; never the seller''s own.';
grant execute on function public.record_view(uuid) to anon, authenticated;

-- Security definer: first ends the caller's own ads whose time is over, which is a change of state.
create function public.my_dashboard() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  if me is null then
    raise exception using errcode = 'PT401', message = 'Sign in to see your dashboard.';
  end if;
  perform private.expire_listings(me);
  return jsonb_build_object(
    'listings', (
      select jsonb_build_object('total', count(*), 'draft', count(*) filter (where state = 'draft'),
        'active', count(*) filter (where state = 'active'), 'reserved', count(*) filter (where state = 'reserved'),
        'sold', count(*) filter (where state = 'sold'), 'paused', count(*) filter (where state = 'paused'),
        'expired', count(*) filter (where state = 'expired'), 'hidden', count(*) filter (where state = 'hidden'))
      from public.listings where seller_id = me and state <> 'deleted'),
    'totals', (
      select jsonb_build_object('views', coalesce(sum(views_count), 0), 'saves', coalesce(sum(saves_count), 0),
        'chats', coalesce(sum(chats_count), 0),
        'sold_minor', coalesce(sum(sold_price_minor) filter (where state = 'sold' and sold_channel <> 'withdrawn'), 0))
      from public.listings where seller_id = me and state <> 'deleted'),
    'unread', private.unread_total(me),
    'favorites', (select count(*) from public.favorites where user_id = me),
    'seller', (select to_jsonb(seller) from public.sellers seller where seller.id = me),
    'todo', coalesce((
      select jsonb_agg(task.line order by task.urgency, task.due) from (
        select 1 as urgency, talk.last_message_at as due, jsonb_build_object('kind', 'unread_conversation',
          'conversation_id', talk.id, 'listing_id', ad.id, 'title', ad.title, 'cover_path', ad.cover_path,
          'from', other.display_name, 'unread', case when talk.buyer_id = me then talk.buyer_unread else talk.seller_unread end,
          'due', talk.last_message_at) as line
        from public.conversations talk
        join public.listings ad on ad.id = talk.listing_id
        join public.sellers other on other.id = case when talk.buyer_id = me then talk.seller_id else talk.buyer_id end
        where talk.buyer_id = me and talk.buyer_unread > 0 or talk.seller_id = me and talk.seller_unread > 0
        union all
        select 2, ad.expires_at, jsonb_build_object('kind', 'expires_soon', 'listing_id', ad.id, 'title', ad.title,
          'cover_path', ad.cover_path, 'due', ad.expires_at)
        from public.listings ad
        where ad.seller_id = me and ad.state in ('active', 'reserved') and ad.expires_at < now() + interval '7 days'
        union all
        select 3, ad.updated_at, jsonb_build_object('kind', 'draft', 'listing_id', ad.id, 'title', ad.title,
          'cover_path', ad.cover_path, 'due', ad.updated_at)
        from public.listings ad where ad.seller_id = me and ad.state = 'draft'
        union all
        select 4, ad.expires_at, jsonb_build_object('kind', 'expired', 'listing_id', ad.id, 'title', ad.title,
          'cover_path', ad.cover_path, 'due', ad.expires_at)
        from public.listings ad
        where ad.seller_id = me and ad.state = 'expired' and ad.expires_at > now() - interval '90 days'
        union all
        select trade.urgency, trade.due, trade.line from private.trade_todo(me) as trade
        order by urgency, due
        limit 50) as task), '[]'));
end
$$;
comment on function public.my_dashboard() is 'What the caller has on offer, what it brought, and what needs doing, most urgent first.';
grant execute on function public.my_dashboard() to authenticated;
