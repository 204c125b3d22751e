-- Fewer ads are ranked, and better ones; small categories are counted once.

-- A sample of one in 256 that holds twenty leaves no doubt that there are more than a thousand: of a thousand ads it would hold four, and
-- twenty once in a hundred million times. Nor does one of one in eight that holds 190.
create or replace function private.search_extent(conditions jsonb, category text) returns private.extent
language plpgsql stable
set search_path = ''
as $$
declare
  cap constant integer := 2000;
  estimate bigint;
  counted integer;
begin
  if private.is_narrow(conditions) then
    execute format('select count(*) from (select from public.listing_search entry where %s limit %s) as found',
      private.conditions_sql(conditions, conditions ? 'q'), cap) into counted;
    return row(least(1000, counted), counted > 1000, counted)::private.extent;
  end if;
  -- The whole market and whole categories have counters; those hold ads of the last minutes before they expire, too.
  estimate := case when conditions - 'open' = '{}' then private.market_size()
    when conditions - '{open,category}'::text[] = '{}' then private.category_size(category)
    when conditions - '{open,q}'::text[] = '{}' then private.common_hits((conditions -> 'q' ->> 'marks')::tsquery) end;
  if estimate > 2 * cap then
    return row(1000, true, estimate)::private.extent;
  end if;
  -- What is known to be no more than that is counted at once: three counts in place of one were what a page of a small category cost most.
  if estimate is null then
    counted := private.count_by_marks(conditions, 8, 100000);
    if counted >= 20 then
      return row(1000, true, 256 * counted)::private.extent;
    end if;
    counted := private.count_by_marks(conditions, 3, 100000);
    if counted >= 190 then
      return row(1000, true, 8 * counted)::private.extent;
    end if;
  end if;
  counted := private.count_by_marks(conditions, 0, cap);
  return row(least(1000, counted), counted > 1000, counted)::private.extent;
end
$$;

