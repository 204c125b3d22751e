-- From the parameters of a search to conditions in SQL, each parameter apart: a facet is counted without its own, and what stands in
-- the way is found by leaving out one after the other.

create function private.distance_km(from_lat float8, from_lng float8, to_lat float8, to_lng float8) returns float8
language sql immutable parallel safe
return 12742 * asin(sqrt(least(1, power(sin(radians(to_lat - from_lat) / 2), 2)
  + cos(radians(from_lat)) * cos(radians(to_lat)) * power(sin(radians(to_lng - from_lng) / 2), 2))));
comment on function private.distance_km(float8, float8, float8, float8) is 'Great circle, by the haversine formula.';

create function private.search_error(problem text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = '22023', message = problem;
end
$$;

-- A parameter as a number, null when absent; anything else is said plainly.
create function private.number_param(params jsonb, key text, low float8, high float8) returns float8
language plpgsql stable
set search_path = ''
as $$
declare
  given text := params ->> key;
begin
  if given is null or given = '' then
    return null;
  end if;
  if given !~ '^-?\d{1,12}(\.\d{1,12})?$' or given::float8 not between low and high then
    perform private.search_error(format('%s must be a number from %s to %s.', key, low, high));
  end if;
  return given::float8;
end
$$;

-- A parameter that is one of some words, or a list of them; unknown words are ignored, as a stale link may carry them.
create function private.choice_param(params jsonb, key text, choices text[]) returns text[]
language sql stable
set search_path = ''
return (
  select nullif(array_agg(distinct chosen), '{}')
  from jsonb_array_elements_text(case jsonb_typeof(params -> key)
    when 'array' then params -> key when 'string' then jsonb_build_array(params -> key) else '[]' end) as given (chosen)
  where choices is null or chosen = any(choices)
);

create function private.uuid_param(params jsonb, key text) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  given text[] := private.choice_param(params, key, null);
begin
  return given::uuid[];
exception when invalid_text_representation then
  perform private.search_error(format('%s must be a UUID.', key));
end
$$;

create function private.time_param(params jsonb, key text) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  given text := nullif(params ->> key, '');
begin
  if given !~ '^\d{4}-\d{2}-\d{2}' then
    perform private.search_error(format('%s must be a time such as 2026-11-21T09:00:00Z.', key));
  end if;
  return given::timestamptz;
exception when invalid_datetime_format or datetime_field_overflow then
  perform private.search_error(format('%s must be a time such as 2026-11-21T09:00:00Z.', key));
end
$$;

-- The squares that a box of degrees touches, on the finer grid if they are few enough; null where even the coarser has too many.
-- East of the date line it goes on beyond 180.
create function private.marks_in_box(south float8, west float8, north float8, east float8) returns tsquery
language sql immutable
set search_path = ''
begin atomic
  with grid as (
    select scale from unnest('{10,1}'::integer[]) as scale
    where ((north - south) * scale + 1) * ((east - west) * scale + 1) <= 200 order by scale desc limit 1
  )
  select string_agg(distinct format('''g:%s:%s:%s''', scale, up, mod(mod(aside, 360 * scale) + 360 * scale, 360 * scale)), '|')::tsquery
  from grid, generate_series(floor(south * scale)::integer, floor(north * scale)::integer) as up,
    generate_series(floor((west + 180) * scale)::integer, floor((east + 180) * scale)::integer) as aside;
end;

create function private.marks_within(lat float8, lng float8, radius_km float8) returns tsquery
language sql immutable
set search_path = ''
begin atomic
  select private.marks_in_box(lat - up, lng - aside, lat + up, lng + aside) from (
    select radius_km / 111 + 0.001 as up, radius_km / (111 * greatest(0.02, cos(radians(least(89, abs(lat) + radius_km / 111))))) + 0.001 as aside) as reach;
end;

-- One condition. `exact` is SQL about a row named `entry`. `marks` finds all such rows, or some more, by the index of words; where
-- it finds no others (`whole`), nothing is left to compare.
create function private.condition(exact text, marks tsquery default null, whole boolean default false) returns jsonb
language sql immutable
set search_path = ''
return jsonb_build_object('exact', exact, 'marks', marks::text, 'whole', whole and marks is not null);

create function private.any_mark(prefix text, chosen text[]) returns tsquery
language sql immutable
set search_path = ''
return (select string_agg(quote_literal(prefix || value), '|') from unnest(chosen) as value)::tsquery;

-- All conditions as SQL. By marks where the index of words is to find the ads, else for the other indexes. Of words in a `sample` (or the
-- newest) few are left: choices that half of all ads meet are compared there, which is cheaper than reading their long lists.
create function private.conditions_sql(conditions jsonb, by_marks boolean, sample tsquery default null) returns text
language sql immutable
set search_path = ''
begin atomic
  with chosen as (
    select condition, by_marks and not (sample is not null and conditions ?| '{q,grade}'
      and name = any('{type,condition,delivery,seller_type,with_photo}'::text[])) as by_marks
    from jsonb_each(conditions) as each (name, condition)
  )
  select concat_ws(' and ', string_agg(condition ->> 'exact', ' and ') filter (where not (chosen.by_marks and (condition -> 'whole')::boolean)),
    'entry.document @@ ' || quote_literal(nullif(concat_ws('&', string_agg('(' || (condition ->> 'marks') || ')', '&') filter (where chosen.by_marks),
      '(' || sample::text || ')'), '')) || '::tsquery')
  from chosen;
end;

create function private.category_condition(slug text) returns jsonb
language sql stable
set search_path = ''
begin atomic
  select coalesce((
    select private.condition(case
        when filed.leaf then format('entry.category = %L', filed.slug)
        when filed.level = 1 then format('entry.root = %L', filed.slug)
        else format('entry.root = %L and entry.ord between %s and %s', private.root_of(filed.slug), filed.ord_from, filed.ord_to) end,
      quote_literal('c:' || filed.slug)::tsquery, true)
    from public.categories filed where filed.slug = category_condition.slug), private.condition('false'));
end;

create function private.radius_condition(lat float8, lng float8, radius_km float8) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  reach float8 := least(180, radius_km / greatest(0.01, 111.195 * cos(radians(lat))));
  box text := format('entry.lat between %s and %s', lat - radius_km / 111.195, lat + radius_km / 111.195);
begin
  -- Next to the date line the box has two parts; the distance decides there.
  if lng - reach > -180 and lng + reach < 180 then
    box := box || format(' and entry.lng between %s and %s', lng - reach, lng + reach);
  end if;
  return private.condition(box || format(' and private.distance_km(%s, %s, entry.lat, entry.lng) <= %s', lat, lng, radius_km),
    private.marks_within(lat, lng, radius_km));
end
$$;

-- A part of a map, as [west, south, east, north]; over the date line west is greater than east.
create function private.box_param(params jsonb) returns float8[]
language plpgsql stable
set search_path = ''
as $$
declare
  box float8[];
begin
  if coalesce(params -> 'box', 'null') in ('null', '""', '[]') then
    return null;
  end if;
  if jsonb_typeof(params -> 'box') = 'array' then
    box := array(select case jsonb_typeof(side) when 'number' then side::float8 end
      from jsonb_array_elements(params -> 'box') with ordinality as given (side, place) order by place);
  end if;
  if (cardinality(box) = 4 and box[1] between -180 and 180 and box[3] between -180 and 180 and box[2] between -90 and 90 and box[4] between box[2] and 90) is not true then
    perform private.search_error('box must be [west, south, east, north] in degrees.');
  end if;
  return box;
end
$$;

create function private.box_condition(west float8, south float8, east float8, north float8) returns jsonb
language sql immutable
set search_path = ''
return private.condition(format('entry.lat between %s and %s and ', south, north)
    || format(case when west <= east then 'entry.lng between %s and %s' else '(entry.lng >= %s or entry.lng <= %s)' end, west, east),
  private.marks_in_box(south, west, north, case when west <= east then east else east + 360 end));

-- Conditions by attributes, named `attributes.<key>`. What no category in reach knows, or what means nothing for its type, is ignored.
create function private.attribute_conditions(wanted jsonb, category text, inout conditions jsonb, out ignored text[])
language plpgsql stable
set search_path = ''
as $$
declare
  filter record;
  met private.attribute_condition;
begin
  ignored := '{}';
  for filter in
    select asked.key, asked.value, (
      select defined.type from private.attribute_definitions defined
      join public.categories filed on filed.slug = defined.category
      left join public.categories chosen on chosen.slug = attribute_conditions.category
      where defined.key = asked.key and (chosen.slug is null or filed.ord_from between chosen.ord_from and chosen.ord_to)
      -- A key that is a number here and a choice there: by what is asked.
      order by private.is_number_type(defined.type) = (jsonb_typeof(asked.value) in ('object', 'number')) desc, defined.place, defined.category limit 1) as type
    from jsonb_each(wanted) as asked (key, value)
    where asked.value not in ('""', '[]', '{}') order by asked.key limit 20
  loop
    met := null;
    if filter.type is not null then
      met := private.attribute_condition(filter.key, filter.type, filter.value);
    end if;
    if met.exact is null then
      ignored := ignored || ('attributes.' || filter.key);
    else
      conditions := conditions || jsonb_build_object('attributes.' || filter.key,
        private.condition(met.exact, met.marks, not private.is_number_type(filter.type)));
    end if;
  end loop;
end
$$;

-- Conditions by the columns with few values.
create function private.choice_conditions(params jsonb, inout conditions jsonb, inout ignored text[])
language plpgsql stable
set search_path = ''
as $$
declare
  column_of record;
  chosen text[];
begin
  for column_of in select * from (values
    ('type', '{sell,wanted,free,swap}'::text[]), ('condition', '{new,like_new,good,fair,for_parts}'),
    ('delivery', '{pickup,ship,both}'), ('seller_type', '{private,business}')) as known (name, choices)
  loop
    chosen := private.choice_param(params, column_of.name, column_of.choices);
    if chosen is not null and column_of.name = 'delivery' then
      -- Who picks up takes "both" as well, who wants it sent too.
      conditions := conditions || jsonb_build_object('delivery', case when 'both' = any(chosen) and cardinality(chosen) = 1
        then private.condition('entry.delivery = ''both''', '''v:delivery:pickup'' & ''v:delivery:ship''', true)
        else private.condition(format('entry.delivery = any(%L::text[])', array_append(chosen, 'both')), private.any_mark('v:delivery:', array_remove(chosen, 'both')), true) end);
    elsif chosen is not null then
      conditions := conditions || jsonb_build_object(column_of.name, private.condition(
        format('entry.%I = any(%L::text[])', column_of.name, chosen), private.any_mark('v:' || column_of.name || ':', chosen), true));
    elsif params -> column_of.name not in ('""', '[]') then
      ignored := ignored || column_of.name;
    end if;
  end loop;
  if params ->> 'with_photo' = 'true' then
    conditions := conditions || jsonb_build_object('with_photo', private.condition('entry.has_photo', '''v:photo''', true));
  end if;
end
$$;

create function private.known_params() returns text[]
language sql immutable
set search_path = ''
return '{q,category,type,condition,delivery,seller_type,with_photo,price_min,price_max,attributes,lat,lng,radius_km,box,posted_within_days,posted_since,
  seller,exclude,ids,sort,limit,cursor,facets,explain}'::text[];

