-- search_listings(params): the one door to search, for everybody. See marketplace/database/README.md for the parameters.

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

create function private.search_total(conditions jsonb) returns bigint
language plpgsql stable
set search_path = ''
as $$
declare
  total bigint;
begin
  -- The whole market or one whole category: the counters know.
  if conditions ->> 'always' = 'entry.expires_at > now()' and conditions - '{always,category}'::text[] = '{}' then
    execute 'select coalesce(sum(counter.ads), 0) from private.category_counters counter
      join public.categories leaf on leaf.slug = counter.category
      cross join lateral (select leaf.slug as category, private.root_of(leaf.slug) as root, leaf.ord_from as ord) as entry where '
      || coalesce(conditions ->> 'category', 'true') into total;
    return total;
  end if;
  execute 'select count(*) from public.listing_search entry where ' || private.all_conditions(conditions) into total;
  return total;
end
$$;

create function private.search_facets(conditions jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  facets jsonb;
begin
  execute format($sql$
    with base as materialized (
      select entry.category, entry.condition, entry.type, entry.delivery, count(*) as ads,
        %1$s as by_category, %2$s as by_condition, %3$s as by_type, %4$s as by_delivery, %5$s as by_price
      from public.listing_search entry where %6$s
      group by 1, 2, 3, 4, 6, 7, 8, 9, 10
    ),
    leaves as (
      select category, sum(ads) as ads from base
      where by_condition and by_type and by_delivery and by_price group by category
    ),
    prices as materialized (
      select entry.price_minor as price from public.listing_search entry
      where %6$s and %1$s and %2$s and %3$s and %4$s and entry.price_minor is not null and entry.type in ('sell', 'wanted')
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
      select least(19, floor((price - low) * 20 / (knee - low)))::integer as bar, count(*) as ads from prices, spread group by 1
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
    coalesce(conditions ->> 'price', 'true'), conditions ->> 'always')
  into facets;
  return facets;
end
$$;
comment on function private.search_facets(jsonb) is 'Counts per choice under all other filters, so that each number is what choosing it would give.';

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

-- The best matches. Up to 1,000 hits all are ranked; of more, the newest 500 with all words in the title and the
-- newest 500 altogether: nobody reads further, and ranking costs reading each document.
create function private.ranked_page(conditions jsonb, ranking tsquery, words text[], cursor jsonb, anchor timestamptz, lim integer,
  distance text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  page jsonb;
  filters text := private.all_conditions(conditions);
  title_query text := (select string_agg(quote_literal('t:' || private.stem(word)) || case when place = cardinality(words) then ':*' else '' end, '&')
    from unnest(words) with ordinality as typed (word, place));
  exact_query text := (select string_agg('(' || private.word_query(word, false)::text || ')', '&') from unnest(words) as word);
  hits integer;
  candidates text;
begin
  execute format('select count(*) from (select from public.listing_search entry where %s limit 1001) as found', filters) into hits;
  -- Taken out of its compressed place once (by the concatenation), the document is read three times below.
  candidates := format('select entry.listing_id, entry.lat, entry.lng, entry.published_at, entry.quality, entry.state,
    entry.document || '''' as document from public.listing_search entry where %s', case when hits <= 1000 then filters
    else format('entry.listing_id in (
      (select entry.listing_id from public.listing_search entry where %1$s and entry.document @@ %2$L::tsquery order by entry.published_at desc limit 500)
      union (select entry.listing_id from public.listing_search entry where %1$s order by entry.published_at desc limit 500))',
      filters, title_query) end);
  execute format($sql$
    with candidates as materialized (%1$s)
    select jsonb_agg(jsonb_build_object('id', found.listing_id, 'k', found.score, 'item',
      entry.card || jsonb_build_object('distance_km', round(found.away::numeric, 1))) order by found.score desc, found.listing_id desc)
    from (
      select scored.listing_id, scored.score, scored.away from (
        select entry.listing_id, %2$s as away,
          (ts_rank('{0.1, 0.4, 0.6, 1}', entry.document, %3$L::tsquery, 0)::float8
            + case when entry.document @@ %4$L::tsquery then 0.5 else 0 end
            -- Whole words before words that only begin so ("couch" before "couchages").
            + case when entry.document @@ %8$L::tsquery then 0.3 else 0 end)
          -- Half of the freshness bonus is gone after 14 days; it can turn near-equals around, not good and bad.
          * (0.85 + 0.15 * exp(-0.0495 * greatest(0, extract(epoch from %5$L::timestamptz - entry.published_at)::float8 / 86400)))
          * (0.94 + 0.02 * entry.quality)
          * case when entry.state = 'reserved' then 0.95 else 1 end
          * case when %2$s is null then 1 else 0.7 + 0.3 * exp(-(%2$s) / 20) end as score
        from candidates as entry) as scored
      where %6$s
      order by scored.score desc, scored.listing_id desc limit %7$s) as found
    join public.listing_search entry on entry.listing_id = found.listing_id
    $sql$, candidates, distance, ranking, title_query, anchor,
    case when cursor is not null then format('(scored.score, scored.listing_id) < (%L::float8, %L::uuid)', cursor ->> 'k', cursor ->> 'id')
      else 'true' end, lim, exact_query)
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
  given jsonb := case when jsonb_typeof(params) = 'object' then jsonb_strip_nulls(params) else '{}' end;
  lim integer := greatest(1, least(48, coalesce(private.number_param(given, 'limit', -1000, 1000000)::integer, 24)));
  understood record;
  sort text;
  cursor jsonb;
  anchor timestamptz;
  conditions jsonb;
  distance text := 'null::float8';
  page jsonb;
  rest jsonb;
begin
  select * into understood from private.understand_query(given ->> 'q');
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
    when 'relevance' then private.ranked_page(conditions, understood.ranking, understood.words, cursor, anchor, lim + 1, distance)
    when 'newest' then private.search_page(conditions, 'entry.published_at', true, cursor, 'timestamptz', lim + 1, distance)
    when 'price_asc' then private.search_page(conditions, 'entry.price_low', false, cursor, 'integer', lim + 1, distance)
    when 'price_desc' then private.search_page(conditions, 'entry.price_high', true, cursor, 'integer', lim + 1, distance)
    else private.search_page(conditions, format('coalesce(%s, 99999)', distance), false, cursor, 'float8', lim + 1, distance)
  end;
  rest := page -> lim;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(row -> 'item' order by place), '[]')
      from jsonb_array_elements(page) with ordinality as listed (row, place) where place <= lim),
    'total', private.search_total(conditions),
    'facets', case when given -> 'facets' = 'true' or given ->> 'facets' = 'true' then private.search_facets(conditions) end,
    'next_cursor', case when rest is not null then private.encode_cursor(
      jsonb_build_object('s', sort, 'k', page -> (lim - 1) -> 'k', 'id', page -> (lim - 1) -> 'id', 'at', anchor)) end,
    'sort', sort,
    'corrections', coalesce(understood.corrections, '[]'),
    'dropped_words', to_jsonb(coalesce(understood.dropped, '{}')));
end
$$;
comment on function public.search_listings(jsonb) is 'Ads on offer that fit: items, total, facets (when asked for) and the cursor of the next page. For everybody.';
grant execute on function public.search_listings(jsonb) to anon, authenticated;
