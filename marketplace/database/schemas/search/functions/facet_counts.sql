-- One scan counts all of them at once, and what follows reads those counts.
-- These functions are stable and not immutable, although they read nothing: else the planner would call them beforehand.

-- What a facet counts, in SQL. `posted` as how many of its spans an ad is in.
create or replace function private.facet_sql(facet text) returns text
language sql stable
set search_path = ''
return case
  when facet like 'attributes%' then 'entry.facts'
  when facet = 'with_photo' then 'entry.has_photo'
  when facet = 'price' then 'case when entry.type in (''sell'', ''wanted'') then entry.price_minor end'
  when facet = 'posted' then format('width_bucket(entry.published_at, %L::timestamptz[])', (
    select array_agg(now() - make_interval(days => days) order by days desc) from unnest('{1,3,7,30}'::integer[]) as days))
  else format('entry.%I', facet) end;

-- Values of these facets among the ads that fit, counted in one scan of a sample.
create or replace function private.facet_counts(facets text[], conditions jsonb, halvings integer) returns private.facet_count[]
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  counts private.facet_count[];
begin
  if private.is_narrow(conditions) then
    perform set_config('enable_indexscan', 'on', true);
  end if;
  execute (
    with each as materialized (select facet, private.facet_sql(facet) as value, facet like 'attributes%' as is_facts from unnest(facets) as facet)
    select format('select array_agg(counted::private.facet_count) from (
        select case %s end as facet, case when false then '''' %s end as value, %s as facts, count(*) << %s as ads
        from %s entry where %s group by grouping sets (%s)) as counted',
      string_agg(format('when grouping(%s) = 0 then %L', value, facet), ' '),
      string_agg(format('when grouping(%1$s) = 0 then (%1$s)::text', value), ' ') filter (where not is_facts),
      case when bool_or(is_facts) then 'entry.facts' else 'null::jsonb' end, halvings, private.sample_table(halvings),
      private.sampled_sql(conditions, not private.is_narrow(conditions) or conditions ? 'q', halvings),
      string_agg(format('(%s)', value), ', '))
    from each)
  into counts;
  return counts;
end
$$;

-- Every level: ads count for all above their category.
create or replace function private.category_facet(counts private.facet_count[]) returns jsonb
language sql stable
set search_path = ''
begin atomic
  with recursive above (slug, ads) as (
    select value, ads from unnest(counts) where facet = 'category'
    union all
    select filed.parent, above.ads from above join public.categories filed on filed.slug = above.slug where filed.parent is not null
  )
  select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'count', ads) order by ads desc, slug), '[]')
  from (select slug, sum(ads) as ads from above group by slug) as counted;
end;

-- The facets with few values that are known beforehand.
create or replace function private.choice_facets(counts private.facet_count[]) returns jsonb
language sql stable
set search_path = ''
begin atomic
  with counted as materialized (select facet, value, ads from unnest(counts) where value is not null and facet <> 'price'),
  listed as (
    select facet, jsonb_agg(jsonb_build_object('value', value, 'count', ads) order by ads desc, value) as list
    from counted where facet in ('condition', 'type', 'seller_type') group by facet
  )
  select '{"condition": [], "type": [], "seller_type": []}' || coalesce((select jsonb_object_agg(facet, list) from listed), '{}')
    || jsonb_build_object(
      'delivery', jsonb_build_array(
        jsonb_build_object('value', 'pickup', 'count', coalesce(sum(ads) filter (where facet = 'delivery' and value in ('pickup', 'both')), 0)),
        jsonb_build_object('value', 'ship', 'count', coalesce(sum(ads) filter (where facet = 'delivery' and value in ('ship', 'both')), 0))),
      'with_photo', coalesce(sum(ads) filter (where facet = 'with_photo' and value = 'true'), 0),
      'posted', jsonb_build_array(
        jsonb_build_object('days', 1, 'count', coalesce(sum(ads) filter (where facet = 'posted' and value = '4'), 0)),
        jsonb_build_object('days', 3, 'count', coalesce(sum(ads) filter (where facet = 'posted' and value >= '3'), 0)),
        jsonb_build_object('days', 7, 'count', coalesce(sum(ads) filter (where facet = 'posted' and value >= '2'), 0)),
        jsonb_build_object('days', 30, 'count', coalesce(sum(ads) filter (where facet = 'posted' and value >= '1'), 0))))
  from counted;
end;

-- Values of attributes, each set of facts unpacked once. What is filtered by is counted among the ads that another value would give.
create or replace function private.attribute_counts(counts private.facet_count[]) returns private.attribute_count[]
language sql stable
set search_path = ''
begin atomic
  with counted as materialized (select facet, substr(facet, 12) as own, facts, ads from unnest(counts) where facts is not null)
  select array_agg(found::private.attribute_count)
  from (
    select fact.key, one.value, sum(counted.ads)::bigint
    from counted cross join lateral jsonb_each(counted.facts) as fact
    cross join lateral (
      select fact.value where jsonb_typeof(fact.value) <> 'array'
      union all select listed from jsonb_array_elements(case jsonb_typeof(fact.value) when 'array' then fact.value else '[]' end) as listed) as one
    where case when counted.own = '' then fact.key <> all(array(select distinct own from counted)) else fact.key = counted.own end
    group by 1, 2) as found;
end;

-- Of no numbers at all.
create or replace function private.no_range() returns jsonb
language sql immutable
set search_path = ''
return '{"min": null, "max": null, "p25": null, "p75": null, "histogram": []}'::jsonb;

-- A range with twenty bars between `low` and `knee`, of which `bars` has {number: ads}; the last one reaches up to `high`.
create or replace function private.range_of(low numeric, high numeric, p25 float8, p75 float8, knee numeric, step numeric, bars jsonb) returns jsonb
language sql stable
set search_path = ''
return jsonb_build_object('min', low, 'max', high, 'p25', p25, 'p75', p75, 'histogram', (
  select jsonb_agg(jsonb_build_object('from', round(low + (knee - low) * (place - 1) / 20, scale(step)),
    'to', round(case when place = 20 then greatest(high, knee) else low + (knee - low) * place / 20 end, scale(step)),
    'count', coalesce(bars -> place::text, '0')) order by place)
  from generate_series(1, 20) as place
));

-- Least, greatest, quartiles and twenty bars of prices, each at least one cent wide. The highest twentieth shares the last bar: one car would
-- flatten all the rest. Whole numbers are compared as floats, which tell twentieths exactly.
create or replace function private.price_range(counts private.facet_count[]) returns jsonb
language sql stable
set search_path = ''
begin atomic
  with priced as materialized (
    select counted.value::float8 as price, counted.ads::float8 as ads, sum(counted.ads::float8) over (order by counted.value::float8) as up_to
    from unnest(counts) as counted where counted.facet = 'price' and counted.value is not null
  ),
  spread as materialized (
    select min(price) as low, max(price) as high, min(price) filter (where up_to >= 0.25 * (select max(up_to) from priced)) as p25,
      min(price) filter (where up_to >= 0.75 * (select max(up_to) from priced)) as p75,
      greatest(min(price) + 20, min(price) filter (where up_to >= 0.95 * (select max(up_to) from priced))) as knee
    from priced having count(*) > 0
  ),
  bars as (
    select least(20, width_bucket(price, (select low from spread), (select knee from spread), 20)) as bar, sum(ads) as ads from priced group by 1
  )
  select coalesce((select private.range_of(low::numeric, high::numeric, p25, p75, knee::numeric, 1, (select jsonb_object_agg(bar, ads) from bars)) from spread),
    private.no_range());
end;

-- The same of attributes, {attribute: range}; a bar is at least one of the attribute's `steps` wide.
create or replace function private.attribute_ranges(counts private.attribute_count[], steps jsonb) returns jsonb
language sql stable
set search_path = ''
begin atomic
  with numbers as materialized (
    select counted.key, counted.value::numeric as number, counted.ads,
      sum(counted.ads) over (partition by counted.key order by counted.value::numeric) as up_to, sum(counted.ads) over (partition by counted.key) as total
    from unnest(counts) as counted where steps ? counted.key and jsonb_typeof(counted.value) = 'number'
  ),
  spread as materialized (
    select key, (steps -> key)::numeric as step, min(number) as low, max(number) as high, min(number) filter (where up_to >= 0.25 * total) as p25,
      min(number) filter (where up_to >= 0.75 * total) as p75,
      greatest(min(number) + 20 * (steps -> key)::numeric, min(number) filter (where up_to >= 0.95 * total)) as knee
    from numbers group by key
  ),
  bars as materialized (
    select numbers.key, least(20, width_bucket(number, low, knee, 20)) as bar, sum(numbers.ads) as ads
    from spread join numbers on numbers.key = spread.key group by 1, 2
  )
  select jsonb_object_agg(key, private.range_of(low, high, p25::float8, p75::float8, knee, step,
    (select jsonb_object_agg(bars.bar, bars.ads) from bars where bars.key = spread.key)))
  from spread;
end;
