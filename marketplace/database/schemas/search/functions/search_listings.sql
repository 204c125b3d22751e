-- search_listings(params): the one door to search, for everybody. Shapes and meanings: marketplace/contract/search/search.ts.

-- A search as it is answered: its parameters with the filters among its words, what it was understood as, and its conditions in SQL.
create or replace function private.asked_search(params jsonb, out given jsonb, out understood private.understood, out understood_as jsonb, out conditions jsonb,
  out ignored text[])
language plpgsql stable
set search_path = ''
as $$
declare
  read jsonb;
begin
  given := private.checked_params(params);
  read := private.read_filters(given);
  given := given || coalesce(read - 'place', '{}');
  understood := private.understand_query(given ->> 'q');
  understood_as := case when cardinality(understood.things) > 0 or read is not null then jsonb_build_object(
    'categories', to_jsonb((private.things_categories(understood.things))[1:3]), 'filters', read) end;
  select asked.conditions, asked.ignored into conditions, ignored from private.search_conditions(given, understood.query, understood.being) as asked;
end
$$;

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
    perform from jsonb_to_record(cursor) as read (s text, k text, id uuid, at timestamptz, total integer, w float8[])
    where read.id is not null and (s = sort or sort = 'relevance' and s in ('titled', 'common'))
      and case when s in ('newest', 'titled', 'common') then k::timestamptz is not null when s like 'price%' then k::integer is not null else k::float8 is not null end;
    if not found then
      raise data_exception;
    end if;
  exception when data_exception then
    raise exception using errcode = '22023', message = 'The cursor does not belong to this search. Start again from the first page.';
  end;
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
  asked record := private.asked_search(params);
  given jsonb := asked.given;
  understood private.understood := asked.understood;
  lim integer := greatest(1, least(48, coalesce((given ->> 'limit')::float8::integer, 24)));
  ordered record := private.order_of(given, understood.query is not null);
  distance text := private.distance_sql(given);
  total integer := coalesce((ordered.cursor ->> 'total')::integer, private.count_found(asked.conditions));
  way text;
  -- Scores fade with time and weigh words by what there is: all pages of one search are scored as of its first page.
  anchor timestamptz := now();
  page jsonb;
  close_page jsonb := '[]';
  meant jsonb;
  why jsonb;
begin
  if ordered.cursor is not null then
    anchor := coalesce((ordered.cursor ->> 'at')::timestamptz, anchor);
    if jsonb_typeof(ordered.cursor -> 'w') = 'array' and jsonb_array_length(ordered.cursor -> 'w') = jsonb_array_length(understood.terms) then
      understood.terms := (
        select jsonb_agg(term || jsonb_build_object('rarity', ordered.cursor -> 'w' -> (place - 1)::integer) order by place)
        from jsonb_array_elements(understood.terms) with ordinality as each (term, place));
    end if;
  end if;
  select shown.page, shown.way into page, way
  from private.search_page(asked.conditions, understood, total, ordered.sort, ordered.cursor, anchor, lim + 1, distance) as shown;
  if ordered.cursor is null and understood.query is not null and total < very_few then
    meant := private.search_meant(given, understood, total);
  end if;
  if ordered.sort = 'relevance' and ordered.cursor is null and jsonb_array_length(page) < least(few, lim) then
    close_page := private.close_page(asked.conditions, given, understood, meant ->> 'q', anchor, lim - jsonb_array_length(page), distance);
  end if;
  if given ->> 'explain' = 'true' then
    why := private.why_found(array(select (row ->> 'id')::uuid from jsonb_array_elements(page || close_page) as row), understood, distance, anchor);
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(row -> 'item' || case when why is null then '{}' else jsonb_build_object('why', why -> (row ->> 'id')) end order by place), '[]')
      from jsonb_array_elements(page) with ordinality as listed (row, place) where place <= lim),
    'close_items', (select coalesce(jsonb_agg(row -> 'item' || case when why is null then '{}' else jsonb_build_object('why', why -> (row ->> 'id')) end order by place), '[]')
      from jsonb_array_elements(close_page) with ordinality as listed (row, place)),
    'understood_as', asked.understood_as,
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
    'did_you_mean', meant,
    'relaxed', case when ordered.cursor is null and total < very_few then private.search_relaxed(asked.conditions, given, understood, total) else '[]' end,
    'ignored', to_jsonb(asked.ignored));
end
$$;
comment on function public.search_listings(jsonb) is 'Ads on offer that fit: items, total, facets (when asked for) and the cursor of the next page. For everybody. Its parameters and answer: marketplace/contract/search/search.ts.';
grant execute on function public.search_listings(jsonb) to anon, authenticated;
