-- Facets with counts: each counts the ads that match all filters but its own, so that a number predicts the result of choosing it.

-- Minimum, maximum, quartiles and twenty bars, each at least one step wide. The top twentieth shares the last bar: one car would flatten all others.
create or replace function private.range_of(numbers numeric[], ads bigint[], step numeric) returns jsonb
language sql immutable set search_path = ''
begin atomic
  with counted as (
    select number, each.ads, sum(each.ads) over (order by number) / sum(each.ads) over () as share
    from unnest(numbers, ads) as each (number, ads) where number is not null
  ),
  spread as (
    select min(number) as low, max(number) as high, min(number) filter (where share >= 0.25) as p25, min(number) filter (where share >= 0.75) as p75,
      greatest(min(number) + 20 * step, min(number) filter (where share >= 0.95)) as knee
    from counted
  ),
  bars as (
    select least(20, width_bucket(number, low, knee, 20)) as bar, sum(counted.ads) as ads from counted, spread group by 1
  )
  select jsonb_build_object('min', low, 'max', high, 'p25', p25, 'p75', p75, 'histogram', case when low is null then '[]' else (
    select jsonb_agg(jsonb_build_object('from', round(low + (knee - low) * (place - 1) / 20, scale(step)),
      'to', round(case when place = 20 then greatest(high, knee) else low + (knee - low) * place / 20 end, scale(step)),
      'count', coalesce(bars.ads, 0)) order by place)
    from generate_series(1, 20) as place left join bars on bars.bar = place) end)
  from spread;
end;

-- Attributes shown as facets: for a leaf category all; else the main ones of at least a tenth of the ads, and filtered ones. A key of several
-- categories is defined as in most of them. Values by frequency, in their most frequent spelling; filtered values are always included.
create or replace function private.attribute_facets(counts private.facet_count[], category text, wanted jsonb) returns jsonb
language sql stable set search_path = ''
begin atomic
  with counted as materialized (
    select fact.key, one.value, sum(each.ads)::bigint as ads
    from unnest(counts) as each cross join lateral jsonb_each(each.facts) as fact
    cross join lateral jsonb_array_elements(case jsonb_typeof(fact.value) when 'array' then fact.value else jsonb_build_array(fact.value) end) as one (value)
    where each.facts is not null and case when each.facet = 'attributes' then not exists (select from unnest(counts) as own where own.facet = 'attributes.' || fact.key)
        and not wanted ? fact.key else each.facet = 'attributes.' || fact.key end
    group by 1, 2
  ),
  chosen as materialized (select filed.slug, filed.ord_from, filed.ord_to, filed.leaf from public.categories filed where filed.slug = attribute_facets.category),
  common as materialized (
    select used.key, row_number() over (order by used.ads desc, used.key) as place
    from (select key, sum(ads) as ads from counted group by key) as used
    where used.ads >= 0.1 * (select sum(ads) from unnest(counts) where facet = 'attributes') and not coalesce((select leaf from chosen), false)
      and exists (select from private.attribute_definitions defined where defined.key = used.key and defined.is_main)
    order by used.ads desc, used.key limit 8
  ),
  shown as materialized (
    select distinct on (defined.key) defined.*, case when filed.slug is not null then defined.place else common.place end as shown_at,
      case defined.type when 'decimal' then 0.1 when 'int' then 1 when 'year' then 1 end as step
    from private.attribute_definitions defined left join common on common.key = defined.key left join chosen as filed on filed.slug = defined.category and filed.leaf
    where case when (select leaf from chosen) then filed.slug is not null else (common.key is not null or wanted ? defined.key)
      and (not exists (select from chosen) or defined.category in (select below.slug from public.categories below, chosen where below.ord_from between chosen.ord_from and chosen.ord_to)) end
    order by defined.key, count(*) over (partition by defined.key, defined.type) desc, defined.category
  ),
  valued as (
    select counted.key, counted.value, counted.ads, false as is_wanted from counted join shown on shown.key = counted.key
    union all
    select shown.key, case when shown.step is not null then coalesce(to_jsonb(private.as_number(asked #>> '{}')), asked) else asked end, 0, true
    from shown cross join lateral jsonb_array_elements(case jsonb_typeof(wanted -> shown.key) when 'array' then wanted -> shown.key when 'object' then '[]'
      else coalesce(jsonb_build_array(wanted -> shown.key), '[]') end) as asked where wanted ? shown.key
  ),
  spelled as (
    select key, (array_agg(value order by ads desc, value))[1] as value, sum(ads) as ads, bool_or(is_wanted) as is_wanted
    from valued group by key, case jsonb_typeof(value) when 'string' then private.folded(value #>> '{}') else value #>> '{}' end
  ),
  best as (
    select *, row_number() over (partition by key order by is_wanted desc, ads desc, value) as place from spelled
  ),
  listed as (
    select best.key, jsonb_agg(jsonb_build_object('value', best.value, 'count', best.ads, 'label', case when shown.step is null and shown.type <> 'bool' then coalesce(
      shown.labels -> (best.value #>> '{}'), (select other.labels -> (best.value #>> '{}') from private.attribute_definitions other
        where other.key = best.key and other.labels ? (best.value #>> '{}') order by other.category limit 1)) end) order by best.ads desc, best.value) as options
    from best join shown on shown.key = best.key where best.place <= 30 group by best.key
  )
  select coalesce(jsonb_agg(jsonb_build_object('key', shown.key, 'type', shown.type, 'label', shown.label, 'unit', shown.unit, 'main', shown.is_main,
    'unit_labels', case when shown.unit is not null then shown.unit_labels end, 'options', coalesce(listed.options, '[]'),
    'range', case when shown.step is not null then (
      select private.range_of(array_agg((counted.value #>> '{}')::numeric), array_agg(counted.ads), shown.step)
      from counted where counted.key = shown.key and jsonb_typeof(counted.value) = 'number') end) order by coalesce(shown.shown_at, 100), shown.key), '[]')
  from shown left join listed on listed.key = shown.key;
end;

-- Facets of prices and attributes from their counts. `facets` names those counted, prices have no facts. Security definer: reads the definitions of
-- attributes.
create or replace function private.facets_told(counts private.facet_count[], category text, wanted jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'price', (select private.range_of(array_agg(value::numeric), array_agg(ads), 1) from unnest(counts) where facet = 'price'),
    'attributes', private.attribute_facets(counts, category, case jsonb_typeof(wanted) when 'object' then wanted else '{}' end))
$$;
grant execute on function private.facets_told(private.facet_count[], text, jsonb) to anon, authenticated, service_role;

-- Security definer: reads the search index, whose counts per category are public.
create or replace function public.category_counts() returns table (slug text, count bigint)
language sql stable security definer set search_path = '' as $$
  select category.slug, coalesce(sum(filed.ads), 0)::bigint
  from public.categories category
  left join public.categories leaf on leaf.ord_from between category.ord_from and category.ord_to
  left join (select entry.category, count(*) as ads from private.listing_search entry group by entry.category) as filed on filed.category = leaf.slug
  group by category.slug, category.ord_from
  order by category.ord_from
$$;
comment on function public.category_counts() is 'Live ads per category including descendants, in tree order.';
grant execute on function public.category_counts() to anon, authenticated;
