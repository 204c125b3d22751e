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

-- The words that a query is about, without those that only hold it together, unless there are no others. `small` ones are too small to be
-- asked for and count for the order ("T-shirt M").
create or replace function private.query_words(typed text, out words text[], out small text[])
language sql stable
set search_path = ''
begin atomic
  with said as (
    select word, place, not private.is_stop_word(word) and (char_length(word) > 1 or word ~ '\d') as says_something
    from unnest(private.search_words(left(typed, 200))) with ordinality as found (word, place)
  )
  select (coalesce(array_agg(word order by place) filter (where says_something), array_agg(word order by place), '{}'))[1:10],
    coalesce(array_agg(word order by place) filter (where char_length(word) = 1 and not says_something
      and exists (select from said as other where other.says_something)), '{}')
  from said;
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
create or replace function private.correct_words(together boolean, inout words text[], inout corrections jsonb)
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
    continue when private.edits_allowed(words[place]) = 0 or case when together then private.is_known_word(words[place], is_last)
      else private.finds_something(private.word_in_full(words[place], is_last)) or private.split_word(words[place]) is not null end
      or private.is_category_word(words[place]);
    beside := private.words_beside(words, place);
    better := private.corrected_word(words[place], beside);
    continue when better is null or together and not private.finds_something(private.word_in_full(better, false) && beside);
    corrections := corrections || jsonb_build_object('from', words[place], 'to', better);
    words[place] := better;
  end loop;
end
$$;

-- Which words together find something, and say most? Rare words say more. Six words are 64 attempts at most.
create or replace function private.best_words(words text[], singles tsquery[], out query tsquery, out dropped text[])
language plpgsql stable
set search_path = ''
as $$
declare
  asked integer := least(6, cardinality(singles));
  says float8[] := array(
    select case when private.finds_something(single) then 1 / ln(2 + private.hits(single, 1000)) else 0 end
    from unnest(singles) with ordinality as each (single, place) where place <= asked order by place);
  best float8 := 0;
  gain float8;
  attempt tsquery;
begin
  for subset in 1 .. (1 << asked) - 1 loop
    select sum(says[place]), string_agg('(' || singles[place]::text || ')', '&')::tsquery into gain, attempt
    from generate_series(1, asked) as place where subset & (1 << (place - 1)) > 0 having min(says[place]) > 0;
    if gain > best and private.finds_something(attempt) then
      best := gain;
      query := attempt;
      dropped := array(select word from unnest(words) with ordinality as found (word, number)
        where number > 6 or subset & (1 << (number - 1)::integer) = 0 order by number);
    end if;
  end loop;
  query := coalesce(query, singles[1]);
  dropped := coalesce(dropped, '{}');
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

-- What an ad must have to have all of these words, and what the order goes by.
create or replace function private.understand_words(words text[], small text[], corrections jsonb) returns private.understood
language plpgsql stable
set search_path = ''
as $$
declare
  -- A word that some ads have as it is means itself: a desk is no desktop.
  is_whole boolean := private.hits(private.word_query(words[cardinality(words)], false), 10) = 10;
  query tsquery;
  single tsquery;
  terms jsonb := '[]';
  ways jsonb;
  ads bigint := private.market_size();
begin
  for place in 1 .. cardinality(words) loop
    select met.ways, met.query into ways, single from private.word_ways(words, place, place = cardinality(words) and not is_whole) as met;
    query := case when query is null then single else query && single end;
    terms := terms || jsonb_build_array(ways);
  end loop;
  terms := terms || coalesce((select jsonb_agg(jsonb_build_array(private.term(word))) from unnest(small) as word), '[]');
  terms := (
    select jsonb_agg(jsonb_build_object('met_as', each.met_as,
      'rarity', case when jsonb_array_length(terms) = 1 then least(1, power(said.rarity / 2, 4)) else said.rarity end) order by each.place)
    from jsonb_array_elements(terms) with ordinality as each (met_as, place), private.rarity_of(each.met_as, ads) as said (rarity));
  return row(query, words, is_whole, terms, corrections, '{}'::text[])::private.understood;
end
$$;

-- The words as typed, those that no ad has with their typing errors corrected. Whether any ad has them all is not looked at: see
-- understand_better().
create or replace function private.understand_query(typed text) returns private.understood
language plpgsql stable
set search_path = ''
as $$
declare
  asked record;
  corrected record;
begin
  select * into asked from private.query_words(typed);
  if cardinality(asked.words) = 0 then
    return row(null::tsquery, asked.words, true, '[]'::jsonb, '[]'::jsonb, '{}'::text[])::private.understood;
  end if;
  select * into corrected from private.correct_words(false, asked.words, '[]');
  return private.understand_words(corrected.words, asked.small, corrected.corrections);
end
$$;

-- Where no ad has all the words: with more of them corrected, or else without the words that cost most. Says what it changed, so that
-- the page can say it too.
create or replace function private.understand_better(understood private.understood, typed text) returns private.understood
language plpgsql stable
set search_path = ''
as $$
declare
  corrected record;
  singles tsquery[];
begin
  if cardinality(understood.words) < 2 or private.finds_something(understood.query) then
    return understood;
  end if;
  select * into corrected from private.correct_words(true, understood.words, understood.corrections);
  if corrected.words <> understood.words then
    understood := private.understand_words(corrected.words, (private.query_words(typed)).small, corrected.corrections);
    if private.finds_something(understood.query) then
      return understood;
    end if;
  end if;
  singles := array(
    select met.query from generate_subscripts(understood.words, 1) as place,
      private.word_ways(understood.words, place, place = cardinality(understood.words) and not understood.is_whole) as met order by place);
  select best.query, best.dropped into understood.query, understood.dropped from private.best_words(understood.words, singles) as best;
  return understood;
end
$$;
