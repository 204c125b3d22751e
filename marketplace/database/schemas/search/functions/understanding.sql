-- From what a person types to a word query: which words say something, what they are met as, and what an ad must be.

create or replace function private.term(lexeme text, worth float8 default 1) returns jsonb
language sql immutable
set search_path = ''
return jsonb_build_object('lexeme', lexeme, 'worth', worth);

create or replace function private.ways_query(ways jsonb) returns tsquery
language sql immutable
set search_path = ''
return (select string_agg(way ->> 'lexeme', '|') from jsonb_array_elements(ways) as way)::tsquery;

-- A word in all its forms, with what means the same.
create or replace function private.word_in_full(word text, is_last boolean) returns tsquery
language sql stable
set search_path = ''
return (
  select case when alike.query is null then typed.query else typed.query || alike.query end
  from private.word_query(word, is_last) as typed (query), (
    select string_agg(quote_literal(synonym.means), '|')::tsquery as query
    from private.search_synonyms synonym where synonym.word = private.stem(word_in_full.word)) as alike);

-- The words that a query is about, without fillers, ages and those that only hold it together, unless there are no others. `small` ones are
-- too small to be asked for and count for the order ("T-shirt M"). `said` are all, `places` those of `words` in it.
create or replace function private.query_words(typed text) returns private.asked_words
language sql stable
set search_path = ''
begin atomic
  with spoken as materialized (select private.parted_words(private.search_words(left(typed, 200))) as words),
  named as materialized (select found.* from spoken, private.named_things(spoken.words) as found),
  said as (
    select word, place::integer, exists (select from named where found.place between named.first and named.last) as is_named,
      not private.is_stop_word(word) and (char_length(word) > 1 or word ~ '\d') as says_something,
      coalesce(exists (select from private.filler_words known where known.word = found.word)
        or word ~ '^\d{1,2}$' and lead(word) over (order by place) ~ '^(years?|yrs?|anos?|ans?|jahre?n?|jahrig\w*|months?|meses|mois|monate?)$'
        or word ~ '^(years?|yrs?|anos|ans|jahre?n?|jahrig\w*|months?|meses|mois|monate?|old)$' and exists (
          select from unnest(spoken.words) as number where number ~ '^\d{1,2}$'), false) as is_filler
    from spoken, unnest(spoken.words) with ordinality as found (word, place)
  ),
  kept as (
    select said.*, says_something and (is_named or not is_filler) as is_content from said
  ),
  -- Several words of the names of things hold them together as well ("sac à dos").
  chosen as (
    select kept.* from kept where is_content or not exists (select from kept as other where other.is_content) and says_something
      or not exists (select from kept as other where other.says_something)
  )
  select row((select coalesce(array_agg(word order by place), '{}') from chosen)[1:10],
    (select coalesce(array_agg(word order by place), '{}') from said where char_length(word) = 1 and not says_something
      and exists (select from said as other where other.says_something)),
    (select spoken.words from spoken), (select coalesce(array_agg(place order by place), '{}') from chosen)[1:10],
    (select array_agg(place) from said where is_named))::private.asked_words;
end;

create or replace function private.is_known_word(word text, is_beginning boolean) returns boolean
language sql stable
set search_path = ''
return exists (
  select from private.search_vocabulary known
  where known.word = is_known_word.word or is_beginning and known.word ~>=~ is_known_word.word and known.word ~<~ (is_known_word.word || '~'));

-- What one word may be met as: itself in any form, its synonyms, in two words ("hair dryer"), or as one with a neighbour ("sun glasses").
create or replace function private.word_ways(words text[], place integer, is_beginning boolean, out ways jsonb, out query tsquery)
language plpgsql stable
set search_path = ''
as $$
declare
  word text := words[place];
  halves tsquery;
  joined text;
  -- Without its last letter, which stems may change ("party", "parties").
  beginning text;
  as_one tsquery;
begin
  query := private.word_in_full(word, is_beginning);
  ways := jsonb_build_array(private.term(private.stem(word))) || coalesce((
    select jsonb_agg(way) from (
      select private.term(quote_literal(private.stem_in(language, word))) as way from unnest('{pt,es,de,fr}'::text[]) as language
      where private.stem_in(language, word) is not null
      union all
      select private.term(quote_literal(synonym.means), 0.8) from private.search_synonyms synonym where synonym.word = private.stem(word_ways.words[place])) as found), '[]');
  if private.hits(query, 1) = 0 then
    halves := private.split_word(word);
  end if;
  if halves is not null then
    query := halves;
    ways := (select jsonb_agg(private.term(half[1])) from regexp_matches(query::text, '''([a-z0-9]+)''', 'g') as half);
  elsif is_beginning then
    ways := ways || private.term(word || ':*', 0.5);
  end if;
  foreach joined in array array[words[place - 1] || word, word || words[place + 1]] loop
    -- The first word has none before it, the last none behind.
    continue when joined is null or char_length(joined) < 6;
    beginning := left(private.stem(joined), -1);
    -- The vocabulary has words of 24 letters and less, and no numbers.
    continue when joined ~ '^[a-z]{6,24}$' and not exists (
      select from private.search_vocabulary known where known.word operator(pg_catalog.~>=~) beginning and known.word operator(pg_catalog.~<~) (beginning || '~'));
    as_one := private.word_query(joined, false);
    if private.hits(as_one, 1) > 0 then
      ways := ways || private.term(private.stem(joined));
      query := query || as_one;
    end if;
  end loop;
end
$$;

