-- search_listings(params): the one door to search, for everybody. Shapes and meanings: marketplace/contract/search/search.ts.

-- The order that applies and the place to go on from. A cursor belongs to one way of sorting: with another it would skip ads.
create or replace function private.order_of(params jsonb, has_words boolean, out sort text, out cursor jsonb)
language plpgsql stable
set search_path = ''
as $$
begin
  sort := coalesce(params ->> 'sort', 'relevance');
  if not sort = any('{relevance,newest,price_asc,price_desc,distance}') then
    raise exception using errcode = '22023', message = 'sort must be relevance, newest, price_asc, price_desc or distance.';
  elsif sort = 'distance' and not params ?& '{lat,lng}'::text[] then
    raise exception using errcode = '22023', message = 'Sorting by distance needs lat and lng.';
  end if;
  sort := case when sort = 'relevance' and not has_words then 'newest' else sort end;
  if not params ? 'cursor' then
    return;
  end if;
  begin
    cursor := convert_from(decode(translate(params ->> 'cursor', '-_', '+/') || repeat('=', (4 - char_length(params ->> 'cursor') % 4) % 4), 'base64'), 'UTF8')::jsonb;
    if coalesce(cursor ->> 's' <> sort and not (cursor ->> 's' in ('rows', 'titled', 'common') and sort = 'relevance'), true)
      or cursor ->> 'id' is null or cursor ->> 'k' is null then
      raise exception 'cursor of another search';
    end if;
    perform (cursor ->> 'id')::uuid, (cursor ->> 'at')::timestamptz, (cursor ->> 'total')::integer,
      case when cursor ->> 's' in ('newest', 'titled', 'common') then (cursor ->> 'k')::timestamptz is null when sort like 'price%' then (cursor ->> 'k')::integer is null
        else (cursor ->> 'k')::float8 is null end,
      (select sum(weight::float8) from jsonb_array_elements_text(coalesce(cursor -> 'w', '[]')) as weight);
  exception when others then
    raise exception using errcode = '22023', message = 'The cursor does not belong to this search. Start again from the first page.';
  end;
end
$$;

-- One page in an order that no words decide.
create or replace function private.sorted_page(conditions jsonb, sort text, cursor jsonb, lim integer, distance text, total integer) returns jsonb
language plpgsql stable
set search_path = ''
set enable_seqscan = on
set enable_indexscan = on
set enable_bitmapscan = on
as $$
declare
  page jsonb;
  keyed text := case sort when 'newest' then 'entry.published_at' when 'price_asc' then 'entry.price_low' when 'price_desc' then 'entry.price_high'
    -- Ads without a place come last.
    else format('coalesce(%s, 99999)', distance) end;
  key_type text := case sort when 'newest' then 'timestamptz' when 'distance' then 'float8' else 'integer' end;
  direction text := case when sort in ('newest', 'price_desc') then 'desc' else 'asc' end;
begin
  -- Ads with common words are met soon in any order, others are looked up by their words: how common they are the planner does not know.
  perform set_config('enable_seqscan', case when conditions ?| '{q,what}' then 'off' else 'on' end, true),
    set_config('enable_indexscan', case when conditions ?| '{q,what}' and total <= 10000 then 'off' else 'on' end, true),
    set_config('enable_bitmapscan', case when conditions ?| '{q,what}' and total > 10000 then 'off' else 'on' end, true);
  execute format($sql$
    select jsonb_agg(jsonb_build_object('id', found.listing_id, 'k', found.key, 'item',
      entry.card || jsonb_build_object('distance_km', round(found.away::numeric, 1))) order by found.key %1$s, found.listing_id %1$s)
    from (
      select entry.listing_id, %2$s as key, %3$s as away from public.listing_search entry where %4$s %5$s
      order by %2$s %1$s, entry.listing_id %1$s limit %6$s) as found
    join public.listing_search entry on entry.listing_id = found.listing_id
    $sql$, direction, keyed, distance, private.conditions_sql(conditions),
    case when cursor is not null then format('and (%s, entry.listing_id) %s (%L::%s, %L::uuid)', keyed,
      case direction when 'desc' then '<' else '>' end, cursor ->> 'k', key_type, cursor ->> 'id') else '' end, lim)
  into page;
  return coalesce(page, '[]');
end
$$;

