-- From what a person types to a word query: which words say something, what they are met as, what to leave out when nothing fits.

create or replace function private.term(lexeme text, worth float8 default 1) returns jsonb
language sql immutable
set search_path = ''
return jsonb_build_object('lexeme', lexeme, 'worth', worth);

create or replace function private.market_size() returns bigint
language sql stable
set search_path = ''
return (select coalesce(sum(counter.ads), 0) from private.category_counters counter);

-- What a word is met as besides its English stem: stems of other languages, and what means the same.
create or replace function private.other_ways(word text) returns jsonb
language sql stable
set search_path = ''
begin atomic
  select coalesce(jsonb_agg(way), '[]') from (
    select private.term(quote_literal(form)) as way from private.forms_of(word) as form where form ~ ':'
    union all
    select private.term(quote_literal(synonym.means), 0.8) from private.search_synonyms synonym where synonym.word = private.stem(other_ways.word)) as ways;
end;

create or replace function private.ways_query(ways jsonb) returns tsquery
language sql immutable
set search_path = ''
return (select string_agg(way ->> 'lexeme', '|') from jsonb_array_elements(ways) as way)::tsquery;

-- Inverse document frequency as in BM25 (Robertson and Zaragoza 2009): rare words say more.
create or replace function private.rarity_of(met_as jsonb, ads bigint) returns float8
language plpgsql stable
set search_path = ''
as $$
declare
  term tsquery := private.ways_query(met_as);
  uses bigint := private.common_hits(term);
begin
  if uses is null then
    -- Small markets are counted exactly.
    uses := case when ads < 20000 then private.count_hits(term, 20000) else private.about_hits(term) end;
  end if;
  return ln(1 + greatest(0, ads - uses + 0.5) / (uses + 0.5));
end
$$;

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
  with spoken as materialized (select private.search_words(left(typed, 200)) as words),
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

create or replace function private.words_beside(words text[], place integer) returns tsquery
language sql stable
set search_path = ''
return (
  select string_agg('(' || private.word_in_full(word, number = cardinality(words))::text || ')', '&')
  from unnest(words) with ordinality as found (word, number) where number <> place
)::tsquery;

create or replace function private.is_known_word(word text, is_beginning boolean) returns boolean
language sql stable
set search_path = ''
return exists (
  select from private.search_vocabulary known
  where known.word = is_known_word.word or is_beginning and known.word ~>=~ is_known_word.word and known.word ~<~ (is_known_word.word || '~'));

-- Words that find nothing, as they were meant. Where all words find nothing `together`, also words that find something else only by
-- their stem ("smoothe").
create or replace function private.correct_words(together boolean, asked private.asked_words, inout words text[], inout corrections jsonb)
language plpgsql stable
set search_path = ''
as $$
declare
  better text;
  beside tsquery;
  is_last boolean;
begin
  for place in 1 .. cardinality(words) loop
    is_last := place = cardinality(words);
    continue when private.edits_allowed(words[place]) = 0 or asked.places[place] = any(asked.named) or case when together then private.is_known_word(words[place], is_last)
      else private.finds_something(private.word_in_full(words[place], is_last)) or private.split_word(words[place]) is not null end
      or private.is_category_word(words[place]);
    beside := private.words_beside(words, place);
    better := private.corrected_word(words[place], beside, words[place - 1], words[place + 1]);
    continue when better is null or together and not private.finds_something(private.word_in_full(better, false) && beside);
    corrections := corrections || jsonb_build_object('from', words[place], 'to', better);
    words[place] := better;
  end loop;
