-- How many ads fit, and how many of each choice: counted where they are few, else taken from a sample.

-- How many of one ad in 64 fit: enough to tell few from many.
create function private.fitting_of_64th(conditions text) returns integer
language plpgsql stable
set search_path = ''
as $$
declare
  fitting integer;
begin
  execute format('select count(*) from public.listing_search entry where %s and entry.document @@ private.sample_of(6)', conditions)
    into fitting;
  return fitting;
end
$$;

-- How often to halve the market until about 3,000 of the ads that fit are left: 0 where they are few enough to be read all.
create function private.sample_halvings(conditions text) returns integer
language plpgsql stable
set search_path = ''
as $$
declare
  probe integer := private.fitting_of_64th(conditions);
begin
  return case when probe < 64 then 0 else least(8, round(log(2, probe * 64 / 3000.0)))::integer end;
end
$$;

create function private.in_sample(halvings integer) returns text
language sql immutable
set search_path = ''
return case when halvings = 0 then 'true' else format('entry.document @@ %L::tsquery', private.sample_of(halvings)) end;

create function private.is_unfiltered(conditions jsonb) returns boolean
language sql immutable
set search_path = ''
return conditions ->> 'always' = 'entry.expires_at > now()' and conditions - 'always' = '{}';

-- Exact up to some thousand ads and for whole categories, else from a sample.
create function private.search_total(conditions jsonb, out total bigint, out is_estimate boolean)
language plpgsql stable
set search_path = ''
as $$
declare
  filters text := private.all_conditions(conditions);
  halvings integer;
begin
  is_estimate := false;
  -- The whole market or one whole category: the counters know.
  if private.is_unfiltered(conditions - 'category') then
    execute 'select coalesce(sum(counter.ads), 0) from private.category_counters counter
      join public.categories leaf on leaf.slug = counter.category
      join public.categories top on top.level = 1 and leaf.ord_from between top.ord_from and top.ord_to
      cross join lateral (select leaf.slug as category, top.slug as root, leaf.ord_from as ord) as entry where '
      || coalesce(conditions ->> 'category', 'true') into total;
    return;
  end if;
  halvings := private.sample_halvings(filters);
  execute format('select count(*) << %s from public.listing_search entry where %s and %s', halvings, filters, private.in_sample(halvings))
    into total;
  is_estimate := halvings > 0;
end
$$;

create function private.search_facets(conditions jsonb, halvings integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  facets jsonb;
begin
  execute format($sql$
    with hits as materialized (
      select entry.category, entry.condition, entry.type, entry.delivery, entry.price_minor as price,
        %1$s as by_category, %2$s as by_condition, %3$s as by_type, %4$s as by_delivery, %5$s as by_price
      from public.listing_search entry where %6$s and %8$s
    ),
    base as materialized (
      select category, condition, type, delivery, by_category, by_condition, by_type, by_delivery, by_price, count(*) << %7$s as ads
      from hits group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    ),
    leaves as (
      select category, sum(ads) as ads from base
      where by_condition and by_type and by_delivery and by_price group by category
    ),
    prices as materialized (
      select price from hits
      where by_category and by_condition and by_type and by_delivery and price is not null and type in ('sell', 'wanted')
    ),
    quantiles as (
      select count(*) as priced, min(price) as low, max(price) as high,
        percentile_disc(array[0.25, 0.75, 0.95]) within group (order by price) as at
      from prices
    ),
    spread as (
      -- The dearest twentieth shares the last bar: one car would flatten all the rest.
      select priced, low, high, at[1] as p25, at[2] as p75, greatest(low + 20, at[3])::float8 as knee from quantiles
    ),
    bars as (
      select least(19, floor((price - low) * 20 / (knee - low)))::integer as bar, count(*) << %7$s as ads from prices, spread group by 1
    )
    select jsonb_build_object(
      'category', (
        select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'count', ads) order by ads desc, slug), '[]') from (
          select above.slug, sum(leaves.ads) as ads from leaves
          join public.categories leaf on leaf.slug = leaves.category
          join public.categories above on leaf.ord_from between above.ord_from and above.ord_to
          group by above.slug) as counted),
      'condition', (
        select coalesce(jsonb_agg(jsonb_build_object('value', value, 'count', ads) order by ads desc, value), '[]') from (
          select condition as value, sum(ads) as ads from base
          where condition is not null and by_category and by_type and by_delivery and by_price group by 1) as counted),
      'type', (
        select coalesce(jsonb_agg(jsonb_build_object('value', value, 'count', ads) order by ads desc, value), '[]') from (
          select type as value, sum(ads) as ads from base
          where by_category and by_condition and by_delivery and by_price group by 1) as counted),
      'delivery', (
        select jsonb_build_array(
          jsonb_build_object('value', 'pickup', 'count', coalesce(sum(ads) filter (where delivery in ('pickup', 'both')), 0)),
          jsonb_build_object('value', 'ship', 'count', coalesce(sum(ads) filter (where delivery in ('ship', 'both')), 0)))
        from base where by_category and by_condition and by_type and by_price),
      'price', (
        select case when priced = 0 then jsonb_build_object('min', null, 'max', null, 'p25', null, 'p75', null, 'histogram', '[]'::jsonb)
        else jsonb_build_object('min', low, 'max', high, 'p25', p25, 'p75', p75, 'histogram', (
          select jsonb_agg(jsonb_build_object('from', round((low + (knee - low) * bar / 20)::numeric),
            'to', case when bar = 19 then greatest(high, round(knee::numeric)) else round((low + (knee - low) * (bar + 1) / 20)::numeric) end,
            'count', coalesce((select bars.ads from bars where bars.bar = place.bar), 0)) order by bar)
          from generate_series(0, 19) as place (bar))) end
        from spread))
    $sql$,
    coalesce(conditions ->> 'category', 'true'), coalesce(conditions ->> 'condition', 'true'),
    coalesce(conditions ->> 'type', 'true'), coalesce(conditions ->> 'delivery', 'true'),
    coalesce(conditions ->> 'price', 'true'), conditions ->> 'always', halvings, private.in_sample(halvings))
  into facets;
  if halvings > 0 and private.is_unfiltered(conditions) then
    facets := facets || jsonb_build_object('category', (
      select jsonb_agg(jsonb_build_object('slug', slug, 'count', count) order by count desc, slug)
      from public.category_counts() where count > 0));
  end if;
  return facets;
end
$$;
comment on function private.search_facets(jsonb, integer) is 'Counts per choice under all other filters, so that each number is what choosing it would give; of many ads from a sample.';
