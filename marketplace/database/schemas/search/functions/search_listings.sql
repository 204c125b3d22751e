-- Rows of one page for a keyset order: `keyed` is the sort key, always together with the id. `conditions` is SQL.
create or replace function private.search_page(conditions text, keyed text, descending boolean, cursor jsonb, key_type text, lim integer,
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
    $sql$, direction, keyed, distance, conditions,
    case when cursor is not null then format('and (%s, entry.listing_id) %s (%L::%s, %L::uuid)', keyed,
      case when descending then '<' else '>' end, cursor ->> 'k', key_type, cursor ->> 'id') else '' end,
    lim)
  into page;
  return coalesce(page, '[]');
end
$$;

-- One page in the order asked for. Filters that leave few ads are looked up by their marks and sorted; others are met soon enough along the index
-- of the order.
create or replace function private.sorted_page(conditions jsonb, params jsonb, sort text, estimate bigint, cursor jsonb, lim integer, distance text) returns jsonb
language plpgsql stable
set search_path = ''
set enable_seqscan = on
set enable_indexscan = on
as $$
declare
  by_marks boolean := private.is_looked_up(conditions, params ->> 'category', sort, estimate, lim);
  filters text := private.conditions_sql(conditions, by_marks);
begin
  -- None is exact: there is nothing to look for.
  if estimate = 0 then
    return '[]';
  end if;
  if by_marks then
    -- The planner cannot know how rare a combination is; the settings above put this back at the end.
    perform set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true);
  end if;
  return case sort
    when 'newest' then private.search_page(filters, 'entry.published_at', true, cursor, 'timestamptz', lim, distance)
    when 'price_asc' then private.search_page(filters, 'entry.price_low', false, cursor, 'integer', lim, distance)
    when 'price_desc' then private.search_page(filters, 'entry.price_high', true, cursor, 'integer', lim, distance)
    else private.nearest_page(conditions, params, estimate, cursor, lim, distance) end;
end
$$;

create or replace function private.distance_sql(params jsonb) returns text
language sql stable
set search_path = ''
return case when params ->> 'lat' <> '' and params ->> 'lng' <> '' then format('private.distance_km(%s, %s, entry.lat, entry.lng)',
  private.number_param(params, 'lat', -90, 90), private.number_param(params, 'lng', -180, 180)) else 'null::float8' end;

-- How much each word says changes with every new ad: all pages of one search weigh words as its first page did.
create or replace function private.weighed_as(terms jsonb, weights jsonb) returns jsonb
language sql immutable
set search_path = ''
return case when jsonb_array_length(weights) = jsonb_array_length(terms) then (
  select jsonb_agg(term || jsonb_build_object('rarity', weights -> (place - 1)::integer) order by place)
  from jsonb_array_elements(terms) with ordinality as each (term, place)) else terms end;

-- The items of a page, with reasons where they are asked for.
create or replace function private.page_items(page jsonb, lim integer, why jsonb) returns jsonb
language sql immutable
set search_path = ''
return (
  select coalesce(jsonb_agg(row -> 'item' || case when why is null then '{}' else jsonb_build_object('why', why -> (row ->> 'id')) end order by place), '[]')
  from jsonb_array_elements(page) with ordinality as listed (row, place) where place <= lim
);

