-- The order of the best matches.

-- Parts and accessories stand behind the things themselves, unless it is a part that is looked for.
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

-- BM25F: how often a word stands in each part, times what the part is worth, by the length of the part; ts_rank_cd() of alternatives is the sum of the
-- weights of their places. Each word's share goes from 0 towards its rarity. A word that every other ad has says nothing, and the newest come first.
create or replace function private.text_score_sql(terms jsonb) returns text
language sql immutable
set search_path = ''
return (
  select coalesce(string_agg(format(case when jsonb_array_length(terms) = 1 then 'power(1 - 4 / (4 + %2$s), %1$s)' else '%1$s * (1 - 4 / (4 + %2$s))' end,
    term -> 'rarity', met.score), ' + '), '0')
  from jsonb_array_elements(terms) as each (term)
  cross join lateral (
    -- Reading what is there is dearer than seeing that it is not: the first way is read always, others where they are met.
    select format('greatest(%s)', string_agg(format(case when place = 1 then '%1$s * ts_rank_cd(entry.worths, entry.document, %2$L::tsquery)'
      else 'case when entry.document @@ %2$L::tsquery then %1$s * ts_rank_cd(entry.worths, entry.document, %2$L::tsquery) else 0 end' end,
      10 * (way -> 'worth')::float8, way ->> 'lexeme'), ', ')) as score
    from jsonb_array_elements(term -> 'met_as') with ordinality as ways (way, place)) as met
);
comment on function private.text_score_sql(jsonb) is 'BM25F of one row for the terms of a query, as an SQL expression; every lexeme goes through %L.';

-- Half of the freshness bonus is gone after 14 days; it can turn near-equals around, not good and bad.
create or replace function private.standing_factor_sql(at timestamptz, distance text) returns text
language sql immutable
set search_path = ''
return format('(0.85 + 0.15 * exp(-0.0495 * greatest(0, extract(epoch from %1$L::timestamptz - entry.published_at)::float8 / 86400)))
  * (0.94::float8 + 0.02::float8 * entry.quality) * case when entry.state = ''reserved'' then 0.95::float8 else 1 end
  * case when %2$s is null then 1 else 0.7 + 0.3 * exp(-(%2$s) / 20) end', at, distance);

-- The words one after another, as typed.
create or replace function private.phrase_of(terms jsonb) returns tsquery
language sql immutable
set search_path = ''
return (select string_agg(term -> 'met_as' -> 0 ->> 'lexeme', '<->' order by place)::tsquery
  from jsonb_array_elements(terms) with ordinality as each (term, place));

-- The best of all that fit where they are no more than 600; of more, the best `enough` by what is told without a look at their texts: whether every word
-- is in the title or names what it is, freshness and completeness. Of more than 10,000 those are looked for among the newest 10,000 of the market.
create or replace function private.ranked_page(conditions jsonb, understood private.understood, total integer, cursor jsonb, anchor timestamptz,
  lim integer, distance text, enough integer default 600) returns jsonb
language plpgsql stable
set search_path = ''
set enable_seqscan = off
as $$
declare
  page jsonb;
  candidates text := private.conditions_sql(conditions);
  standing text := private.standing_factor_sql(anchor, distance);
  exact_query text := (select string_agg('(' || private.word_query(word, false)::text || ')', '&') from unnest(understood.words) as word);
  -- Forms as they are in titles.
  titled text := (
    select string_agg('(' || (select string_agg(way ->> 'lexeme', '|') from jsonb_array_elements(term -> 'met_as') as way where (way -> 'worth')::float8 = 1) || ')', '&')
    from jsonb_array_elements(understood.terms) with ordinality as each (term, place) where place <= cardinality(understood.words));
  newest uuid[];
begin
  if total > 10000 then
    execute format('select array_agg(entry.listing_id) from (
      select entry.* from (select * from public.listing_search entry order by entry.published_at desc, entry.listing_id desc limit 10000) as entry
      where %s and entry.head @@ %L::tsquery limit %s) as entry', private.conditions_sql(conditions - '{q,what}'::text[]), titled, enough) into newest;
  end if;
  perform set_config('enable_indexscan', 'off', true);
  if cardinality(newest) >= least(enough, 3 * lim) then
    candidates := format('entry.listing_id = any(%L::uuid[])', newest);
  elsif total > 600 then
    candidates := format('entry.listing_id = any(array(select entry.listing_id from public.listing_search entry where %s
      order by %s * case when entry.is_accessory then 0.55::float8 else 1 end
        * case when entry.head @@ %L::tsquery then 1 / (0.7::float8 + 0.0375::float8 * entry.title_length) else 0.4::float8 end desc limit %s))',
      candidates, standing, titled, enough);
  end if;
  -- Taken out of its compressed place once (by deleting nothing from it), the document is read many times; kept as a table it would be copied.
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
        from (
          select entry.listing_id, entry.lat, entry.lng, entry.published_at, entry.quality, entry.state, entry.is_accessory, ts_delete(entry.document, '-') as document,
            array[0.1::float8 / (0.25::float8 + 0.0375::float8 * entry.text_length), 0.05::float8 / (0.25::float8 + 0.01875::float8 * entry.synonym_length),
              0.3::float8 / (0.7::float8 + 0.0375::float8 * entry.label_length), 0.5::float8 / (0.7::float8 + 0.0375::float8 * entry.title_length)]::float4[] as worths
          from public.listing_search entry where %1$s offset 0) as entry) as scored
      where %6$s
      order by scored.score desc, scored.listing_id desc limit %7$s) as found
    join public.listing_search entry on entry.listing_id = found.listing_id
    $sql$, candidates, distance, private.text_score_sql(understood.terms), private.accessory_factor_sql(understood.terms), standing,
    case when cursor is not null then format('(scored.score, scored.listing_id) < (%L::float8, %L::uuid)', cursor ->> 'k', cursor ->> 'id')
      else 'true' end, lim, exact_query, private.phrase_of(understood.terms))
  into page;
  return coalesce(page, '[]');
end
$$;