create or replace function private.ranked_page(conditions jsonb, understood private.understood, estimate bigint, cursor jsonb, anchor timestamptz,
  lim integer, distance text, enough integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  page jsonb;
  ranked bigint;
  attempt text;
  candidates text;
  exact_query text := (select string_agg('(' || private.word_query(word, false)::text || ')', '&') from unnest(understood.words) as word);
  accessory text := private.accessory_factor_sql(understood.terms);
  score text := private.text_score_sql(understood.terms);
  few constant boolean := estimate <= 2 * enough;
begin
  -- Those likely to be the best; where that cannot be told, or goes wrong, place by place. Of few all.
  foreach attempt in array case when few then '{all}' when distance = 'null::float8' and (conditions -> 'q' -> 'whole')::boolean then '{likely,graded}' else '{graded}' end::text[] loop
    candidates := case attempt
      when 'likely' then private.likely_sql(conditions, understood, estimate, anchor, enough)
      when 'graded' then case when estimate > greatest(1536, enough)
        then format('entry.ctid = any(%L::tid[])', private.best_candidates(conditions, understood, estimate, anchor, greatest(600, enough), distance)) end end;
    continue when candidates is null and attempt = 'likely';
    -- Taken out of its compressed place once (by deleting nothing from it), the document is read many times below; kept as a table
    -- (materialized) it would be copied.
    candidates := 'select entry.listing_id, entry.lat, entry.lng, entry.published_at, entry.quality, entry.state, entry.is_accessory,
      ts_delete(entry.document, ''-'') as document, ' || private.worths_sql() || ' as worths from public.listing_search entry where '
      || coalesce(candidates, private.conditions_sql(conditions, true));
    execute format($sql$
      select jsonb_agg(jsonb_build_object('id', found.listing_id, 'k', found.score, 'item',
        entry.card || jsonb_build_object('distance_km', round(found.away::numeric, 1))) order by found.score desc, found.listing_id desc), max(found.ranked)
      from (
        select scored.listing_id, scored.score, scored.away, count(*) over () as ranked from (
          select entry.listing_id, %2$s as away,
            (%3$s) * %4$s
            -- Whole words before words that only begin so ("couch" before "couchages"), and side by side before far apart.
            * case when entry.document @@ %8$L::tsquery then 1 else 0.9::float8 end
            * case when entry.document @@ %9$L::tsquery then 1 else 0.9::float8 end
            * %5$s as score
          from (%1$s offset 0) as entry) as scored
        where %6$s
        order by scored.score desc, scored.listing_id desc limit %7$s) as found
      join public.listing_search entry on entry.listing_id = found.listing_id
      $sql$, candidates, distance, score, accessory, private.standing_factor_sql(anchor, distance),
      case when cursor is not null then format('(scored.score, scored.listing_id) < (%L::float8, %L::uuid)', cursor ->> 'k', cursor ->> 'id')
        else 'true' end, lim, exact_query, private.phrase_of(understood.terms))
    into page, ranked;
    exit when cursor is not null or ranked >= lim;
  end loop;
  return coalesce(page, '[]');
end
$$;

-- Where only a few ads have all words: others that have the words that say most, at least half of what the query says.
-- `conditions` are those without the words.
create or replace function private.close_page(conditions jsonb, understood private.understood, anchor timestamptz, lim integer, distance text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  any_word tsquery := (select string_agg(way ->> 'lexeme', '|') from jsonb_array_elements(understood.terms) as each (term),
    jsonb_array_elements(term -> 'met_as') as ways (way) where (way -> 'worth')::float8 = 1)::tsquery;
  says text := (select string_agg(format('%s * (entry.document @@ %L::tsquery)::integer', term -> 'rarity', private.ways_query(term -> 'met_as')), ' + ')
    from jsonb_array_elements(understood.terms) as each (term));
  half float8 := (select sum((term -> 'rarity')::float8) / 2 from jsonb_array_elements(understood.terms) as each (term));
  near jsonb := conditions || jsonb_build_object('q', private.condition(
    format('not entry.document @@ %L::tsquery and %s >= %s', understood.query, says, half), any_word));
begin
  return private.ranked_page(near, understood, 256 * private.count_by_marks(near, 8, 1000), null, anchor, lim, distance, 400);
end
$$;

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
  given jsonb := case when jsonb_typeof(params) = 'object' then jsonb_strip_nulls(params) else '{}' end;
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
  select asked.conditions, asked.ignored into conditions, ignored from private.search_conditions(given, understood.query) as asked;
  extent := private.search_extent(conditions, given ->> 'category');
  if has_words and extent.total = 0 and cardinality(understood.words) > 1 then
    understood := private.understand_better(understood, given ->> 'q');
    select asked.conditions into conditions from private.search_conditions(given, understood.query) as asked;
    extent := private.search_extent(conditions, given ->> 'category');
  end if;
  if jsonb_typeof(cursor -> 'w') = 'array' then
    understood.terms := private.weighed_as(understood.terms, cursor -> 'w');
  end if;
  if sort = 'relevance' then
    perform set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true);
    page := private.ranked_page(conditions, understood, extent.estimate, cursor, anchor, lim + 1, distance,
      case when is_first then first_ranked else then_ranked end);
    if is_first and jsonb_array_length(page) < least(few, lim) and jsonb_array_length(understood.terms) > 1 then
      close_page := private.close_page(conditions - 'q', understood, anchor, lim - jsonb_array_length(page), distance);
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
    'total', extent.total,
    'total_is_more', extent.is_more,
    'facets', faceted.facets,
    'facets_are_estimates', faceted.are_estimates,
    'next_cursor', case when page -> lim is not null then private.encode_cursor(
      jsonb_build_object('s', sort, 'k', page -> (lim - 1) -> 'k', 'id', page -> (lim - 1) -> 'id', 'at', anchor)
      || case when sort = 'relevance' then jsonb_build_object('w', jsonb_path_query_array(understood.terms, '$[*].rarity')) else '{}' end) end,
    'sort', sort,
    'corrections', coalesce(understood.corrections, '[]'),
    'dropped_words', to_jsonb(coalesce(understood.dropped, '{}')),
    'did_you_mean', case when is_first and has_words and extent.total < very_few then private.search_meant(conditions, given, understood, extent.total) end,
    'relaxed', case when is_first and extent.total < very_few then private.search_relaxed(conditions, given, understood, extent.total) else '[]' end,
    'ignored', to_jsonb(ignored));
end
$$;
