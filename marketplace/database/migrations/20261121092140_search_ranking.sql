-- The order of the best matches, and how the best of very many are found without ranking them all.

create function private.marked_words(marks text, words text[], is_whole boolean) returns tsquery
language sql stable
set search_path = ''
return (
  select string_agg('(' || (
      select string_agg(quote_literal(mark || ':' || private.stem(word)) || case when place = cardinality(words) and not is_whole then ':*' else '' end, '|')
      from regexp_split_to_table(marks, '') as mark) || ')', '&')::tsquery
  from unnest(words) with ordinality as typed (word, place)
);
comment on function private.marked_words(text, text[], boolean) is 'All words in the title (t), in category and attributes (k), or in either (tk).';

-- The ads among which the best matches of a common word are: those with all words in the title, then those with all words there or
-- in category and attributes, then any; of each those of the best standing, until there are `enough`. Ranking costs reading
-- each document, and nobody reads further.
create function private.best_candidates(filters text, words text[], is_whole boolean, at timestamptz, enough integer) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  grade text;
  scale integer;
  graded text;
  many boolean;
  found uuid[];
  candidates uuid[] := '{}';
begin
  foreach grade in array array['t', 'tk', ''] loop
    graded := filters || case when grade = '' then '' else format(' and entry.document @@ %L::tsquery', private.marked_words(grade, words, is_whole)) end;
    many := private.sample_halvings(graded) > 0;
    -- Each step back in time is four times as long; the last is all of it.
    foreach scale in array '{1,3,5,null}'::integer[] loop
      continue when scale is not null and not many;
      execute format('select array_agg(best.listing_id) from (
        select entry.listing_id from public.listing_search entry where %s %s
        order by entry.published_at + entry.quality * interval ''3 days'' desc limit %s) as best', graded,
        case when scale is null then '' else format('and entry.document @@ %L::tsquery', private.best_standing(at, scale)) end, enough)
      into found;
      exit when cardinality(found) >= enough;
    end loop;
    candidates := candidates || found;
    -- What has the words in a better place stands before all others, as a rule.
    exit when cardinality(candidates) >= enough / 2;
  end loop;
  return candidates;
end
$$;

create function private.ranked_page(conditions jsonb, ranking tsquery, words text[], is_whole boolean, cursor jsonb, anchor timestamptz,
  lim integer, distance text, enough integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  page jsonb;
  filters text := private.all_conditions(conditions);
  title_query text := private.marked_words('t', words, is_whole)::text;
  exact_query text := (select string_agg('(' || private.word_query(word, false)::text || ')', '&') from unnest(words) as word);
  candidates text := filters;
begin
  if private.fitting_of_64th(filters) > 24 then
    candidates := format('entry.listing_id = any(%L::uuid[])', private.best_candidates(filters, words, is_whole, anchor, enough));
  end if;
  -- Taken out of its compressed place once (by the concatenation), the document is read three times below.
  candidates := 'select entry.listing_id, entry.lat, entry.lng, entry.published_at, entry.quality, entry.state,
    entry.document || '''' as document from public.listing_search entry where ' || candidates;
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
