-- Where only a few ads are what was asked for: what comes close, and how it differs. Looked up as such, never picked from all that have any of the words.

-- What has words that say at least half of what all say: every smallest choice of words that is enough for it. Of more than eight words those that say most.
create or replace function private.half_said(terms jsonb) returns tsquery
language sql stable
set search_path = ''
begin atomic
  with said as (
    select private.ways_query(term -> 'met_as') as query, (term -> 'rarity')::float8 as says, sum((term -> 'rarity')::float8) over () / 2 as half,
      row_number() over (order by (term -> 'rarity')::float8 desc, place) - 1 as place
    from jsonb_array_elements(terms) with ordinality as each (term, place)
  ),
  choices as (
    select string_agg('(' || said.query::text || ')', '&' order by said.place) as query
    from generate_series(1, (1 << least(8, jsonb_array_length(terms))) - 1) as choice join said on said.place < 8 and choice & (1 << said.place::integer) > 0
    group by choice having sum(said.says) >= min(said.half) and sum(said.says) - min(said.says) < min(said.half)
  )
  select string_agg('(' || choices.query || ')', '|')::tsquery from choices;
end;

-- How an ad differs from what was asked for: {by, words or category}. `words`: it is the thing, without these; `mention`: it only speaks of it;
-- `wanted`: somebody looks for it, too; `category`: other things from where such things are.
create or replace function private.difference(document tsvector, type text, category text, understood private.understood, wanted_counts boolean) returns jsonb
language sql stable
set search_path = ''
begin atomic
  with missing as (
    select coalesce(jsonb_agg(understood.words[each.place] order by each.place), '[]') as words
    from jsonb_array_elements(understood.terms) with ordinality as each (term, place)
    where each.place <= cardinality(understood.words) and not document @@ private.ways_query(term -> 'met_as')
  )
  select case
    when difference.type = 'wanted' and not wanted_counts then '{"by": "wanted"}'::jsonb
    when missing.words = '[]' then '{"by": "mention"}'
    when jsonb_array_length(missing.words) = cardinality(understood.words) or cardinality(understood.things) > 0 and not document @@ understood.being
      then jsonb_build_object('by', 'category', 'category', difference.category)
    else jsonb_build_object('by', 'words', 'words', missing.words) end
  from missing;
end;

-- Close ones under the same filters: the same further away; else those that are the thing, or have the words that say
-- most where none is known; and, where there are none, what else is
-- filed where such things are. `conditions` are those of the search.
create or replace function private.close_page(conditions jsonb, params jsonb, understood private.understood, anchor timestamptz, lim integer, distance text)
returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  most constant integer := 12;
  beside jsonb := conditions - '{q,what}'::text[] - case when params ? 'type' then '{}'::text[] else '{type}' end;
  filed text[] := (private.things_categories(understood.things))[1:3];
  attempt tsquery;
  estimate bigint;
  page jsonb := '[]';
begin
  -- The very thing, further away.
  if conditions ? 'radius_km' then
    estimate := (private.search_extent(conditions - 'radius_km', params ->> 'category')).estimate;
    page := private.ranked_page(conditions - 'radius_km', understood, estimate, null, anchor, least(lim, most), distance, 400);
    page := (select coalesce(jsonb_agg(jsonb_set(row, '{item,close}', '{"by": "distance"}') order by place), '[]')
      from jsonb_array_elements(page) with ordinality as found (row, place)
      where (row -> 'item' ->> 'distance_km')::float8 > (params ->> 'radius_km')::float8);
    if jsonb_array_length(page) > 0 then
      return page;
    end if;
  end if;
  foreach attempt in array array[
    -- Another thing that shares a word is not close; where no thing is known, words that no ad has say nothing.
    case when cardinality(understood.things) > 0 then understood.being else private.half_said((
      select jsonb_agg(term) from jsonb_array_elements(understood.terms) as term where private.finds_something(private.ways_query(term -> 'met_as')))) end,
    private.any_mark('c:', filed)]
  loop
    continue when attempt is null;
    beside := beside || jsonb_build_object('q', private.condition(
      format('(not entry.document @@ %L::tsquery%s)', understood.query && understood.being, case when params ? 'type' then '' else ' or entry.type = ''wanted''' end), attempt));
    estimate := 256 * private.count_by_marks(beside, 8, 1000);
    if estimate < 2048 then
      estimate := 8 * private.count_by_marks(beside, 3, 1000);
    end if;
    page := private.ranked_page(beside, understood, estimate, null, anchor, least(lim, most), distance, 400);
    exit when jsonb_array_length(page) > 0;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_set(row, '{item,close}', private.difference(entry.document, entry.type, entry.category, understood, params ? 'type')) order by place), '[]')
    from jsonb_array_elements(page) with ordinality as found (row, place)
    join public.listing_search entry on entry.listing_id = (row ->> 'id')::uuid);
end
$$;

-- What the words were taken for: the categories that hold what they name, the nearest first, and the filters among them. Null for neither.
create or replace function private.understood_as(understood private.understood, read jsonb) returns jsonb
language sql stable
set search_path = ''
return case when cardinality(understood.things) > 0 or read is not null then jsonb_build_object(
  'categories', to_jsonb((private.things_categories(understood.things))[1:3]), 'filters', read) end;
