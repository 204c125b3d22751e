-- What one's ads brought, by day: the numbers of the dashboard, each beside those of as many days before.

-- Security definer: hearts are other people's rows. Each part counts what belongs to the caller's own ads.
create function public.my_figures(days integer default 30) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  today constant date := (now() at time zone 'UTC')::date;
  span constant integer := least(greatest(coalesce(days, 30), 7), 90);
  since constant date := today - (span - 1);
begin
  if me is null or not private.second_factor_shown() then
    raise exception using errcode = 'PT401', message = 'Sign in to see your numbers.';
  end if;
  return (
    with mine as materialized (
      select ad.id, ad.state, ad.sold_at, ad.sold_channel, ad.sold_price_minor from public.listings ad where ad.seller_id = me
    ), viewed as (
      select seen.day, sum(seen.views)::integer as views
      from public.listing_days seen join mine on mine.id = seen.listing_id
      where seen.day >= since - span group by seen.day
    ), saved as (
      select heart.created_at >= since as is_new from public.favorites heart join mine on mine.id = heart.listing_id
      where heart.created_at >= since - span
    ), sold as (
      select mine.sold_at >= since as is_new, coalesce(mine.sold_price_minor, 0) as minor from mine
      where mine.state = 'sold' and mine.sold_channel <> 'withdrawn' and mine.sold_at >= since - span
    )
    select jsonb_build_object(
      'by_day', (select jsonb_agg(jsonb_build_object('day', on_day::date, 'views', coalesce(viewed.views, 0)) order by on_day)
        from generate_series(since, today, interval '1 day') on_day left join viewed on viewed.day = on_day::date),
      'now', jsonb_build_object(
        'views', (select coalesce(sum(views), 0) from viewed where day >= since),
        'saves', (select count(*) from saved where is_new),
        'sold', (select count(*) from sold where is_new),
        'earned_minor', (select coalesce(sum(minor), 0) from sold where is_new)),
      'before', jsonb_build_object(
        'views', (select coalesce(sum(views), 0) from viewed where day < since),
        'saves', (select count(*) from saved where not is_new),
        'sold', (select count(*) from sold where not is_new),
        'earned_minor', (select coalesce(sum(minor), 0) from sold where not is_new))));
end
$$;
comment on function public.my_figures(integer) is
  'Views by day (UTC) of the caller''s ads over 7 to 90 days, and views, saves, sales and what they brought, beside as many days before.';

-- Security definer: as above.
create function public.my_listing_figures()
returns table (listing_id uuid, week integer[], views_7 integer, views_30 integer, saves_7 integer, saves_30 integer, chats_7 integer, chats_30 integer)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  today constant date := (now() at time zone 'UTC')::date;
begin
  if me is null or not private.second_factor_shown() then
    raise exception using errcode = 'PT401', message = 'Sign in to see your numbers.';
  end if;
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
  'Of each of the caller''s ads: views of the last seven days one by one (UTC, today last), and views, saves and chats of the last 7 and 30 days.';

grant execute on function public.my_figures(integer), public.my_listing_figures() to authenticated;

create function private.forget_views() returns integer
language plpgsql
set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from public.listing_days where day < (now() at time zone 'UTC')::date - 180;
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
comment on function private.forget_views() is 'Ends the days of views that are older than 180 days; returns how many. For the nightly job.';
grant execute on function private.forget_views() to service_role;