-- Security definer: reads the search index, which holds public facts only and has no policies to get in the way of its indexes.
create or replace function public.search_listings(params jsonb default '{}') returns jsonb
language plpgsql stable security definer
set search_path = ''
set enable_seqscan = on
set enable_indexscan = on
set max_parallel_workers_per_gather = 0
set jit = off
as $$
declare
  -- With fewer ads than these, others that nearly fit are offered as well, and it is said what stands in the way.
  few constant integer := 10;
  very_few constant integer := 5;
  -- So many are ranked for the page that everybody sees, and so many for those who read on.
  first_ranked constant integer := 300;
  then_ranked constant integer := 1000;
  given jsonb := (private.read_params(params)).given;
  read jsonb := (private.read_params(params)).read;
  lim integer := greatest(1, least(48, coalesce(private.number_param(given, 'limit', -1000, 1000000)::integer, 24)));
  understood private.understood := private.understand_query(given ->> 'q');
  has_words boolean := understood.query is not null;
  sort text := private.sort_of(given, has_words);
  distance text := private.distance_sql(given);
  cursor jsonb := private.decode_cursor(given ->> 'cursor', sort);
  -- Scores fade with time: all pages of one search are scored as of its first page.
  anchor timestamptz := coalesce((cursor ->> 'at')::timestamptz, now());
  is_first boolean := cursor is null;
  conditions jsonb;
  ignored text[];
  extent private.extent;
  page jsonb;
  close_page jsonb := '[]';
  faceted record;
  why jsonb;
begin
  select asked.conditions, asked.ignored into conditions, ignored from private.search_conditions(given, understood.query, understood.being) as asked;
  extent := private.search_extent(conditions, given ->> 'category');
  if has_words and extent.total = 0 and cardinality(understood.words) > 1 then
    understood := private.understand_better(understood, given ->> 'q');
    select asked.conditions into conditions from private.search_conditions(given, understood.query, understood.being) as asked;
    extent := private.search_extent(conditions, given ->> 'category');
  end if;
  if jsonb_typeof(cursor -> 'w') = 'array' then
    understood.terms := private.weighed_as(understood.terms, cursor -> 'w');
  end if;
  if sort = 'relevance' then
    perform set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true);
    page := private.ranked_page(conditions, understood, extent.estimate, cursor, anchor, lim + 1, distance,
      case when is_first then first_ranked else then_ranked end);
    if is_first and jsonb_array_length(page) < least(few, lim) then
      close_page := private.close_page(conditions, given, understood, anchor, lim - jsonb_array_length(page), distance);
    end if;
  else
    page := private.sorted_page(conditions, given, sort, extent.estimate, cursor, lim + 1, distance);
  end if;
  select null::jsonb as facets, false as are_estimates into faceted;
  if given ->> 'facets' = 'true' then
    select * into faceted from private.search_facets(conditions, given, extent.estimate);
  end if;
  if given ->> 'explain' = 'true' then
    why := private.why_found(array(select (row ->> 'id')::uuid from jsonb_array_elements(page || close_page) as row), understood, distance, anchor);
  end if;
  return jsonb_build_object(
    'items', private.page_items(page, lim, why),
    'close_items', private.page_items(close_page, lim, why),
    'understood_as', private.understood_as(understood, read),
    'total', extent.total,
    'total_is_more', extent.is_more,
    'facets', faceted.facets,
    'facets_are_estimates', faceted.are_estimates,
    'next_cursor', case when page -> lim is not null then private.encode_cursor(
      jsonb_build_object('s', sort, 'k', page -> (lim - 1) -> 'k', 'id', page -> (lim - 1) -> 'id', 'at', anchor)
      || case when sort = 'relevance' then jsonb_build_object('w', jsonb_path_query_array(understood.terms, '$[*].rarity')) else '{}' end) end,
    'sort', sort,
    'corrections', coalesce(understood.corrections, '[]'),
    'did_you_mean', case when is_first and has_words and extent.total < very_few then private.search_meant(given, understood, extent.total) end,
    'relaxed', case when is_first and extent.total < very_few then private.search_relaxed(conditions, given, understood, extent.total) else '[]' end,
    'ignored', to_jsonb(ignored));
end
$$;
comment on function public.search_listings(jsonb) is 'Ads on offer that fit: items, total, facets (when asked for) and the cursor of the next page. For everybody. Its parameters and answer: marketplace/contract/search/search.ts.';
grant execute on function public.search_listings(jsonb) to anon, authenticated;
