-- Facets from about 2,000 ads where very many fit, with prices and attributes taken together where they lie, not handed on as text.

-- How often to halve the market until about 2,000 of the ads that fit are left: 0 where they are few enough to be read all.
create or replace function private.sample_halvings(estimate bigint) returns integer
language sql immutable
set search_path = ''
return case when estimate < 4096 then 0 else least(10, round(log(2, estimate / 2000.0)))::integer end;

-- value_range() of the prices of these rows, with steps of one.
create function private.price_range_sql(rows text) returns text
language sql immutable
set search_path = ''
return format($sql$
  (with counted as (
    select price_minor as value, sum(ads) as ads, (sum(sum(ads)) over (order by price_minor))::float8 as up_to, (sum(sum(ads)) over ())::float8 as total
    from %s where price_minor is not null and type in ('sell', 'wanted') group by 1
  ),
  spread as (
    select min(value)::numeric as low, max(value)::numeric as high, min(value) filter (where up_to >= 0.25 * total) as p25,
      min(value) filter (where up_to >= 0.75 * total) as p75,
      greatest(min(value) + 20, min(value) filter (where up_to >= 0.95 * total))::numeric as knee
    from counted
  ),
  bars as materialized (
    select least(19, floor((value - low::float8) * 20 / (knee - low)::float8))::integer as bar, sum(ads) as ads from counted, spread group by 1
  )
  select jsonb_build_object('min', low, 'max', high, 'p25', p25, 'p75', p75, 'histogram', case when low is null then '[]'::jsonb else (
    select jsonb_agg(jsonb_build_object('from', round(low + (knee - low) * bar / 20),
      'to', round(case when bar = 19 then greatest(high, knee) else low + (knee - low) * (bar + 1) / 20 end),
      'count', coalesce((select bars.ads from bars where bars.bar = place.bar), 0)) order by bar)
    from generate_series(0, 19) as place (bar)) end)
  from spread)$sql$, rows);

-- Every facet in one statement; each from the rows without its own filter, which are the rows of all others where it has none.
create or replace function private.facets_sql(rows jsonb) returns text
language sql immutable
set search_path = ''
return format($sql$
  select jsonb_build_object(
    'category', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'count', ads) order by ads desc, slug), '[]') from (
        select above.slug, sum(leaves.ads) as ads from (select category, sum(ads) as ads from %1$s group by category) as leaves
        join public.categories leaf on leaf.slug = leaves.category
        join public.categories above on leaf.ord_from between above.ord_from and above.ord_to
        group by above.slug) as counted),
    'condition', (
      select coalesce(jsonb_agg(jsonb_build_object('value', condition, 'count', ads) order by ads desc, condition), '[]') from (
        select condition, sum(ads) as ads from %2$s where condition is not null group by 1) as counted),
    'type', (
      select coalesce(jsonb_agg(jsonb_build_object('value', type, 'count', ads) order by ads desc, type), '[]') from (
        select type, sum(ads) as ads from %3$s group by 1) as counted),
    'delivery', (
      select jsonb_build_array(
        jsonb_build_object('value', 'pickup', 'count', coalesce(sum(ads) filter (where delivery in ('pickup', 'both')), 0)),
        jsonb_build_object('value', 'ship', 'count', coalesce(sum(ads) filter (where delivery in ('ship', 'both')), 0))) from %4$s),
    'seller_type', (
      select coalesce(jsonb_agg(jsonb_build_object('value', seller_type, 'count', ads) order by ads desc, seller_type), '[]') from (
        select seller_type, sum(ads) as ads from %5$s group by 1) as counted),
    'with_photo', (select coalesce(sum(ads) filter (where has_photo), 0) from %6$s),
    'posted', (
      select jsonb_agg(jsonb_build_object('days', days, 'count', count) order by days) from (
        select coalesce(sum(ads) filter (where published_at >= now() - interval '1 day'), 0) as within_1,
          coalesce(sum(ads) filter (where published_at >= now() - interval '3 days'), 0) as within_3,
          coalesce(sum(ads) filter (where published_at >= now() - interval '7 days'), 0) as within_7,
          coalesce(sum(ads) filter (where published_at >= now() - interval '30 days'), 0) as within_30 from %7$s) as counted
      cross join lateral (values (1, within_1), (3, within_3), (7, within_7), (30, within_30)) as each (days, count)),
    'price', %8$s,
    'pairs', (select coalesce(jsonb_object_agg(k, list), '{}') from (
        select k, jsonb_agg(jsonb_build_object('v', v, 'n', n)) as list from (%9$s) as pair group by k) as keyed),
    'ads', (select coalesce(sum(ads), 0) from rows_all))
