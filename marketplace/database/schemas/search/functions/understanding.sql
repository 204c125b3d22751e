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
  is_whole boolean := exists (select from private.search_vocabulary known where known.word = words[cardinality(words)])
    or exists (select from private.thing_words known where known.phrase = words[cardinality(words)]) or private.hits(private.word_query(words[cardinality(words)], false), 10) = 10;
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
  whole tsquery := (select string_agg('(' || private.word_query(word, false)::text || ')', '&') from unnest(words) as word);
  phrase tsquery;
  made_for tsquery;
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
  phrase := (select string_agg(term -> 'met_as' -> 0 ->> 'lexeme', '<->' order by place) from jsonb_array_elements(terms) with ordinality as each (term, place));
  -- Null where it is a part or accessory that is looked for.
  select case when bool_or(way ->> 'lexeme' in (select known.word from private.accessory_words known)) then null
    else coalesce(string_agg(quote_literal('f:' || (way ->> 'lexeme')), '|'), '''f:''') end
  into made_for from jsonb_path_query(terms, '$[*].met_as[*] ? (@.worth == 1)') as way where way ->> 'lexeme' ~ '^[[:alnum:]]+$';
  being := private.things_query(heads || alike);
  -- What is more than a mention is one as well.
  every := case when cardinality(words) = 1 and spans is null then as_such else every && as_such end;
  if being is null then
    return row(every, words, is_whole, terms, corrections, heads, as_such, whole, phrase, made_for)::private.understood;
  end if;
  others := case when others is null then being else being && others end;
  -- Ads of categories that nobody has said what they hold: their words are believed.
  if private.hits('''h:?''', 1) > 0 then
    others := others || (private.things_query('{?}') && every);
    being := being || (private.things_query('{?}') && as_such);
  end if;
  return row(others, words, is_whole, terms, corrections, heads, being, whole, phrase, made_for)::private.understood;
end
$$;

-- What is asked for in words as typed, those that no ad has with their typing errors corrected. None is left out: what nearly fits is shown apart.
create or replace function private.understand_query(typed text) returns private.understood
language plpgsql stable
set search_path = ''
as $$
declare
  asked private.asked_words := case when typed is not null then private.query_words(typed) end;
  words text[] := asked.words;
  corrections jsonb := '[]';
  beside tsquery;
  better text;
begin
  if coalesce(cardinality(words), 0) = 0 then
    return row(null, '{}', true, '[]', '[]', '{}', null, null, null, null)::private.understood;
  end if;
  for place in 1 .. cardinality(words) loop
    continue when private.edits_allowed(words[place]) = 0 or asked.places[place] = any(asked.named)
      or private.hits(private.word_in_full(words[place], place = cardinality(words)), 1) > 0 or private.split_word(words[place]) is not null
      or exists (select from private.category_terms known where strpos(known.term || ' ', ' ' || words[place] || ' ') > 0);
    beside := (
      select string_agg('(' || private.word_in_full(word, number = cardinality(words))::text || ')', '&')
      from unnest(words) with ordinality as found (word, number) where number <> place)::tsquery;
    better := private.corrected_word(words[place], beside, words[place - 1], words[place + 1]);
    continue when better is null;
    corrections := corrections || jsonb_build_object('from', words[place], 'to', better);
    words[place] := better;
  end loop;
  return private.understand_words(asked, words, corrections);
end
$$;