-- The conditions of a search by the name of what asked for them: {name: condition}. Every value goes through %L or a tsquery, so
-- that none is read as SQL. `open` is there always, `q` where there are words.
create function private.search_conditions(params jsonb, query tsquery, out conditions jsonb, out ignored text[])
language plpgsql stable
set search_path = ''
as $$
declare
  lat float8 := private.number_param(params, 'lat', -90, 90);
  lng float8 := private.number_param(params, 'lng', -180, 180);
  radius float8 := private.number_param(params, 'radius_km', 0, 20000);
  days float8 := private.number_param(params, 'posted_within_days', 0, 3650);
  since timestamptz := private.time_param(params, 'posted_since');
  low bigint := floor(private.number_param(params, 'price_min', 0, 2000000000));
  high bigint := floor(private.number_param(params, 'price_max', 0, 2000000000));
  box float8[] := private.box_param(params);
  ids uuid[] := private.uuid_param(params, 'ids');
  seller uuid[] := private.uuid_param(params, 'seller');
  words text[] := private.search_words(left(array_to_string(private.choice_param(params, 'exclude', null), ' '), 300));
begin
  ignored := array(select key from jsonb_object_keys(params) as key where key <> all(private.known_params()) order by key limit 20);
  conditions := jsonb_build_object('open', private.condition('entry.expires_at > now()'));
  if query is not null then
    conditions := conditions || jsonb_build_object('q', private.condition(format('entry.document @@ %L::tsquery', query), query, true));
  end if;
  if cardinality(words) > 0 then
    conditions := conditions || jsonb_build_object('exclude', private.condition(format('not entry.document @@ %L::tsquery',
      (select string_agg(distinct private.word_query(word, false)::text, '|') from unnest(words) as word))));
  end if;
  if params ? 'ids' then
    conditions := conditions || jsonb_build_object('ids', private.condition(format('entry.listing_id = any(%L::uuid[])', coalesce(ids, '{}'))));
  end if;
  if seller is not null then
    conditions := conditions || jsonb_build_object('seller', private.condition(format('entry.seller_id = any(%L::uuid[])', seller)));
  end if;
  if days is not null or since is not null then
    conditions := conditions || jsonb_build_object('posted', private.condition(
      format('entry.published_at >= %L::timestamptz', greatest(since, now() - days * interval '1 day'))));
  end if;
  if radius is not null and lat is not null and lng is not null then
    conditions := conditions || jsonb_build_object('radius_km', private.radius_condition(lat, lng, radius));
  elsif radius is not null then
    ignored := ignored || 'radius_km'::text;
  end if;
  if box is not null then
    conditions := conditions || jsonb_build_object('box', private.box_condition(box[1], box[2], box[3], box[4]));
  end if;
  if coalesce(params ->> 'category', '') <> '' then
    conditions := conditions || jsonb_build_object('category', private.category_condition(params ->> 'category'));
  end if;
  if low is not null or high is not null then
    conditions := conditions || jsonb_build_object('price', private.condition(
      -- Said of all three columns, so that whichever order is asked for starts at its own end of the range.
      format('entry.price_minor between %1$s and %2$s and entry.price_low between %1$s and %2$s and entry.price_high between %1$s and %2$s',
        coalesce(low, 0), coalesce(high, 2147483647)),
      private.number_marks_between('.price', coalesce(low, 0), coalesce(high, 2147483647))));
  end if;
  select choices.conditions, choices.ignored into conditions, ignored from private.choice_conditions(params, conditions, ignored) as choices;
  if jsonb_typeof(params -> 'attributes') = 'object' then
    select attributes.conditions, search_conditions.ignored || attributes.ignored into conditions, ignored
    from private.attribute_conditions(params -> 'attributes', params ->> 'category', conditions) as attributes;
  end if;
end
$$;
