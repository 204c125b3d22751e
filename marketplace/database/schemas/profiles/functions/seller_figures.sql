-- Statistics of the caller's ads: the dashboard's month, and the week and month of each ad.

-- Security definer: counts rows of the caller's own ads.
create or replace function public.my_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  since constant date := (now() at time zone 'UTC')::date - 29;
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK614', 'figures_signed_out');
  return (
    with sold as (
      select ad.sold_price_minor from public.listings ad
      where ad.seller_id = me and ad.state = 'sold' and ad.sold_channel <> 'withdrawn' and ad.sold_at >= since
    )
    select jsonb_build_object(
      'views', (select coalesce(sum(seen.views), 0) from public.listing_days seen join public.listings ad on ad.id = seen.listing_id
        where ad.seller_id = me and seen.day >= since),
      'sold', (select count(*) from sold),
      'earned_minor', (select coalesce(sum(sold_price_minor), 0) from sold)));
end
$$;
comment on function public.my_figures() is 'Views, sales and revenue of the caller''s ads in the last 30 days (UTC).';
grant execute on function public.my_figures() to authenticated;

-- Security definer: saved ads are other users' rows.
create or replace function public.my_listing_figures()
returns table (listing_id uuid, week integer[], views_7 integer, views_30 integer, saves_7 integer, saves_30 integer, chats_7 integer, chats_30 integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  today constant date := (now() at time zone 'UTC')::date;
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK614', 'figures_signed_out');
  return query
    select mine.id, viewed.week, coalesce(viewed.views_7, 0), coalesce(viewed.views_30, 0),
      saved.saves_7, saved.saves_30, talked.chats_7, talked.chats_30
    from public.listings mine
    cross join lateral (
      select array_agg(coalesce(seen.views, 0) order by on_day) filter (where on_day::date > today - 7) as week,
        (sum(seen.views) filter (where on_day::date > today - 7))::integer as views_7, sum(seen.views)::integer as views_30
      from generate_series(today - 29, today, interval '1 day') on_day
      left join public.listing_days seen on seen.listing_id = mine.id and seen.day = on_day::date) viewed
    cross join lateral (
      select (count(*) filter (where heart.created_at >= today - 6))::integer as saves_7, count(*)::integer as saves_30
      from public.favorites heart where heart.listing_id = mine.id and heart.created_at >= today - 29) saved
    cross join lateral (
      select (count(*) filter (where talk.created_at >= today - 6))::integer as chats_7, count(*)::integer as chats_30
      from public.conversations talk where talk.listing_id = mine.id and talk.created_at >= today - 29) talked
    where mine.seller_id = me and mine.state not in ('draft', 'deleted');
end
$$;
comment on function public.my_listing_figures() is
  'For each of the caller''s ads: daily views of the last seven days (UTC, today last), and views, saves and chats of the last 7 and 30 days.';
grant execute on function public.my_listing_figures() to authenticated;
