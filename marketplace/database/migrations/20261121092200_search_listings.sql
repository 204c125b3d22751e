-- search_listings(params): the one door to search, for everybody.
--
-- Parameters, all optional: q, category, type, condition, delivery, seller_type, with_photo, price_min, price_max,
-- attributes {key: value | [values] | {min, max}}, lat, lng, radius_km, posted_within_days, posted_since, seller, exclude, ids, sort,
-- limit, cursor, facets, explain.
-- Answer: items, close_items, total (exact up to 1,000), total_is_more, facets {category, condition, type, delivery, seller_type,
-- with_photo, posted, price, attributes}, facets_are_estimates, next_cursor, sort, corrections, dropped_words, did_you_mean, relaxed,
-- ignored. Exact shapes and meanings: marketplace/contract/search.ts.

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

create function private.encode_cursor(cursor jsonb) returns text
language sql immutable
set search_path = ''
return translate(encode(convert_to(cursor::text, 'UTF8'), 'base64'), E'+/=\n', '-_');

-- A cursor belongs to one way of sorting: with another it would skip ads.
create function private.decode_cursor(given text, sort text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  cursor jsonb;
begin
  if coalesce(given, '') = '' then
    return null;
  end if;
  cursor := convert_from(decode(translate(given, '-_', '+/') || repeat('=', (4 - char_length(given) % 4) % 4), 'base64'), 'UTF8')::jsonb;
  if cursor ->> 's' is distinct from sort or cursor ->> 'id' is null or cursor ->> 'k' is null then
    raise exception 'cursor of another search';
  end if;
  perform (cursor ->> 'id')::uuid;
  return cursor;
exception when others then
  perform private.search_error('The cursor does not belong to this search. Start again from the first page.');
end
$$;

-- The conditions of a search as SQL, each group apart: a facet is counted without its own group. Every value goes
-- through %L, so that none is read as SQL.
create function private.search_conditions(params jsonb, query tsquery) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  always text[] := array['entry.expires_at > now()'];
  conditions jsonb := '{}';
  lat float8 := private.number_param(params, 'lat', -90, 90);
  lng float8 := private.number_param(params, 'lng', -180, 180);
  radius float8 := private.number_param(params, 'radius_km', 0, 20000);
  days float8 := private.number_param(params, 'posted_within_days', 0, 3650);
  price_min float8 := private.number_param(params, 'price_min', 0, 2000000000);
  price_max float8 := private.number_param(params, 'price_max', 0, 2000000000);
  ids uuid[] := private.uuid_param(params, 'ids');
  seller uuid[] := private.uuid_param(params, 'seller');
  chosen text[];
  filed public.categories;
  reach float8;
begin
  if query is not null then
    always := always || format('entry.document @@ %L::tsquery', query);
  end if;
  chosen := private.search_words(left(array_to_string(private.choice_param(params, 'exclude', null), ' '), 300));
  if cardinality(chosen) > 0 then
    always := always || format('not entry.document @@ %L::tsquery',
      (select string_agg(distinct private.word_query(word, false)::text, '|') from unnest(chosen) as word));
  end if;
  if params ? 'ids' then
    always := always || format('entry.listing_id = any(%L::uuid[])', coalesce(ids, '{}'));
  end if;
  if seller is not null then
    always := always || format('entry.seller_id = any(%L::uuid[])', seller);
  end if;
  if days is not null then
    always := always || format('entry.published_at > now() - %L::interval', days * interval '1 day');
  end if;
  if radius is not null and lat is not null and lng is not null then
    reach := least(180, radius / greatest(0.01, 111.195 * cos(radians(lat))));
    always := always || format('entry.lat between %s and %s', lat - radius / 111.195, lat + radius / 111.195);
    -- Next to the date line the box has two parts; the distance below decides there.
    if lng - reach > -180 and lng + reach < 180 then
      always := always || format('entry.lng between %s and %s', lng - reach, lng + reach);
    end if;
    always := always || format('private.distance_km(%s, %s, entry.lat, entry.lng) <= %s', lat, lng, radius);
  end if;
  conditions := jsonb_build_object('always', array_to_string(always, ' and '));

  if coalesce(params ->> 'category', '') <> '' then
    select * into filed from public.categories category where category.slug = params ->> 'category';
    if query is not null and filed.level > 0 then
      -- The same in the words' own index, so that only ads with both are read.
      conditions := conditions || jsonb_build_object('filed', format('entry.document @@ %L::tsquery', case
        when filed.leaf then format('''c:%s''', filed.slug) else format('''r:%s''', private.root_of(filed.slug)) end));
    end if;
    conditions := conditions || jsonb_build_object('category', case
      when filed.slug is null then 'false'
      when filed.leaf then format('entry.category = %L', filed.slug)
      when filed.level = 1 then format('entry.root = %L', filed.slug)
      else format('entry.root = %L and entry.ord between %s and %s', private.root_of(filed.slug), filed.ord_from, filed.ord_to)
    end);
  end if;
  chosen := private.choice_param(params, 'type', '{sell,wanted,free,swap}');
  if chosen is not null then
    conditions := conditions || jsonb_build_object('type', format('entry.type = any(%L::text[])', chosen));
  end if;
  chosen := private.choice_param(params, 'condition', '{new,like_new,good,fair,for_parts}');
  if chosen is not null then
    conditions := conditions || jsonb_build_object('condition', format('entry.condition = any(%L::text[])', chosen));
  end if;
  chosen := private.choice_param(params, 'delivery', '{pickup,ship,both}');
  if chosen is not null then
    -- Who picks up takes "both" as well, who wants it sent too.
    conditions := conditions || jsonb_build_object('delivery', format('entry.delivery = any(%L::text[])', array_append(chosen, 'both')));
  end if;
  if price_min is not null or price_max is not null then
    conditions := conditions || jsonb_build_object('price', format('entry.price_minor between %s and %s',
      coalesce(floor(price_min), 0)::bigint, coalesce(floor(price_max), 2147483647)::bigint));
  end if;
  return conditions;
end
$$;

create function private.all_conditions(conditions jsonb) returns text
language sql immutable
set search_path = ''
return (select string_agg(value, ' and ') from jsonb_each_text(conditions) as each (key, value));

-- Rows of one page for a keyset order: `keyed` is the sort key, always together with the id.
create function private.search_page(conditions jsonb, keyed text, descending boolean, cursor jsonb, key_type text, lim integer,
  distance text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  page jsonb;
  direction text := case when descending then 'desc' else 'asc' end;
begin
  execute format($sql$
    select jsonb_agg(jsonb_build_object('id', found.listing_id, 'k', found.key, 'item',
      found.card || jsonb_build_object('distance_km', round(found.away::numeric, 1))) order by found.key %1$s, found.listing_id %1$s)
    from (
      select entry.listing_id, entry.card, %2$s as key, %3$s as away
      from public.listing_search entry where %4$s %5$s
      order by %2$s %1$s, entry.listing_id %1$s limit %6$s) as found
    $sql$, direction, keyed, distance, private.all_conditions(conditions),
    case when cursor is not null then format('and (%s, entry.listing_id) %s (%L::%s, %L::uuid)', keyed,
      case when descending then '<' else '>' end, cursor ->> 'k', key_type, cursor ->> 'id') else '' end,
    lim)
  into page;
  return coalesce(page, '[]');
end
$$;

-- Security definer: reads the search index, which holds public facts only and has no policies to get in the way of its indexes.
create function public.search_listings(params jsonb default '{}') returns jsonb
language plpgsql stable security definer
set search_path = ''
set enable_seqscan = on
set enable_indexscan = on
as $$
declare
  -- With fewer ads than this, others that nearly fit are offered as well.
  few constant integer := 10;
  given jsonb := case when jsonb_typeof(params) = 'object' then jsonb_strip_nulls(params) else '{}' end;
  lim integer := greatest(1, least(48, coalesce(private.number_param(given, 'limit', -1000, 1000000)::integer, 24)));
  understood private.understood;
  sort text;
  cursor jsonb;
  anchor timestamptz;
  conditions jsonb;
  distance text := 'null::float8';
  page jsonb;
  close_page jsonb := '[]';
  rest jsonb;
  total bigint;
  total_is_estimate boolean;
  facets jsonb;
  halvings integer;
begin
  understood := private.understand_query(given ->> 'q');
  if understood.query is not null then
    -- Words are looked up in their index, whatever the planner guesses; the settings above put this back at the end.
    perform set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true);
  end if;
  sort := coalesce(nullif(given ->> 'sort', ''), case when understood.query is null then 'newest' else 'relevance' end);
  if not sort = any('{relevance,newest,price_asc,price_desc,distance}') then
    perform private.search_error('sort must be relevance, newest, price_asc, price_desc or distance.');
  end if;
  if sort = 'relevance' and understood.query is null then
    sort := 'newest';
  end if;
  if given ->> 'lat' <> '' and given ->> 'lng' <> '' then
    distance := format('private.distance_km(%s, %s, entry.lat, entry.lng)',
      private.number_param(given, 'lat', -90, 90), private.number_param(given, 'lng', -180, 180));
  elsif sort = 'distance' then
    perform private.search_error('Sorting by distance needs lat and lng.');
  end if;
  cursor := private.decode_cursor(given ->> 'cursor', sort);
  -- Scores fade with time: all pages of one search are scored as of its first page.
  anchor := coalesce((cursor ->> 'at')::timestamptz, now());
  conditions := private.search_conditions(given, understood.query);

  page := case sort
    when 'relevance' then private.ranked_page(conditions, understood, cursor, anchor, lim + 1, distance, 1000)
    when 'newest' then private.search_page(conditions, 'entry.published_at', true, cursor, 'timestamptz', lim + 1, distance)
    when 'price_asc' then private.search_page(conditions, 'entry.price_low', false, cursor, 'integer', lim + 1, distance)
    when 'price_desc' then private.search_page(conditions, 'entry.price_high', true, cursor, 'integer', lim + 1, distance)
    else private.search_page(conditions, format('coalesce(%s, 99999)', distance), false, cursor, 'float8', lim + 1, distance)
  end;
  rest := page -> lim;
  if sort = 'relevance' and cursor is null and jsonb_array_length(page) < least(few, lim) and jsonb_array_length(understood.terms) > 1 then
    close_page := private.close_page(private.search_conditions(given, null), understood, anchor, lim - jsonb_array_length(page), distance);
  end if;
  if given -> 'facets' = 'true' or given ->> 'facets' = 'true' then
    halvings := private.sample_halvings(conditions ->> 'always');
    facets := private.search_facets(conditions, halvings);
  end if;
  if halvings > 0 and understood.query is not null and conditions - 'always' = '{}' then
    -- Without filters every ad that fits has been counted under its type just now.
    select coalesce(sum((choice ->> 'count')::bigint), 0), true into total, total_is_estimate
    from jsonb_array_elements(facets -> 'type') as choice;
  else
    select counted.total, counted.is_estimate into total, total_is_estimate from private.search_total(conditions) as counted;
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(row -> 'item' order by place), '[]')
      from jsonb_array_elements(page) with ordinality as listed (row, place) where place <= lim),
    'close_items', (select coalesce(jsonb_agg(row -> 'item' order by place), '[]')
      from jsonb_array_elements(close_page) with ordinality as listed (row, place)),
    'total', total,
    'total_is_estimate', total_is_estimate,
    'facets', facets,
    'facets_are_estimates', coalesce(halvings > 0, false),
    'next_cursor', case when rest is not null then private.encode_cursor(
      jsonb_build_object('s', sort, 'k', page -> (lim - 1) -> 'k', 'id', page -> (lim - 1) -> 'id', 'at', anchor)) end,
    'sort', sort,
    'corrections', coalesce(understood.corrections, '[]'),
    'dropped_words', to_jsonb(coalesce(understood.dropped, '{}')));
end
$$;
comment on function public.search_listings(jsonb) is 'Ads on offer that fit: items, total, facets (when asked for) and the cursor of the next page. For everybody.';
grant execute on function public.search_listings(jsonb) to anon, authenticated;