$sql$,
  rows ->> 'category', rows ->> 'condition', rows ->> 'type', rows ->> 'delivery', rows ->> 'seller_type', rows ->> 'with_photo', rows ->> 'posted', private.price_range_sql(rows ->> 'price'),
  concat_ws(' union all ',
    private.attribute_pairs_sql('rows_all', format('fact.key <> all(%L::text[])', array(select substr(name, 12) from jsonb_object_keys(rows) as name where name like 'attributes.%'))),
    (select string_agg(private.attribute_pairs_sql(table_name, format('fact.key = %L', substr(name, 12))), ' union all ')
      from jsonb_each_text(rows) as each (name, table_name) where name like 'attributes.%')));

-- The fields that facets are shown for: of a leaf all that it has, else the main ones that a tenth of the ads have. `pairs` are the
-- values found, {key: [{v, n}]}. A key that several categories have is defined as the most of them do.
create or replace function private.shown_attributes(pairs jsonb, ads bigint, category text, wanted text[])
returns table (key text, place bigint, type text, is_main boolean, unit text, label jsonb)
language sql stable
set search_path = ''
begin atomic
  with chosen as (
    select filed.slug, filed.ord_from, filed.ord_to, filed.leaf from public.categories filed where filed.slug = shown_attributes.category
  ),
  used as (
    select keyed.key, sum(pair.n) as ads from jsonb_each(pairs) as keyed (key, list), jsonb_to_recordset(keyed.list) as pair (n bigint) group by keyed.key
  ),
  common as (
    select used.key, row_number() over (order by used.ads desc, used.key) as place from used
    where used.ads >= 0.1 * shown_attributes.ads
      and exists (select from private.attribute_definitions defined where defined.key = used.key and defined.is_main)
    order by used.ads desc, used.key limit 8
  )
  select distinct on (defined.key) defined.key,
    case when chosen.leaf then defined.place else coalesce(common.place, 100) end, defined.type, defined.is_main, defined.unit, defined.label
  from private.attribute_definitions defined
  join public.categories filed on filed.slug = defined.category
  left join chosen on true
  left join common on common.key = defined.key
  where (chosen.slug is null or filed.ord_from between chosen.ord_from and chosen.ord_to)
    and (chosen.leaf or common.key is not null or defined.key = any(wanted))
  order by defined.key, count(*) over (partition by defined.key, defined.type) desc, defined.category;
end;

-- Values of one field with their counts, most first, spelled as most ads do; the ones that are filtered by are always there.
create or replace function private.attribute_options(pairs jsonb, key text, type text, category text, wanted jsonb) returns jsonb
language sql stable
set search_path = ''
begin atomic
  with valued as (
    select pair.v as value, pair.n as ads, private.folded(pair.v #>> '{}') as folded
    from jsonb_to_recordset(coalesce(pairs -> attribute_options.key, '[]')) as pair (v jsonb, n bigint)
    union all
    select asked, 0, private.folded(asked #>> '{}') from jsonb_array_elements(private.as_list(wanted)) as asked
  ),
  counted as (
    select folded, (array_agg(value order by ads desc, value))[1] as value, sum(ads) as ads from valued group by folded
  ),
  labelled as (
    select distinct on (option ->> 'id') option ->> 'id' as id, option -> 'label' as label
    from private.attribute_definitions defined, jsonb_array_elements(defined.options) as option
    where defined.key = attribute_options.key
    order by option ->> 'id', defined.category = attribute_options.category desc, defined.category
  )
  select coalesce(jsonb_agg(jsonb_build_object('value', best.value, 'label', labelled.label, 'count', best.ads) order by best.ads desc, best.value), '[]')
  from (
    select * from counted
    order by exists (select from valued where valued.ads = 0 and valued.folded = counted.folded) desc, ads desc, value limit 30) as best
  left join labelled on not private.is_number_type(type) and type <> 'bool' and labelled.id = best.value #>> '{}';
end;

create or replace function private.attribute_facets(pairs jsonb, ads bigint, category text, wanted jsonb) returns jsonb
language sql stable
set search_path = ''
return (
  select coalesce(jsonb_agg(jsonb_build_object('key', shown.key, 'type', shown.type, 'label', shown.label, 'unit', shown.unit, 'main', shown.is_main,
    'options', private.attribute_options(pairs, shown.key, shown.type, category, wanted -> shown.key),
    'range', case when private.is_number_type(shown.type) then private.value_range(
      (select jsonb_agg(pair) from jsonb_array_elements(pairs -> shown.key) as pair where jsonb_typeof(pair -> 'v') = 'number'),
      case when shown.type = 'decimal' then 0.1 else 1 end) end) order by shown.place, shown.key), '[]')
  from private.shown_attributes(pairs, ads, category, array(select jsonb_object_keys(wanted))) as shown
);
