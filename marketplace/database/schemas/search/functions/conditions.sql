-- From the parameters of a search to conditions in SQL about rows named `entry`, each parameter apart: a facet is counted without its own, and what
-- stands in the way is found by leaving out one after the other.

create or replace function private.distance_km(from_lat float8, from_lng float8, to_lat float8, to_lng float8) returns float8
language sql immutable parallel safe
return 12742 * asin(sqrt(least(1, power(sin(radians(to_lat - from_lat) / 2), 2)
  + cos(radians(from_lat)) * cos(radians(to_lat)) * power(sin(radians(to_lng - from_lng) / 2), 2))));
comment on function private.distance_km(float8, float8, float8, float8) is 'Great circle, by the haversine formula.';

create or replace function private.distance_sql(params jsonb) returns text
language sql immutable
set search_path = ''
return case when params ? 'lat' and params ? 'lng' then format('private.distance_km(%s, %s, entry.lat, entry.lng)',
  (params ->> 'lat')::float8, (params ->> 'lng')::float8) else 'null::float8' end;

create or replace function private.radius_condition(lat float8, lng float8, radius_km float8) returns text
language sql immutable
set search_path = ''
return (
  select format('entry.lat between %s and %s', lat - radius_km / 111.195, lat + radius_km / 111.195)
    -- Next to the date line the box has two parts; the distance decides there.
    || case when lng - reach > -180 and lng + reach < 180 then format(' and entry.lng between %s and %s', lng - reach, lng + reach) else '' end
    || format(' and private.distance_km(%s, %s, entry.lat, entry.lng) <= %s', lat, lng, radius_km)
  from (select least(180, radius_km / greatest(0.01, 111.195 * cos(radians(lat)))) as reach) as box
);

-- Words that no ad may have.
create or replace function private.excluded_words(params jsonb) returns tsquery
language sql stable
set search_path = ''
return (select string_agg(distinct private.word_query(word, false)::text, '|')::tsquery
  from unnest(private.search_words(left(array_to_string(private.choice_param(params, 'exclude', null), ' '), 300))) as word);

-- The conditions of a search by the name of what asked for them, {name: SQL}, of parameters that checked_params() has seen. Every value goes through
-- %L or a tsquery, so that none is read as SQL. `open` is there always, `q` where there are words.
-- Who searches for something does not want to read who else does: wanted ads are left out then unless they are asked for.
create or replace function private.search_conditions(params jsonb, query tsquery, being tsquery default null, out conditions jsonb, out ignored text[])
language plpgsql stable
set search_path = ''
as $$
declare
  excluded tsquery := private.excluded_words(params);
  box jsonb := params -> 'box';
  seller text[] := private.choice_param(params, 'seller', null);
  since timestamptz := greatest((params ->> 'posted_since')::timestamptz, now() - (params ->> 'posted_within_days')::float8 * interval '1 day');
  column_of record;
  chosen text[];
begin
  ignored := array(select key from jsonb_object_keys(params) as key where key <> all('{q,category,type,condition,delivery,seller_type,with_photo,price_min,
    price_max,attributes,lat,lng,radius_km,box,posted_within_days,posted_since,seller,exclude,ids,sort,limit,cursor,facets,explain}'::text[]) order by key limit 20);
  conditions := jsonb_strip_nulls(jsonb_build_object(
    'open', 'entry.expires_at > now()',
    'q', case when query is not null then format('entry.document @@ %L::tsquery', query) end,
    'type', case when being is not null and not params ? 'type' then 'entry.type <> ''wanted''' end,
    'exclude', case when excluded is not null then format('not entry.document @@ %L::tsquery', excluded) end,
    'ids', case when params ? 'ids' then format('entry.listing_id = any(%L::uuid[])', coalesce(private.choice_param(params, 'ids', null), '{}')) end,
    'seller', case when seller is not null then format('entry.seller_id = any(%L::uuid[])', seller) end,
    'posted', case when since is not null then format('entry.published_at >= %L::timestamptz', since) end,
    'with_photo', case when params ->> 'with_photo' = 'true' then 'entry.has_photo' end,
    'price', case when params ?| '{price_min,price_max}'::text[] then format('entry.price_minor between %s and %s',
      coalesce(floor((params ->> 'price_min')::float8)::bigint, 0), coalesce(floor((params ->> 'price_max')::float8)::bigint, 2147483647)) end));
  if params ? 'radius_km' and params ? 'lat' and params ? 'lng' then
    conditions := conditions || jsonb_build_object('radius_km',
      private.radius_condition((params ->> 'lat')::float8, (params ->> 'lng')::float8, (params ->> 'radius_km')::float8));
  elsif params ? 'radius_km' then
    ignored := ignored || 'radius_km'::text;
  end if;
  if box is not null then
    conditions := conditions || jsonb_build_object('box', format('entry.lat between %2$s and %4$s and '
      || case when (box -> 0)::float8 <= (box -> 2)::float8 then 'entry.lng between %1$s and %3$s' else '(entry.lng >= %1$s or entry.lng <= %3$s)' end,
      box ->> 0, box ->> 1, box ->> 2, box ->> 3));
  end if;
  if params ? 'category' then
    conditions := conditions || jsonb_build_object('category', coalesce((
      select case when filed.leaf then format('entry.category = %L', filed.slug) when filed.level = 1 then format('entry.root = %L', filed.slug)
        else format('entry.root = %L and entry.ord between %s and %s', private.root_of(filed.slug), filed.ord_from, filed.ord_to) end
      from public.categories filed where filed.slug = params ->> 'category'), 'false'));
  end if;
  -- Of several choices those that there are count, and that others were ignored is said.
  for column_of in select * from (values ('type', '{sell,wanted,free,swap}'::text[]), ('condition', '{new,like_new,good,fair,for_parts}'),
    ('delivery', '{pickup,ship}'), ('seller_type', '{private,business}')) as known (name, choices) where params ? known.name
  loop
    chosen := private.choice_param(params, column_of.name, column_of.choices);
    if chosen is not null then
      -- Beside words the marks are looked up in the same index as these.
      conditions := conditions || jsonb_build_object(column_of.name, case when query is not null and column_of.name in ('condition', 'delivery')
        then format('entry.document @@ %L::tsquery', (select string_agg(quote_literal(left(column_of.name, 1) || ':' || choice), '|') from unnest(chosen) as choice))
        -- Who picks up takes "both" as well, who wants it sent too.
        else format('entry.%I = any(%L::text[])', column_of.name, case when column_of.name = 'delivery' then array_append(chosen, 'both') else chosen end) end);
    end if;
    if chosen is null and params -> column_of.name <> '[]' or private.choice_param(params, column_of.name, null) <> chosen then
      ignored := ignored || column_of.name;
    end if;
  end loop;
  select conditions || coalesce(jsonb_object_agg(name, condition) filter (where condition is not null), '{}'),
    ignored || coalesce(array_agg(name order by name) filter (where condition is null), '{}')
  into conditions, ignored from private.attribute_conditions(params -> 'attributes', params ->> 'category');
end
$$;

create or replace function private.conditions_sql(conditions jsonb) returns text
language sql immutable
set search_path = ''
return (select string_agg(value, ' and ') from jsonb_each_text(conditions));

-- How many ads fit, exactly up to 10,000; 10,001 for more.
create or replace function private.count_found(conditions jsonb) returns integer
language plpgsql stable
set search_path = ''
as $$
declare
  found integer;
begin
  execute format('select count(*) from (select from public.listing_search entry where %s limit 10001) as found', private.conditions_sql(conditions)) into found;
  return found;
end
$$;