end
$$;

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
  ways := jsonb_build_array(private.term(private.stem(word))) || private.other_ways(word);
  if not private.finds_something(query) then
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
    if private.finds_something(as_one) then
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
return regexp_replace(regexp_replace(query::text, '''([^'']+)''(?!:)', '''\1'':ABC', 'g'), '''([^'']+)'':\*', '''\1'':*ABC', 'g')::tsquery;

-- What an ad must have to have all of these words, and what the order goes by. What it is must be what the words name; where they name
-- nothing that is known, one of them must be more than a mention.
create or replace function private.understand_words(asked private.asked_words, words text[], corrections jsonb) returns private.understood
language plpgsql stable
set search_path = ''
as $$
declare
  said text[] := asked.said;
  -- A word that some ads have as it is means itself, and so does one that is known: a desk is no desktop.
  is_whole boolean := private.is_whole_word(words[cardinality(words)]);
  query tsquery;
  single tsquery;
  as_such tsquery;
  terms jsonb := '[]';
  ways jsonb;
  ads bigint := private.market_size();
  heads text[];
  alike text[];
  named text[];
begin
  for place in 1 .. cardinality(words) loop
    said[asked.places[place]] := words[place];
  end loop;
  heads := coalesce(private.head_things(said), '{}');
  alike := private.things_alike(heads);
  for place in 1 .. cardinality(words) loop
    select met.ways, met.query into ways, single from private.word_ways(words, place, place = cardinality(words) and not is_whole) as met;
    as_such := case when as_such is null then private.said_as_such(single) else as_such || private.said_as_such(single) end;
    named := array(
      select thing from private.named_things(said) as found, unnest(found.things) as thing where asked.places[place] between found.first and found.last);
    if cardinality(named) > 0 then
      single := single || private.things_query(named);
      ways := ways || (select jsonb_agg(private.term(quote_literal('h:' || thing))) from unnest(named) as thing);
      if named && heads and cardinality(alike) > 0 then
        single := single || private.things_query(alike);
        ways := ways || (select jsonb_agg(private.term(quote_literal('h:' || thing), 0.3)) from unnest(alike) as thing);
      end if;
    end if;
    query := case when query is null then single else query && single end;
    terms := terms || jsonb_build_array(ways);
  end loop;
  terms := terms || coalesce((select jsonb_agg(jsonb_build_array(private.term(word))) from unnest(asked.small) as word), '[]');
  terms := (
    select jsonb_agg(jsonb_build_object('met_as', each.met_as,
      'rarity', case when jsonb_array_length(terms) = 1 then least(1, power(said.rarity / 2, 4)) else said.rarity end) order by each.place)
    from jsonb_array_elements(terms) with ordinality as each (met_as, place), private.rarity_of(each.met_as, ads) as said (rarity));
  return row(query, words, is_whole, terms, corrections, heads,
    coalesce(private.things_query(heads || alike) || (as_such && private.things_query('{?}')), as_such))::private.understood;
end
$$;

create or replace function private.is_whole_word(word text) returns boolean
language sql stable
set search_path = ''
return private.is_known_word(word, false) or exists (select from private.thing_words known where known.phrase = word)
  or private.hits(private.word_query(word, false), 10) = 10;

-- The words as typed, those that no ad has with their typing errors corrected. Whether any ad has them all is not looked at: see
-- understand_better().
create or replace function private.understand_query(typed text) returns private.understood
language plpgsql stable
set search_path = ''
as $$
declare
  asked private.asked_words := private.query_words(typed);
  corrected record;
begin
  if cardinality(asked.words) = 0 then
    return row(null::tsquery, asked.words, true, '[]'::jsonb, '[]'::jsonb, '{}'::text[], null::tsquery)::private.understood;
  end if;
  select * into corrected from private.correct_words(false, asked, asked.words, '[]');
  return private.understand_words(asked, corrected.words, corrected.corrections);
end
$$;

-- Where no ad has all the words: with more of them corrected. None is left out: what nearly fits is shown apart.
create or replace function private.understand_better(understood private.understood, typed text) returns private.understood
language plpgsql stable
set search_path = ''
as $$
declare
  asked private.asked_words := private.query_words(typed);
  corrected record;
  better private.understood;
begin
  if cardinality(understood.words) < 2 or private.finds_something(understood.query && understood.being) then
    return understood;
  end if;
  select * into corrected from private.correct_words(true, asked, understood.words, understood.corrections);
  if corrected.words <> understood.words then
    better := private.understand_words(asked, corrected.words, corrected.corrections);
    if private.finds_something(better.query && better.being) then
      return better;
    end if;
  end if;
  return understood;
end
$$;
