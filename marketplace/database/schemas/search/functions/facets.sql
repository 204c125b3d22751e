-- What there is to choose from, with counts: each facet of the ads that fit all filters but its own, so that a number is what choosing it
-- would give. Where more than some thousand ads fit, of a fair sample of about 3,000.

create or replace function private.as_list(given jsonb) returns jsonb
language sql immutable
set search_path = ''
return case jsonb_typeof(given) when 'array' then given when 'object' then '[]' else coalesce(jsonb_build_array(given), '[]') end;

create or replace function private.search_facets(conditions jsonb, params jsonb, estimate bigint, out facets jsonb, out are_estimates boolean)
language plpgsql stable
set search_path = ''
set enable_seqscan = on
set enable_indexscan = on
as $$
declare
  category text := params ->> 'category';
  wanted jsonb := case jsonb_typeof(params -> 'attributes') when 'object' then params -> 'attributes' else '{}' end;
  halvings integer := private.facet_halvings(estimate);
  names text[] := '{category,condition,type,delivery,seller_type,with_photo,posted,price,attributes}';
  own text[] := array(select name from jsonb_object_keys(conditions) as name where name = any(names) or name like 'attributes.%');
  counts private.facet_count[] := private.facet_counts(array(select unnest(names) except select unnest(own)), conditions, halvings);
  attributes private.attribute_count[];
  shown private.shown_attribute[];
  ranges jsonb;
  categories jsonb;
  name text;
begin
  are_estimates := halvings > 0;
  foreach name in array own loop
    halvings := private.facet_halvings((private.search_extent(conditions - name, category)).estimate);
    are_estimates := are_estimates or halvings > 0;
    counts := counts || private.facet_counts(array[name], conditions - name, halvings);
  end loop;
  attributes := private.attribute_counts(counts);
  shown := private.shown_attributes(attributes, (select coalesce(sum(ads), 0)::bigint from unnest(counts) where facet = 'attributes'), category,
    array(select jsonb_object_keys(wanted)));
  ranges := private.attribute_ranges(attributes, (select jsonb_object_agg(field.key, field.step) from unnest(shown) as field where field.step is not null));
  if conditions - '{open,category}'::text[] = '{}' and private.market_size() > 2000 then
    categories := (select jsonb_agg(jsonb_build_object('slug', slug, 'count', count) order by count desc, slug) from public.category_counts() where count > 0);
  else
    categories := private.category_facet(counts);
  end if;
  facets := private.choice_facets(counts) || jsonb_build_object('category', categories, 'price', private.price_range(counts),
    'attributes', private.attribute_facets(shown, private.attribute_options(shown, attributes, category, wanted), ranges));
end
$$;

-- The fields that facets are shown for: of a leaf all that it has, else the main ones that a tenth of the ads have, and what is filtered by.
-- A key that several categories have is defined as the most of them do.
create or replace function private.shown_attributes(counts private.attribute_count[], ads bigint, category text, wanted text[]) returns private.shown_attribute[]
language sql stable
set search_path = ''
begin atomic
  with chosen as materialized (
    select filed.slug, filed.ord_from, filed.ord_to, filed.leaf from public.categories filed where filed.slug = shown_attributes.category
  ),
  common as materialized (
    select used.key, row_number() over (order by used.ads desc, used.key) as place
    from (select counted.key, sum(counted.ads) as ads from unnest(counts) as counted group by counted.key) as used
    where used.ads >= 0.1 * shown_attributes.ads and not coalesce((select leaf from chosen), false)
      and exists (select from private.attribute_definitions defined where defined.key = used.key and defined.is_main)
    order by used.ads desc, used.key limit 8
  ),
  defined as (
    -- Of a leaf those of its own, of all others by their keys.
    select own.category, own.key, own.place, own.type, own.is_main, own.unit, own.label
    from private.attribute_definitions own where own.category = (select slug from chosen where leaf)
    union all
    select other.category, other.key, null, other.type, other.is_main, other.unit, other.label from chosen
    join public.categories filed on filed.ord_from between chosen.ord_from and chosen.ord_to
    join private.attribute_definitions other on other.category = filed.slug
    where not chosen.leaf and other.key = any(array(select key from common) || wanted)
    union all
    select '', known.key, null, known.type, known.is_main, known.unit, known.label from private.common_attributes known
    where known.key = any(array(select key from common) || wanted) and not exists (select from chosen)
  ),
  shown as (
    select distinct on (defined.key) defined.key, coalesce(defined.place, common.place, 100) as place, defined.type, defined.is_main, defined.unit,
      defined.label, case when private.is_number_type(defined.type) then case defined.type when 'decimal' then 0.1 else 1 end end as step
    from defined left join common on common.key = defined.key
    order by defined.key, count(*) over (partition by defined.key, defined.type) desc, defined.category
  )
  select array_agg(shown::private.shown_attribute) from shown;
