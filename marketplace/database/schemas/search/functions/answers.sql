-- What a search says about itself: why an ad was found, what comes close, what stands in the way of more, and what may have been meant.

-- In which parts of an ad each word stands and as what, for the ads of one page: {listing id: why}.
create or replace function private.why_found(listings uuid[], understood private.understood, distance text, anchor timestamptz) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  why jsonb;
begin
  execute format($sql$
    with asked as (
      select coalesce(typed.word, term -> 'met_as' -> 0 ->> 'lexeme') as word, each.place, private.ways_query(term -> 'met_as') as ways,
        private.word_query(typed.word, false) as forms, quote_literal(typed.word)::tsquery as itself,
        case when typed.place = cardinality(%2$L::text[]) and not %4$L then (quote_literal(typed.word) || ':*')::tsquery end as beginning
      from jsonb_array_elements(%1$L) with ordinality as each (term, place)
      left join unnest(%2$L::text[]) with ordinality as typed (word, place) on typed.place = each.place
    ),
    met as (
      select entry.listing_id, asked.place, asked.word, part.name, part.rank,
        part.words @@ asked.itself as exact, part.words @@ asked.forms as form, coalesce(part.words @@ asked.beginning, false) as beginning
      from public.listing_search entry
      cross join lateral (values ('title', 1, ts_filter(entry.document, '{a}')), ('details', 2, ts_filter(entry.document, '{b}')),
        ('synonyms', 3, ts_filter(entry.document, '{c}')), ('description', 4, ts_filter(entry.document, '{d}'))) as part (name, rank, words)
      join asked on part.words @@ asked.ways or part.words @@ asked.beginning
      where entry.listing_id = any(%3$L::uuid[])
    ),
    worded as (
      select listing_id, place, word, jsonb_agg(name order by rank) as places,
        case when bool_or(exact) then 'exact' when bool_or(form) then 'form' when bool_or(beginning) then 'beginning' else 'other' end as met_as
      from met group by listing_id, place, word
    ),
    tiers as (
      select listing_id, (array_agg(name order by rank))[1] as tier from (
        select listing_id, name, rank from met group by listing_id, name, rank having count(distinct place) = (select count(*) from asked)) as whole
      group by listing_id
    )
    select jsonb_object_agg(entry.listing_id, jsonb_build_object(
      'tier', case when (select count(*) from asked) = 0 then null else coalesce(tiers.tier,
        case when words.met = (select count(*) from asked) then 'spread' else 'some' end) end,
      'words', coalesce(words.list, '[]'),
      'raised_by', to_jsonb(array_remove(array[
        case when (select count(*) from asked) > 1 and entry.document @@ %5$L::tsquery then 'phrase' end,
        case when entry.published_at > %6$L::timestamptz - interval '14 days' then 'new' end,
        case when %7$s <= 20 then 'near' end, case when entry.quality = 3 then 'complete' end], null)),
      'lowered_by', to_jsonb(array_remove(array[
        case when entry.is_accessory and %8$L is not null or entry.document @@ %8$L::tsquery then 'part' end, case when entry.state = 'reserved' then 'reserved' end], null))))
    from public.listing_search entry
    left join tiers on tiers.listing_id = entry.listing_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('word', word, 'in', places, 'as', met_as) order by place) as list, count(*) as met
      from worded where worded.listing_id = entry.listing_id) as words on true
    where entry.listing_id = any(%3$L::uuid[])
    $sql$, understood.terms, understood.words, listings, understood.is_whole, understood.phrase, anchor, distance, understood.made_for) into why;
  return coalesce(why, '{}');
end
$$;

-- Where few ads are what was asked for, what comes close under the same filters, each with how it differs: what was meant by another spelling; the very
-- thing further away; else what is
-- the thing, or has the words that say most where none is known; and, where there are none, what else is filed where such things are.
create or replace function private.close_page(conditions jsonb, params jsonb, understood private.understood, meant text, anchor timestamptz, lim integer,
  distance text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  most constant integer := 12;
  beside jsonb := conditions - '{q,what}'::text[] - case when params ? 'type' then '{}'::text[] else '{type}' end;
  meaning private.understood := understood;
  nearly jsonb;
  difference jsonb;
  attempt text;
  close_to tsquery := understood.being;
  page jsonb := '[]';
begin
  if meant is not null then
    meaning := private.understand_query(meant);
    nearly := (private.search_conditions(params, meaning.query, meaning.being)).conditions
      || jsonb_build_object('what', format('not entry.document @@ %L::tsquery', understood.query));
    difference := jsonb_build_object('by', 'spelling', 'words', meant);
  elsif conditions ? 'radius_km' then
    nearly := conditions || jsonb_build_object('radius_km', format('not (%s)', conditions ->> 'radius_km'));
    difference := '{"by": "distance"}';
  end if;
  if nearly is not null then
    page := (select coalesce(jsonb_agg(jsonb_set(row, '{item,close}', difference) order by place), '[]') from jsonb_array_elements(
      (private.search_page(nearly, meaning, private.count_found(nearly), 'relevance', null, anchor, least(lim, most), distance)).page) with ordinality as found (row, place));
    if jsonb_array_length(page) > 0 then
      return page;
    end if;
  end if;
  -- Another thing that shares a word is not close. Where no thing is known: all words that any ad has but one, if they say at least half.
  if cardinality(understood.things) = 0 then
    with said as materialized (
      select private.ways_query(term -> 'met_as') as query, (term -> 'rarity')::float8 as says, sum((term -> 'rarity')::float8) over () as all_say,
        count(*) over () as words, place
      from jsonb_array_elements(understood.terms) with ordinality as each (term, place) where private.hits(private.ways_query(term -> 'met_as'), 1) > 0
    )
    select string_agg(choice.query, '|')::tsquery into close_to from (
      select (select '(' || string_agg('(' || other.query::text || ')', '&') || ')' from said as other where other.place <> said.place or said.words = 1) as query
      from said where said.words = 1 or 2 * said.says <= said.all_say + 0.001) as choice;
  end if;
  beside := beside || jsonb_build_object('what', format('(not entry.document @@ %L::tsquery%s)', understood.query,
    case when params ? 'type' then '' else ' or entry.type = ''wanted''' end));
  foreach attempt in array array_remove(array[
    case when close_to is not null then format('entry.document @@ %L::tsquery', close_to) end,
    case when cardinality(understood.things) > 0 then format('entry.category = any(%L::text[])', (private.things_categories(understood.things))[1:3]) end], null)
  loop
    page := (private.search_page(beside || jsonb_build_object('q', attempt), understood, private.hits(close_to, 10001), 'relevance', null,
      anchor, least(lim, most), distance)).page;
    exit when jsonb_array_length(page) > 0;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_set(row, '{item,close}', case
      when entry.type = 'wanted' and not params ? 'type' then '{"by": "wanted"}'::jsonb
      when missing.words = '[]' then '{"by": "mention"}'
      when jsonb_array_length(missing.words) = cardinality(understood.words) or cardinality(understood.things) > 0 and not entry.document @@ understood.being
        then jsonb_build_object('by', 'category', 'category', entry.category)
      else jsonb_build_object('by', 'words', 'words', missing.words) end) order by found.place), '[]')
    from jsonb_array_elements(page) with ordinality as found (row, place)
    join public.listing_search entry on entry.listing_id = (row ->> 'id')::uuid
    cross join lateral (
      select coalesce(jsonb_agg(understood.words[each.place] order by each.place), '[]') as words
      from jsonb_array_elements(understood.terms) with ordinality as each (term, place)
      where each.place <= cardinality(understood.words) and not entry.document @@ private.ways_query(term -> 'met_as')) as missing);
