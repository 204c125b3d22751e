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
return format('(0.85 + 0.15 * exp(-0.0495 * greatest(0, date_part(''epoch'', %1$L::timestamptz - entry.published_at) / 86400)))
  * (0.94::float8 + 0.02::float8 * entry.quality) * case when entry.state = ''reserved'' then 0.95::float8 else 1 end
  * case when %2$s is null then 1 else 0.7 + 0.3 * exp(-(%2$s) / 20) end', at, distance);

-- The words one after another, as typed.
create or replace function private.phrase_of(terms jsonb) returns tsquery
language sql immutable
set search_path = ''
return (select string_agg(term -> 'met_as' -> 0 ->> 'lexeme', '<->' order by place)::tsquery
  from jsonb_array_elements(terms) with ordinality as each (term, place));

-- The same by what the row itself says, without a look at its text: each word is in the title, where it names a thing too, or somewhere else.
create or replace function private.title_score_sql(terms jsonb) returns text
language sql immutable
set search_path = ''
return (
  select coalesce(string_agg(format(case when jsonb_array_length(terms) = 1 then 'power(%2$s, %1$s)' else '%1$s * %2$s' end, term -> 'rarity',
    format('case when entry.head @@ %L::tsquery then 1 - 4 / (4 + 5 / (0.7::float8 + 0.0375::float8 * entry.title_length)) else 0.3::float8 end', (
      select string_agg(way ->> 'lexeme', '|') from jsonb_array_elements(term -> 'met_as') as way where (way -> 'worth')::float8 = 1))), ' + '), '0')
  from jsonb_array_elements(terms) as each (term)
);

-- A page of the best of `total` ads that fit. Up to 1,200 by their whole text; up to 10,000 by their rows alone ("rows"); of more the newest, those with the
-- words in their titles where they are not rare among the newest ads ("titled", "common"). A cursor goes on in the way of its first page.
create or replace function private.ranked_page(conditions jsonb, understood private.understood, total integer, cursor jsonb, anchor timestamptz, lim integer,
  distance text, out page jsonb, out way text)
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  standing text := private.standing_factor_sql(anchor, distance);
  accessory text := private.accessory_factor_sql(understood.terms);
  titled text := format('entry.head @@ %L::tsquery', (
    select string_agg('(' || (select string_agg(met ->> 'lexeme', '|') from jsonb_array_elements(term -> 'met_as') as met where (met -> 'worth')::float8 = 1) || ')', '&')
    from jsonb_array_elements(understood.terms) with ordinality as each (term, place) where place <= cardinality(understood.words)));
  score text;
begin
  way := coalesce(cursor ->> 's', case when total <= 1200 then 'relevance' when total <= 10000 then 'rows' end);
  if way is null then
    perform set_config('enable_indexscan', 'on', true);
    execute format('select case when count(*) = %2$s then ''titled'' else ''common'' end from (select from (
      select newest.head from public.listing_search newest order by newest.published_at desc, newest.listing_id desc limit 5000) as entry where %1$s limit %2$s) as found',
      titled, lim) into way;
  end if;
  if way in ('titled', 'common') then
    page := private.sorted_page(conditions || case when way = 'titled' then jsonb_build_object('titled', titled) else '{}' end, 'newest', cursor, lim, distance, total);
    return;
  end if;
  score := case when way = 'rows' then format('(%s) * %s * %s', private.title_score_sql(understood.terms),
      case when accessory = '1' then '1' else 'case when entry.is_accessory then 0.55::float8 else 1 end' end, standing)
    -- Whole words before words that only begin so ("couch" before "couchages"), and side by side before far apart.
    else format('(%s) * %s * %s * case when entry.document @@ %L::tsquery then 1 else 0.9::float8 end * case when entry.document @@ %L::tsquery then 1 else 0.9::float8 end',
      private.text_score_sql(understood.terms), accessory, standing,
      (select string_agg('(' || private.word_query(word, false)::text || ')', '&') from unnest(understood.words) as word), private.phrase_of(understood.terms)) end;
  -- Taken out of its compressed place once (by deleting nothing from it), the document is read many times. A cursor that is not ours reads no more either.
  execute format($sql$
    select jsonb_agg(jsonb_build_object('id', found.listing_id, 'k', found.score, 'item',
      entry.card || jsonb_build_object('distance_km', round(found.away::numeric, 1))) order by found.score desc, found.listing_id desc)
    from (
      select scored.listing_id, scored.score, scored.away from (select entry.listing_id, %1$s as away, %2$s as score from %3$s as entry where %4$s) as scored
      where %5$s
      order by scored.score desc, scored.listing_id desc limit %6$s) as found
    join public.listing_search entry on entry.listing_id = found.listing_id
    $sql$, distance, score, case when way = 'rows' then 'public.listing_search' else format($sql$(
      select entry.listing_id, entry.lat, entry.lng, entry.published_at, entry.quality, entry.state, entry.is_accessory, ts_delete(entry.document, '-') as document,
        array[0.1::float8 / (0.25::float8 + 0.0375::float8 * entry.text_length), 0.05::float8 / (0.25::float8 + 0.01875::float8 * entry.synonym_length),
          0.3::float8 / (0.7::float8 + 0.0375::float8 * entry.label_length), 0.5::float8 / (0.7::float8 + 0.0375::float8 * entry.title_length)]::float4[] as worths
      from public.listing_search entry where %s limit 3000)$sql$, private.conditions_sql(conditions)) end,
    case when way = 'rows' then private.conditions_sql(conditions) else 'true' end,
    case when cursor is not null then format('(scored.score, scored.listing_id) < (%L::float8, %L::uuid)', cursor ->> 'k', cursor ->> 'id') else 'true' end, lim)
  into page;
  page := coalesce(page, '[]');
end
$$;
