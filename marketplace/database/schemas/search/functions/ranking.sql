-- The order of the best matches, and how the best of very many are found without ranking them all.

-- All words, each in any way that it is met as, in the title (t), in category and attributes (k), or in either (tk).
create or replace function private.marked_words(marks text, understood private.understood) returns tsquery
language sql stable
set search_path = ''
return (
  select string_agg('(' || (
      select string_agg(quote_literal(mark || ':' || stem), '|')
      from regexp_split_to_table(marks, '') as mark, lateral (
        select way.found[1] as stem
        from jsonb_array_elements(term -> 'met_as') as met, lateral regexp_match(met ->> 'lexeme', '^''?([[:alnum:]]+)''?$') as way (found) where way.found is not null
        union
        select private.stem(longer) from private.completions(understood.words[place]) as longer
        where place = cardinality(understood.words) and not understood.is_whole) as forms) || ')', '&')::tsquery
  from jsonb_array_elements(understood.terms) with ordinality as each (term, place) where place <= cardinality(understood.words)
);

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

-- Each word's share goes from 0 towards its rarity. Of a single word the rarity is how much it matters where it stands: a word that
-- every other ad has says nothing, and the newest ads come first.
create or replace function private.text_score_sql(terms jsonb) returns text
language sql immutable
set search_path = ''
return (
  select coalesce(string_agg(format(case when jsonb_array_length(terms) = 1 then 'power(1 - 4 / (4 + %2$s), %1$s)' else '%1$s * (1 - 4 / (4 + %2$s))' end,
    term -> 'rarity', met.score), ' + '), '0')
  from jsonb_array_elements(terms) as each (term)
  cross join lateral (
    select case count(*) when 1 then min(one.score) else format('greatest(%s)', string_agg(one.score, ', ')) end as score
    from (
      -- Reading what is there is dearer than seeing that it is not: the first way is read always, others where they are met.
      select format(case when place = 1 then '%2$s' else 'case when entry.document @@ %3$L::tsquery then %1$s * %2$s else 0 end' end,
        way -> 'worth', private.lexeme_score_sql(way ->> 'lexeme'), way ->> 'lexeme') as score
      from jsonb_array_elements(term -> 'met_as') with ordinality as ways (way, place)) as one) as met
);
comment on function private.text_score_sql(jsonb) is 'BM25F of one row for the terms of a query, as an SQL expression; every lexeme goes through %L.';

-- The words one after another, as typed.
create or replace function private.phrase_of(terms jsonb) returns tsquery
language sql immutable
set search_path = ''
return (select string_agg(term -> 'met_as' -> 0 ->> 'lexeme', '<->' order by place)::tsquery
  from jsonb_array_elements(terms) with ordinality as each (term, place));

-- Half of the freshness bonus is gone after 14 days; it can turn near-equals around, not good and bad.
create or replace function private.standing_factor_sql(at timestamptz, distance text) returns text
language sql immutable
set search_path = ''
return format('(0.85 + 0.15 * exp(-0.0495 * greatest(0, extract(epoch from %1$L::timestamptz - entry.published_at)::float8 / 86400)))
  * (0.94::float8 + 0.02::float8 * entry.quality) * case when entry.state = ''reserved'' then 0.95::float8 else 1 end
  * case when %2$s is null then 1 else 0.7 + 0.3 * exp(-(%2$s) / 20) end', at, distance);

-- The days since which about this share of the market stands, as marks: a few blocks of days, the last of them a little too long. Few, because
-- each block is one more list to walk. Null for nearly all of it, and where nobody has counted.
create or replace function private.standing_since(share float8) returns tsquery
language sql stable
set search_path = ''
begin atomic
  with counted as (
    select known.day, sum(known.ads) over (order by known.day desc) as up_to, sum(known.ads) over () as total, max(known.day) over () as newest
    from private.standing_days known
  ),
  since as (
    select day, newest, scale from (select day, newest from counted where up_to >= share * total order by day desc limit 1) as found,
      unnest('{0,1,3,5}'::integer[]) as scale
    where share < 0.8 and (newest >> scale) - (day >> scale) < 10 order by scale limit 1
  )
  -- Ads that came since the days were counted stand in blocks after the newest.
  select string_agg(format('''d:%s:%s''', scale, block), '|')::tsquery from since, generate_series(day >> scale, (newest >> scale) + 2) as block;
end;

-- The rows among which the best matches of a common word are, about `enough`: place by place, beginning with the widest that holds no more
-- than that, or where even the best holds more, with those that say the words twice there.
create or replace function private.best_candidates(conditions jsonb, understood private.understood, estimate bigint, at timestamptz, enough integer,
  distance text) returns tid[]
language plpgsql stable
set search_path = ''
as $$
declare
  -- How much it matters where a single word stands: see text_score_sql().
  matters float8 := case when jsonb_array_length(understood.terms) = 1 then (understood.terms -> 0 -> 'rarity')::float8 else 1 end;
  factors text := private.standing_factor_sql(at, distance)
    || case when private.accessory_factor_sql(understood.terms) = '1' then '' else ' * case when entry.is_accessory then 0.55::float8 else 1 end' end;
  -- So often the market is halved that some hundred ads are counted.
  halvings integer := greatest(3, least(8, floor(log(2, greatest(1, estimate / 100.0)))::integer));
  expected bigint[] := array[estimate, estimate, estimate, estimate];
  stressed bigint;
  first integer := 4;
  place integer;
  grades private.grade[] := array(select graded from private.grades_of(understood) as graded order by graded.place);
  grade private.grade;
  stress tsquery;
  candidates tid[] := '{}';
begin
  foreach place in array '{1,3,2}'::integer[] loop
    exit when grades[place].marks is null;
    expected[place] := private.count_by_marks(private.graded(conditions, grades[place].marks), halvings, 100000)::bigint << halvings;
    -- The widest that holds no more than is ranked; the best where even that holds more.
    first := case when place > 1 and expected[place] <= enough then place else 1 end;
    exit when (expected[place] > enough) = (place = 1);
  end loop;
  foreach grade in array grades loop
    continue when grade.place < first;
    if expected[grade.place] > 2 * enough then
      foreach stress in array grade.stresses loop
        stressed := private.count_by_marks(private.graded(conditions, stress), halvings, 100000)::bigint << halvings;
        candidates := candidates || private.place_candidates(private.graded(conditions, stress), stressed, grade.stress_worth, matters, factors, enough / 2);
      end loop;
    end if;
    candidates := candidates || private.place_candidates(private.graded(conditions, grade.marks), expected[grade.place], grade.worth, matters, factors, enough);
    -- What has the words in a better place stands before all others, as a rule.
    exit when cardinality(candidates) >= enough / 2;
  end loop;
  return candidates;
end
$$;

-- Up to some 1,500 ads that fit (`estimate`) are ranked all, of more the best `enough`.
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

create or replace function private.worths_sql() returns text
language sql immutable
set search_path = ''
return 'array[0.1::float8 / (0.25::float8 + 0.0375::float8 * entry.text_length), 0.05::float8 / (0.25::float8 + 0.01875::float8 * entry.synonym_length),
  0.3::float8 / (0.7::float8 + 0.0375::float8 * entry.label_length), 0.5::float8 / (0.7::float8 + 0.0375::float8 * entry.title_length)]::float4[]';
