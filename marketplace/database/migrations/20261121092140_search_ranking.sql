-- The order of the best matches, and how the best of very many are found without ranking them all.

-- All words, each in any way that it is met as, in the title (t), in category and attributes (k), or in either (tk).
create function private.marked_words(marks text, understood private.understood) returns tsquery
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
create function private.accessory_factor_sql(terms jsonb) returns text
language sql stable
set search_path = ''
begin atomic
  with lexemes as (
    select way ->> 'lexeme' as lexeme from jsonb_array_elements(terms) as each (term), jsonb_array_elements(term -> 'met_as') as ways (way)
    where (way -> 'worth')::float8 = 1 and way ->> 'lexeme' ~ '^[[:alnum:]]+$'
  )
  select case when exists (select from lexemes join private.accessory_words known on known.word = lexemes.lexeme) then '1'
    else format('case when entry.is_accessory or entry.document @@ %L::tsquery then 0.55 else 1 end',
      (select string_agg(quote_literal('f:' || lexeme), '|') from lexemes)) end;
end;

-- How well an ad fits, as BM25F says it (Robertson, Zaragoza and Taylor 2004): a word counts by the part of the ad that it stands
-- in, a second time less than the first, and less in a long text than in a short one. As SQL for rows named `entry`.
-- Title 5, category and attributes 3, description 1, synonyms and place 0.5. Titles and labels of 8 words, descriptions of 20
-- and synonyms of 40 are of middling length; titles differ too little for their length to say much.
create function private.field_worths_sql() returns text
language sql immutable
set search_path = ''
return '5 / (0.7 + 0.3 * entry.title_length / 8.0) as title_worth, 3 / (0.7 + 0.3 * entry.label_length / 8.0) as label_worth,
  0.5 / (0.25 + 0.75 * entry.synonym_length / 40.0) as synonym_worth, 1 / (0.25 + 0.75 * entry.text_length / 20.0) as text_worth';

-- How often the word stands in the parts with weight 1. ts_rank() of one word is 6 / pi^2 times the sum of 1 / n^2 over its
-- places in order; the parts follow one another (see weighted_words), so that what is left out comes last.
create function private.occurrences_sql(lexeme text, weights text) returns text
language sql immutable
set search_path = ''
return format('width_bucket(ts_rank(%L, entry.document, %L::tsquery)::float8, ''{0.3,0.68,0.79,0.846,0.877,0.898,0.9128,0.9237}'')', weights, lexeme);

create function private.lexeme_score_sql(lexeme text) returns text
language sql immutable
set search_path = ''
return format('(%s * (entry.title_worth - entry.label_worth) + %s * (entry.label_worth - entry.synonym_worth)
    + %s * (entry.synonym_worth - entry.text_worth) + %s * entry.text_worth)',
  private.occurrences_sql(lexeme, '{0,0,0,1}'), private.occurrences_sql(lexeme, '{0,0,1,1}'),
  private.occurrences_sql(lexeme, '{0,1,1,1}'), private.occurrences_sql(lexeme, '{1,1,1,1}'));

-- Each word's share goes from 0 towards its rarity. Of a single word the rarity is how much it matters where it stands: a word that
-- every other ad has says nothing, and the newest ads come first.
create function private.text_score_sql(terms jsonb) returns text
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
create function private.phrase_of(terms jsonb) returns tsquery
language sql immutable
set search_path = ''
return (select string_agg(term -> 'met_as' -> 0 ->> 'lexeme', '<->' order by place)::tsquery
  from jsonb_array_elements(terms) with ordinality as each (term, place));

-- What an ad's age, completeness, state and distance make of its score.
create function private.standing_factor_sql(at timestamptz, distance text) returns text
language sql immutable
set search_path = ''
-- Half of the freshness bonus is gone after 14 days; it can turn near-equals around, not good and bad.
return format('(0.85 + 0.15 * exp(-0.0495 * greatest(0, extract(epoch from %1$L::timestamptz - entry.published_at)::float8 / 86400)))
  * (0.94 + 0.02 * entry.quality) * case when entry.state = ''reserved'' then 0.95 else 1 end
  * case when %2$s is null then 1 else 0.7 + 0.3 * exp(-(%2$s) / 20) end', at, distance);

-- The days since which about this share of the market stands, as marks: some blocks of days, the last of them a little too long.
-- Null for nearly all of it, and where nobody has counted.
create function private.standing_since(share float8) returns tsquery
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
    where share < 0.8 and (newest >> scale) - (day >> scale) < 12 order by scale limit 1
  )
  -- Ads that came since the days were counted stand in blocks after the newest.
  select string_agg(format('''d:%s:%s''', scale, block), '|')::tsquery from since, generate_series(day >> scale, (newest >> scale) + 4) as block;
end;

