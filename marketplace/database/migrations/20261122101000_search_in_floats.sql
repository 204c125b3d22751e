-- The order of the best matches, computed in floating point: constants with a decimal point are exact decimals to PostgreSQL, and
-- arithmetic and powers of those were most of what a search cost.

alter function public.search_listings(jsonb) set max_parallel_workers_per_gather = 0;
alter function public.search_listings(jsonb) set jit = off;
alter function public.suggest(text) set max_parallel_workers_per_gather = 0;
alter function public.suggest(text) set jit = off;

create or replace function private.accessory_factor_sql(terms jsonb) returns text
language sql stable
set search_path = ''
begin atomic
  with lexemes as (
    select way ->> 'lexeme' as lexeme from jsonb_array_elements(terms) as each (term), jsonb_array_elements(term -> 'met_as') as ways (way)
    where (way -> 'worth')::float8 = 1 and way ->> 'lexeme' ~ '^[[:alnum:]]+$'
  )
  select case when exists (select from lexemes join private.accessory_words known on known.word = lexemes.lexeme) then '1'
    else format('case when entry.is_accessory or entry.document @@ %L::tsquery then 0.55::float8 else 1 end',
      (select string_agg(quote_literal('f:' || lexeme), '|') from lexemes)) end;
end;

-- Title 5, category and attributes 3, synonyms and place 0.5, description 1, each by the length of its part.
create or replace function private.field_worths_sql() returns text
language sql immutable
set search_path = ''
return '5::float8 / (0.7::float8 + 0.0375::float8 * entry.title_length) as title_worth, 3::float8 / (0.7::float8 + 0.0375::float8 * entry.label_length) as label_worth,
  0.5::float8 / (0.25::float8 + 0.01875::float8 * entry.synonym_length) as synonym_worth, 1::float8 / (0.25::float8 + 0.0375::float8 * entry.text_length) as text_worth';

-- How often the word stands in each part, times what the part is worth. Of a single word ts_rank_cd() is the sum of the weights of its
-- places; weights go from D to A, none above 1.
create or replace function private.lexeme_score_sql(lexeme text) returns text
language sql immutable
set search_path = ''
return format('10 * ts_rank_cd(entry.worths, entry.document, %L::tsquery)', lexeme);

create function private.worths_sql() returns text
language sql immutable
set search_path = ''
return 'array[0.1::float8 / (0.25::float8 + 0.0375::float8 * entry.text_length), 0.05::float8 / (0.25::float8 + 0.01875::float8 * entry.synonym_length),
  0.3::float8 / (0.7::float8 + 0.0375::float8 * entry.label_length), 0.5::float8 / (0.7::float8 + 0.0375::float8 * entry.title_length)]::float4[]';
drop function private.occurrences_sql(text, text);

-- Half of the freshness bonus is gone after 14 days; it can turn near-equals around, not good and bad.
create or replace function private.standing_factor_sql(at timestamptz, distance text) returns text
language sql immutable
set search_path = ''
return format('(0.85 + 0.15 * exp(-0.0495 * greatest(0, extract(epoch from %1$L::timestamptz - entry.published_at)::float8 / 86400)))
  * (0.94::float8 + 0.02::float8 * entry.quality) * case when entry.state = ''reserved'' then 0.95::float8 else 1 end
  * case when %2$s is null then 1 else 0.7 + 0.3 * exp(-(%2$s) / 20) end', at, distance);

create or replace function private.ranked_page(conditions jsonb, understood private.understood, estimate bigint, cursor jsonb, anchor timestamptz,
  lim integer, distance text, enough integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  page jsonb;
  exact_query text := (select string_agg('(' || private.word_query(word, false)::text || ')', '&') from unnest(understood.words) as word);
  candidates text := private.conditions_sql(conditions, true);
begin
  if estimate > 1536 then
    candidates := format('entry.ctid = any(%L::tid[])', private.best_candidates(conditions, understood, estimate, anchor, enough, distance));
  end if;
  -- Taken out of its compressed place once (by deleting nothing from it), the document is read many times below; kept as a table
  -- (materialized) it would be copied.
  candidates := 'select entry.listing_id, entry.lat, entry.lng, entry.published_at, entry.quality, entry.state, entry.is_accessory,
    ts_delete(entry.document, ''-'') as document, ' || private.worths_sql() || ' as worths from public.listing_search entry where ' || candidates;
  execute format($sql$
    select jsonb_agg(jsonb_build_object('id', found.listing_id, 'k', found.score, 'item',
      entry.card || jsonb_build_object('distance_km', round(found.away::numeric, 1))) order by found.score desc, found.listing_id desc)
    from (
      select scored.listing_id, scored.score, scored.away from (
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
    $sql$, candidates, distance, private.text_score_sql(understood.terms), private.accessory_factor_sql(understood.terms), private.standing_factor_sql(anchor, distance),
    case when cursor is not null then format('(scored.score, scored.listing_id) < (%L::float8, %L::uuid)', cursor ->> 'k', cursor ->> 'id')
      else 'true' end, lim, exact_query, private.phrase_of(understood.terms))
  into page;
  return coalesce(page, '[]');
end
$$;
