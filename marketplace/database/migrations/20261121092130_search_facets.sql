-- What there is to choose from, with counts: each facet of the ads that fit all filters but its own, so that a number is what choosing it
-- would give. Where more than some thousand ads fit, of a fair sample of about 3,000.

-- Least, greatest, quartiles and twenty bars of values [{v, n}] (a value and how many have it). The highest twentieth shares the last bar:
-- one car would flatten all the rest. A bar is one `step` wide at least.
create function private.value_range(given jsonb, step numeric) returns jsonb
language sql immutable
set search_path = ''
begin atomic
  with counted as (
    select v as value, sum(n) as ads, sum(sum(n)) over (order by v) as up_to, sum(sum(n)) over () as total
    from jsonb_to_recordset(given) as pair (v numeric, n bigint) where v is not null group by v
  ),
  spread as (
    select min(value) as low, max(value) as high, min(value) filter (where up_to >= 0.25 * total) as p25,
      min(value) filter (where up_to >= 0.75 * total) as p75,
      greatest(min(value) + 20 * step, min(value) filter (where up_to >= 0.95 * total)) as knee
    from counted
  ),
  bars as materialized (
    select least(19, floor((value - low) * 20 / (knee - low)))::integer as bar, sum(ads) as ads from counted, spread group by 1
  )
  select jsonb_build_object('min', low, 'max', high, 'p25', p25, 'p75', p75, 'histogram', case when low is null then '[]'::jsonb else (
    select jsonb_agg(jsonb_build_object('from', round(low + (knee - low) * bar / 20, scale(step)),
      'to', round(case when bar = 19 then greatest(high, knee) else low + (knee - low) * (bar + 1) / 20 end, scale(step)),
      'count', coalesce((select bars.ads from bars where bars.bar = place.bar), 0)) order by bar)
    from generate_series(0, 19) as place (bar)) end)
  from spread;
end;