-- Security definer: reads the search index, which holds public facts only and has no policies to get in the way of its indexes.
create or replace function public.search_listings(params jsonb default '{}') returns jsonb
language plpgsql stable security definer
set search_path = ''
set max_parallel_workers_per_gather = 0
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  -- With fewer ads than these, others that nearly fit are offered as well, and it is said what stands in the way.
  few constant integer := 10;
  very_few constant integer := 5;
  given jsonb := private.checked_params(params);
  lim integer := greatest(1, least(48, coalesce((given ->> 'limit')::float8::integer, 24)));
  read jsonb := private.read_filters(given);
  understood private.understood;
  better private.understood;
  asked record;
  ordered record;
  distance text := private.distance_sql(given);
  total integer;
  way text;
  -- Scores fade with time and weigh words by what there is: all pages of one search are scored as of its first page.
  anchor timestamptz := now();
  page jsonb;
  close_page jsonb := '[]';
  why jsonb;
begin
  given := given || coalesce(read - 'place', '{}');
  understood := private.understand_query(given ->> 'q');
  ordered := private.order_of(given, understood.query is not null);
  if ordered.cursor is not null then
    anchor := coalesce((ordered.cursor ->> 'at')::timestamptz, anchor);
    if jsonb_typeof(ordered.cursor -> 'w') = 'array' and jsonb_array_length(ordered.cursor -> 'w') = jsonb_array_length(understood.terms) then
      understood.terms := (
        select jsonb_agg(term || jsonb_build_object('rarity', ordered.cursor -> 'w' -> (place - 1)::integer) order by place)
        from jsonb_array_elements(understood.terms) with ordinality as each (term, place));
    end if;
  end if;
  loop
    asked := private.search_conditions(given, understood.query, understood.being);
    total := coalesce((ordered.cursor ->> 'total')::integer, private.count_found(asked.conditions));
    exit when total > 0 or better is not null or coalesce(cardinality(understood.words), 0) < 2 or private.hits(understood.query, 1) > 0;
    better := private.understand_query(given ->> 'q', understood);
    exit when private.hits(better.query, 1) = 0;
    understood := better;
  end loop;
  if ordered.sort = 'relevance' then
    select ranked.page, ranked.way into page, way from private.ranked_page(asked.conditions, understood, total, ordered.cursor, anchor, lim + 1, distance) as ranked;
  else
    page := private.sorted_page(asked.conditions, ordered.sort, ordered.cursor, lim + 1, distance, total);
    way := ordered.sort;
  end if;
  if ordered.sort = 'relevance' and ordered.cursor is null and jsonb_array_length(page) < least(few, lim) then
    close_page := private.close_page(asked.conditions, given, understood, anchor, lim - jsonb_array_length(page), distance);
  end if;
  if given ->> 'explain' = 'true' then
    why := private.why_found(array(select (row ->> 'id')::uuid from jsonb_array_elements(page || close_page) as row), understood, distance, anchor);
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(row -> 'item' || case when why is null then '{}' else jsonb_build_object('why', why -> (row ->> 'id')) end order by place), '[]')
      from jsonb_array_elements(page) with ordinality as listed (row, place) where place <= lim),
    'close_items', (select coalesce(jsonb_agg(row -> 'item' || case when why is null then '{}' else jsonb_build_object('why', why -> (row ->> 'id')) end order by place), '[]')
      from jsonb_array_elements(close_page) with ordinality as listed (row, place)),
    'understood_as', case when cardinality(understood.things) > 0 or read is not null then jsonb_build_object(
      'categories', to_jsonb((private.things_categories(understood.things))[1:3]), 'filters', read) end,
    'total', least(total, 10000),
    'total_is_more', total > 10000,
    'facets', case when given ->> 'facets' = 'true' then private.search_facets(asked.conditions, given, total > 10000) end,
    'facets_are_estimates', given ->> 'facets' is not distinct from 'true' and total > 10000,
    'next_cursor', case when page -> lim is not null then translate(encode(convert_to((
      jsonb_build_object('s', way,
        'total', total, 'k', page -> (lim - 1) -> 'k', 'id', page -> (lim - 1) -> 'id', 'at', anchor)
      || case when ordered.sort = 'relevance' then jsonb_build_object('w', jsonb_path_query_array(understood.terms, '$[*].rarity')) else '{}' end)::text,
      'UTF8'), 'base64'), E'+/=\n', '-_') end,
    'sort', ordered.sort,
    'corrections', coalesce(understood.corrections, '[]'),
    'did_you_mean', case when ordered.cursor is null and understood.query is not null and total < very_few then private.search_meant(given, understood, total) end,
    'relaxed', case when ordered.cursor is null and total < very_few then private.search_relaxed(asked.conditions, given, understood, total) else '[]' end,
    'ignored', to_jsonb(asked.ignored));
end
$$;
comment on function public.search_listings(jsonb) is 'Ads on offer that fit: items, total, facets (when asked for) and the cursor of the next page. For everybody. Its parameters and answer: marketplace/contract/search/search.ts.';
grant execute on function public.search_listings(jsonb) to anon, authenticated;