end;

-- {attribute: options}: values with their counts, most first, spelled as most ads do; the ones that are filtered by are always there.
create or replace function private.attribute_options(shown private.shown_attribute[], counts private.attribute_count[], category text, wanted jsonb) returns jsonb
language sql stable
set search_path = ''
begin atomic
  with given as (
    select field.key, counted.value, counted.ads, false as is_wanted from unnest(shown) as field join unnest(counts) as counted on counted.key = field.key
    union all
    select field.key, case when field.step is not null then coalesce(to_jsonb(private.as_number(asked #>> '{}')), asked) else asked end, 0, true
    from unnest(shown) as field, jsonb_array_elements(private.as_list(wanted -> field.key)) as asked
  ),
  valued as (
    select key, value, ads, is_wanted, case when jsonb_typeof(value) = 'number' then value #>> '{}'
      -- What needs no folding: it is dear.
      when value #>> '{}' ~ '^([a-z]{1,60}|[0-9]{1,9})$' then value #>> '{}'
      when char_length(value #>> '{}') <= 60 and value #>> '{}' ~ '^[a-z]+(-[a-z]+)*$' then replace(value #>> '{}', '-', ' ')
      else private.folded(value #>> '{}') end as folded
    from given
  ),
  spelled as (
    select key, (array_agg(value order by ads desc, value))[1] as value, sum(ads) as ads, bool_or(is_wanted) as is_wanted from valued group by key, folded
  ),
  best as (
    select *, row_number() over (partition by key order by is_wanted desc, ads desc, value) as place from spelled
  ),
  labelled as (
    select best.key, best.value, best.ads, case when field.step is null and field.type <> 'bool'
      then coalesce(own.labels -> (best.value #>> '{}'), named.labels -> (best.value #>> '{}')) end as label
    from best join unnest(shown) as field on field.key = best.key
    left join private.attribute_definitions own on own.category = attribute_options.category and own.key = field.key
    left join private.common_attributes named on named.key = field.key
    where best.place <= 30
  ),
  listed as (
    select key, jsonb_agg(jsonb_build_object('value', value, 'label', label, 'count', ads) order by ads desc, value) as options from labelled group by key
  )
  select coalesce(jsonb_object_agg(key, options), '{}') from listed;
end;

create or replace function private.attribute_facets(shown private.shown_attribute[], options jsonb, ranges jsonb) returns jsonb
language sql stable
set search_path = ''
return (
  select coalesce(jsonb_agg(jsonb_build_object('key', field.key, 'type', field.type, 'label', field.label, 'unit', field.unit, 'main', field.is_main,
    'unit_labels', (select defined.unit_labels from private.attribute_definitions defined
      where field.unit is not null and defined.key = field.key and defined.unit = field.unit and defined.unit_labels is not null
      order by defined.category limit 1),
    'options', coalesce(options -> field.key, '[]'),
    'range', case when field.step is not null then coalesce(ranges -> field.key, private.no_range()) end) order by field.place, field.key), '[]')
  from unnest(shown) as field
);