-- The same words where they say more than a mention: in title, category, attributes and what these are called.
create or replace function private.said_as_such(query tsquery) returns tsquery
language sql immutable
set search_path = ''
return regexp_replace(query::text, '''([^'']+)''', '''s:\1''', 'g')::tsquery;

-- What an ad must be and have for all of these words, and what the order goes by. It is what the words name, with the words that name something else;
-- where they name nothing that is known, one of them must be more than a mention.
create or replace function private.understand_words(asked private.asked_words, words text[], corrections jsonb) returns private.understood
language plpgsql stable
set search_path = ''
as $$
declare
  said text[] := asked.said;
  -- A word that some ads have as it is means itself, and so does one that is known: a desk is no desktop.
  is_whole boolean := private.is_known_word(words[cardinality(words)], false) or exists (
    select from private.thing_words known where known.phrase = words[cardinality(words)]) or private.hits(private.word_query(words[cardinality(words)], false), 10) = 10;
  every tsquery;
  others tsquery;
  single tsquery;
  as_such tsquery;
  being tsquery;
  terms jsonb := '[]';
  ways jsonb;
  -- In a market of any size a count of the hour will do.
  ads bigint := (select case when known.reltuples < 20000 then (select count(*) from public.listing_search) else known.reltuples end
    from pg_class known where known.oid = 'public.listing_search'::regclass);
  spans jsonb;
  span jsonb;
  heads text[];
  alike text[];
  named text[];
begin
  for place in 1 .. cardinality(words) loop
    said[asked.places[place]] := words[place];
  end loop;
  heads := coalesce(private.head_things(said), '{}');
  spans := (
    select jsonb_agg(jsonb_build_object('first', found.first, 'last', found.last, 'things', found.things, 'is_filler', exists (
      select from private.filler_words filler where filler.word = any(said[found.first:found.last])))) from private.named_things(said) as found);
  -- What would do as well.
  alike := array(
    select distinct other from private.things known, unnest(known.alike) as other
    where known.thing = any(heads) and other <> all(heads) order by other);
  for place in 1 .. cardinality(words) loop
    select met.ways, met.query into ways, single from private.word_ways(words, place, place = cardinality(words) and not is_whole) as met;
    as_such := case when as_such is null then private.said_as_such(single) else as_such || private.said_as_such(single) end;
    span := jsonb_path_query_first(spans, '$[*] ? (@.first <= $place && @.last >= $place)', jsonb_build_object('place', asked.places[place]));
    if span is not null then
      named := array(select jsonb_array_elements_text(span -> 'things'));
      single := single || private.things_query(named);
      -- "Gift for a girl": no word of it says anything alone. Else a word itself says more than that it is only the thing.
      ways := ways || (select jsonb_agg(private.term(quote_literal('h:' || thing), case when (span ->> 'is_filler')::boolean then 1 else 0.2 end)) from unnest(named) as thing);
    end if;
    if span is not null and named && heads then
      single := single || coalesce(private.things_query(alike), ''::tsquery);
      ways := ways || coalesce((select jsonb_agg(private.term(quote_literal('h:' || thing), 0.1)) from unnest(alike) as thing), '[]');
    else
      others := case when others is null then single else others && single end;
    end if;
    every := case when every is null then single else every && single end;
    terms := terms || jsonb_build_array(ways);
  end loop;
  terms := terms || coalesce((select jsonb_agg(jsonb_build_array(private.term(word))) from unnest(asked.small) as word), '[]');
  -- Inverse document frequency as in BM25 (Robertson and Zaragoza 2009): rare words say more. Of a single word it is how much it matters where it stands.
  terms := (
    select jsonb_agg(jsonb_build_object('met_as', each.met_as,
      'rarity', case when jsonb_array_length(terms) = 1 then least(1, greatest(0.2, power(said.rarity / 2, 4))) else said.rarity end) order by each.place)
    from jsonb_array_elements(terms) with ordinality as each (met_as, place), private.hits(private.ways_query(each.met_as), 20000) as found (uses),
      lateral (select ln(1 + greatest(0, ads - found.uses + 0.5) / (found.uses + 0.5)) as rarity) as said);
  being := private.things_query(heads || alike);
  -- What is more than a mention is one as well.
  every := case when cardinality(words) = 1 and spans is null then as_such else every && as_such end;
  if being is null then
    return row(every, words, is_whole, terms, corrections, heads, as_such)::private.understood;
  end if;
  others := case when others is null then being else being && others end;
  -- Ads of categories that nobody has said what they hold: their words are believed.
  if private.hits('''h:?''', 1) > 0 then
    others := others || (private.things_query('{?}') && every);
    being := being || (private.things_query('{?}') && as_such);
  end if;
  return row(others, words, is_whole, terms, corrections, heads, being)::private.understood;
end
$$;

-- The words as typed, those that no ad has with their typing errors corrected; where no ad has all of them, with more of them corrected.
-- None is left out: what nearly fits is shown apart.
create or replace function private.understand_query(typed text, together private.understood default null) returns private.understood
language plpgsql stable
set search_path = ''
as $$
declare
  asked private.asked_words;
  corrected record;
begin
  if typed is not null then
    asked := private.query_words(typed);
  end if;
  if coalesce(cardinality(asked.words), 0) = 0 then
    return row(null::tsquery, '{}'::text[], true, '[]'::jsonb, '[]'::jsonb, '{}'::text[], null::tsquery)::private.understood;
  end if;
  select * into corrected from private.correct_words(together is not null, asked, coalesce(together.words, asked.words), coalesce(together.corrections, '[]'));
  return private.understand_words(asked, corrected.words, corrected.corrections);
end
$$;