-- The places where all words may stand, the best first: each a query, and what the text is worth to the score then, its parts as in
-- field_worths_sql(), as far as can be told without looking at documents. Places where words are said twice come with the one after them.
create function private.grades_of(understood private.understood) returns table (place integer, is_stress boolean, marks tsquery, worth text)
language sql stable
set search_path = ''
begin atomic
  with marked as materialized (
    select private.marked_words('t', understood) as title, private.marked_words('k', understood) as label, private.marked_words('tk', understood) as either,
      private.marked_words('u', understood) as repeated, private.marked_words('w', understood) as stressed
  )
  select grade.place, grade.is_stress, grade.marks, grade.worth from marked cross join lateral (values
    (1, true, marked.repeated, '2 * entry.title_worth + 0.5 * entry.label_worth + entry.text_worth'),
    (2, true, marked.title && marked.label && marked.stressed, 'entry.title_worth + entry.label_worth + 2 * entry.text_worth'),
    (3, false, marked.title && marked.label, 'entry.title_worth + entry.label_worth + entry.text_worth'),
    (4, true, marked.title && marked.stressed, 'entry.title_worth + 2 * entry.text_worth'),
    (5, false, marked.title, 'entry.title_worth + entry.text_worth'),
    (6, true, marked.either && marked.stressed, '0.5 * (entry.title_worth + entry.label_worth) + 2 * entry.text_worth'),
    (7, false, marked.either, '0.5 * (entry.title_worth + entry.label_worth) + entry.text_worth'),
    (8, true, marked.stressed, '2 * entry.text_worth'),
    (9, false, null, 'entry.text_worth + entry.synonym_worth')) as grade (place, is_stress, marks, worth);
end;

-- The rows among which the best matches of a common word are: grade by grade those that score best by what can be told without a look
-- at their documents, until there are about `enough`. Of very many only the newest are read.
create function private.best_candidates(conditions jsonb, understood private.understood, estimate bigint, at timestamptz, enough integer,
  distance text) returns tid[]
language plpgsql stable
set search_path = ''
as $$
declare
  -- How much it matters where a single word stands: see text_score_sql().
  matters float8 := case when jsonb_array_length(understood.terms) = 1 then (understood.terms -> 0 -> 'rarity')::float8 else 1 end;
  factors text := private.standing_factor_sql(at, distance)
    || case when private.accessory_factor_sql(understood.terms) = '1' then '' else ' * case when entry.is_accessory then 0.55 else 1 end' end;
  few bigint := 8 * enough::bigint;
  grade record;
  graded jsonb;
  expected bigint;
  since tsquery;
  found tid[];
  candidates tid[] := '{}';
begin
  for grade in select * from private.grades_of(understood) as graded order by graded.place loop
    -- What has the words there has them anywhere: the long list of their forms need not be met as well.
    graded := case when grade.marks is null then conditions else (conditions - 'q') || jsonb_build_object('grade', private.condition(null, grade.marks, true)) end;
    -- Where few fit at all, all of them are read.
    expected := case when grade.marks is null or estimate < few then estimate else 256 * private.count_by_marks(graded, 8, 100000) end;
    since := case when expected >= few then private.standing_since(2.0 * enough / expected) end;
    execute format('select array_agg(best.spot) from (
      select entry.spot from (
        select entry.ctid as spot, entry.published_at, entry.quality, entry.state, entry.is_accessory, entry.lat, entry.lng, %s
        from public.listing_search entry where %s) as entry
      order by power(1 - 4 / (4 + %s), %s) * %s desc limit %s) as best',
      private.field_worths_sql(), private.conditions_sql(graded, true, since), grade.worth, matters, factors,
      case when grade.is_stress then enough / 2 else enough end)
    into found;
    candidates := candidates || found;
    -- What has the words in a better place stands before all others, as a rule. Who only says them twice does not.
    exit when not grade.is_stress and cardinality(candidates) >= enough / 2;
  end loop;
  return candidates;
end
$$;

-- Up to some 1,500 ads that fit (`estimate`) are ranked all, of more the best `enough`.
create function private.ranked_page(conditions jsonb, understood private.understood, estimate bigint, cursor jsonb, anchor timestamptz,
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
    ts_delete(entry.document, ''-'') as document, ' || private.field_worths_sql() || ' from public.listing_search entry where ' || candidates;
  execute format($sql$
    select jsonb_agg(jsonb_build_object('id', found.listing_id, 'k', found.score, 'item',
      entry.card || jsonb_build_object('distance_km', round(found.away::numeric, 1))) order by found.score desc, found.listing_id desc)
    from (
      select scored.listing_id, scored.score, scored.away from (
        select entry.listing_id, %2$s as away,
          (%3$s) * %4$s
          -- Whole words before words that only begin so ("couch" before "couchages"), and side by side before far apart.
          * case when entry.document @@ %8$L::tsquery then 1 else 0.9 end
          * case when entry.document @@ %9$L::tsquery then 1 else 0.9 end
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

-- Where only a few ads have all words: others that have the words that say most, at least half of what the query says.
-- `conditions` are those without the words.
create function private.close_page(conditions jsonb, understood private.understood, anchor timestamptz, lim integer, distance text) returns jsonb
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
  return private.ranked_page(near, understood, 256 * private.count_by_marks(near, 8, 1000), null, anchor, lim, distance, 1000);
end
$$;