end
$$;

-- What to give up where few ads fit, one thing each: a filter, a radius for the next wider one that holds more, words from the right until more is
-- found (a colour alone is no way out). Everything but the words where no single thing helps.
create or replace function private.search_relaxed(conditions jsonb, params jsonb, understood private.understood, total integer) returns jsonb
language sql stable
set search_path = ''
begin atomic
  with filters as materialized (
    select own as name, case
        when own like 'attributes.%' then jsonb_build_object('attributes', nullif((params -> 'attributes') - substr(own, 12), '{}'))
        when own = 'price' then '{"price_min": null, "price_max": null}'
        when own = 'posted' then '{"posted_within_days": null, "posted_since": null}'
        else jsonb_build_object(own, null) end as change
    from jsonb_object_keys(conditions) as own where own not in ('open', 'q', 'what', 'ids') and (own <> 'type' or params ? 'type')
  ),
  ways as materialized (
    select filters.name, way.change, way.ads from filters cross join lateral (
      select attempt.change, found.ads from (
        select jsonb_build_object('radius_km', radius) as change, search_relaxed.conditions || jsonb_build_object('radius_km',
          private.radius_condition((params ->> 'lat')::float8, (params ->> 'lng')::float8, radius)) as conditions
        from unnest('{2,5,10,25,50,100,200}'::float8[]) as radius where filters.name = 'radius_km' and radius > (params ->> 'radius_km')::float8
        union all
        select filters.change, search_relaxed.conditions - filters.name) as attempt, private.count_found(attempt.conditions) as found (ads)
      where found.ads > search_relaxed.total limit 1) as way
    union all
    (select 'q', jsonb_build_object('q', said), found.ads
    from generate_series(case when conditions ? 'q' then cardinality(understood.words) else 1 end - 1, 1, -1) as kept
    cross join lateral array_to_string(understood.words[1:kept], ' ') as said cross join lateral private.understand_query(said) as fewer
    cross join lateral private.search_conditions(params, fewer.query, fewer.being) as asked cross join lateral private.count_found(asked.conditions) as found (ads)
    where found.ads > search_relaxed.total
      and (select count(*) from private.named_things(fewer.words) as named where named.things[1] like 'q-%') < cardinality(fewer.words) limit 1)
  ),
  offered as (
    select * from ways
    union all
    select 'all', (select jsonb_object_agg(key, null) from filters, jsonb_object_keys(change) as key), found.ads
    from private.count_found(conditions - array(select name from filters)) as found (ads)
    where not exists (select from ways) and (select count(*) from filters) > 1 and found.ads > search_relaxed.total
  )
  select coalesce(jsonb_agg(jsonb_build_object('filter', name, 'total', least(ads, 10000), 'total_is_more', ads > 10000, 'change', change) order by ads desc, name), '[]')
  from offered;
end;

-- Each word that few ads have and another near it many: the words with the others instead, if they find much more. Null otherwise.
create or replace function private.search_meant(params jsonb, understood private.understood, total integer) returns jsonb
language sql stable
set search_path = ''
begin atomic
  with meant as (
    select string_agg(case when private.hits(private.word_query(near.word, false), 20) = 20 then near.word else each.word end, ' ' order by each.place) as said
    from unnest(understood.words) with ordinality as each (word, place)
    cross join lateral (select case when private.hits(private.word_query(each.word, false), 6) <= 5 then private.corrected_word(each.word) end as word) as near
  )
  select jsonb_build_object('q', said, 'total', least(ads, 10000), 'total_is_more', ads > 10000)
  from meant cross join lateral private.understand_query(said) as other cross join lateral private.search_conditions(params, other.query, other.being) as asked
  cross join lateral private.count_found(asked.conditions) as found (ads)
  where said <> array_to_string(understood.words, ' ') and ads > 4 * search_meant.total;
end;