-- The fields that facets are shown for: of a leaf all that it has, else the main ones that a tenth of the ads have. `pairs` are the
-- values found, [{k, v, n}]. A key that several categories have is defined as the most of them do.
create function private.shown_attributes(pairs jsonb, ads bigint, category text, wanted text[])
returns table (key text, place bigint, type text, is_main boolean, unit text, label jsonb)
language sql stable
set search_path = ''
begin atomic
  with chosen as (
    select filed.slug, filed.ord_from, filed.ord_to, filed.leaf from public.categories filed where filed.slug = shown_attributes.category
  ),
  used as (
    select pair.k as key, sum(pair.n) as ads from jsonb_to_recordset(pairs) as pair (k text, n bigint) group by pair.k
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

create function private.as_list(given jsonb) returns jsonb
language sql immutable
set search_path = ''
return case jsonb_typeof(given) when 'array' then given when 'object' then '[]' else coalesce(jsonb_build_array(given), '[]') end;

-- Values of one field with their counts, most first, spelled as most ads do; the ones that are filtered by are always there.
create function private.attribute_options(pairs jsonb, key text, type text, category text, wanted jsonb) returns jsonb
language sql stable
set search_path = ''
begin atomic
  with valued as (
    select pair.v as value, pair.n as ads, private.folded(pair.v #>> '{}') as folded
    from jsonb_to_recordset(pairs) as pair (k text, v jsonb, n bigint) where pair.k = attribute_options.key
    union all
    select asked, 0, private.folded(asked #>> '{}') from jsonb_array_elements(private.as_list(wanted)) as asked
  ),
  counted as (
    select (array_agg(value order by ads desc, value))[1] as value, sum(ads) as ads, max(ads) = 0 as is_wanted_only from valued group by folded
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
    order by exists (select from valued where valued.ads = 0 and valued.folded = private.folded(counted.value #>> '{}')) desc, ads desc, value limit 30) as best
  left join labelled on not private.is_number_type(type) and type <> 'bool' and labelled.id = best.value #>> '{}';
end;

create function private.attribute_facets(pairs jsonb, ads bigint, category text, wanted jsonb) returns jsonb
language sql stable
set search_path = ''
return (
  select coalesce(jsonb_agg(jsonb_build_object('key', shown.key, 'type', shown.type, 'label', shown.label, 'unit', shown.unit, 'main', shown.is_main,
    'options', private.attribute_options(pairs, shown.key, shown.type, category, wanted -> shown.key),
    'range', case when private.is_number_type(shown.type) then private.value_range(
      (select jsonb_agg(jsonb_build_object('v', pair.v, 'n', pair.n)) from jsonb_to_recordset(pairs) as pair (k text, v jsonb, n bigint)
        where pair.k = shown.key and jsonb_typeof(pair.v) = 'number'),
      case when shown.type = 'decimal' then 0.1 else 1 end) end) order by shown.place, shown.key), '[]')
  from private.shown_attributes(pairs, ads, category, array(select jsonb_object_keys(wanted))) as shown
);

-- The rows that a facet is counted from, as a CTE: those that fit all but `without`.
create function private.facet_rows_sql(name text, conditions jsonb, halvings integer) returns text
language sql immutable
set search_path = ''
return format('%s as materialized (
    select entry.category, entry.condition, entry.type, entry.delivery, entry.seller_type, entry.has_photo, entry.published_at,
      entry.price_minor, entry.facts, 1 << %s as ads
    from public.listing_search entry where %s)', name, halvings, private.conditions_sql(conditions, not private.is_narrow(conditions) or conditions ? 'q',
  case when halvings > 0 then private.sample_of(halvings) end));

create function private.attribute_pairs_sql(rows text, key text) returns text
language sql immutable
set search_path = ''
return format('select fact.key as k, one.value as v, sum(entry.ads) as n
    from (select facts, sum(ads) as ads from %s group by facts) as entry cross join lateral jsonb_each(entry.facts) as fact
    cross join lateral (
      select fact.value where jsonb_typeof(fact.value) <> ''array''
      union all select listed from jsonb_array_elements(case jsonb_typeof(fact.value) when ''array'' then fact.value else ''[]'' end) as listed) as one
    where %s group by 1, 2', rows, key);

-- Every facet in one statement; each from the rows without its own filter, which are the rows of all others where it has none.
create function private.facets_sql(rows jsonb) returns text
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
    'price', private.value_range((
      select jsonb_agg(jsonb_build_object('v', price_minor, 'n', ads)) from (
        select price_minor, sum(ads) as ads from %8$s where price_minor is not null and type in ('sell', 'wanted') group by 1) as counted), 1),
    'pairs', (select coalesce(jsonb_agg(pair), '[]') from (%9$s) as pair),
    'ads', (select coalesce(sum(ads), 0) from rows_all))
$sql$,
  rows ->> 'category', rows ->> 'condition', rows ->> 'type', rows ->> 'delivery', rows ->> 'seller_type', rows ->> 'with_photo', rows ->> 'posted', rows ->> 'price',
  concat_ws(' union all ',
    private.attribute_pairs_sql('rows_all', format('fact.key <> all(%L::text[])', array(select substr(name, 12) from jsonb_object_keys(rows) as name where name like 'attributes.%'))),
    (select string_agg(private.attribute_pairs_sql(table_name, format('fact.key = %L', substr(name, 12))), ' union all ')
      from jsonb_each_text(rows) as each (name, table_name) where name like 'attributes.%')));

create function private.search_facets(conditions jsonb, params jsonb, estimate bigint, out facets jsonb, out are_estimates boolean)
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  category text := params ->> 'category';
  halvings integer := private.sample_halvings(estimate);
  tables text := private.facet_rows_sql('rows_all', conditions, halvings);
  rows jsonb := '{"category": "rows_all", "condition": "rows_all", "type": "rows_all", "delivery": "rows_all", "seller_type": "rows_all",
    "with_photo": "rows_all", "posted": "rows_all", "price": "rows_all"}';
  name text;
begin
  are_estimates := halvings > 0;
  for name in select own from jsonb_object_keys(conditions) as own where rows ? own or own like 'attributes.%' loop
    halvings := private.sample_halvings((private.search_extent(conditions - name, category)).estimate);
    are_estimates := are_estimates or halvings > 0;
    rows := rows || jsonb_build_object(name, format('%I', 'rows_' || name));
    tables := tables || ', ' || private.facet_rows_sql(format('%I', 'rows_' || name), conditions - name, halvings);
  end loop;
  if private.is_narrow(conditions) then
    perform set_config('enable_indexscan', 'on', true);
  end if;
  execute 'with ' || tables || private.facets_sql(rows) into facets;
  if conditions - '{open,category}'::text[] = '{}' and private.market_size() > 2000 then
    facets := facets || jsonb_build_object('category', (
      select jsonb_agg(jsonb_build_object('slug', slug, 'count', count) order by count desc, slug)
      from public.category_counts() where count > 0));
  end if;
  facets := (facets - '{pairs,ads}'::text[]) || jsonb_build_object('attributes',
    private.attribute_facets(facets -> 'pairs', (facets -> 'ads')::bigint, category, coalesce(params -> 'attributes', '{}')));
end
$$;
