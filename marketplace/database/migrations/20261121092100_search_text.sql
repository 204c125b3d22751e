-- From what a person types to a word query: forms, synonyms, typing errors, and what to leave out when nothing fits.

-- How a word is met in ads: as it is, by its English stem, and by its stem in each language that ads are written in.
create function private.forms_of(word text) returns setof text
language sql stable
set search_path = ''
begin atomic
  select word union select private.stem(word)
  union select known.stem from unnest('{pt,es,de,fr}'::text[]) as language
    join private.search_stems known on known.stem = private.stem_in(language, word) where word ~ '^[a-z]{4,}$';
end;

-- Words that begin so, the shortest first: the index looks up thirty words faster than all that begin alike.
create function private.completions(beginning text) returns setof text
language sql stable
set search_path = ''
begin atomic
  select known.word from private.search_vocabulary known
  where known.word operator(pg_catalog.~>=~) beginning and known.word operator(pg_catalog.~<~) (beginning || '~') and not known.is_made
  order by known.length, known.word limit 30;
end;

create function private.word_query(word text, is_last boolean) returns tsquery
language sql stable
set search_path = ''
return (
  select string_agg(distinct form, '|') from (
    select quote_literal(form) as form from private.forms_of(word) as form
    union all select quote_literal(private.stem(longer)) from private.completions(word) as longer where is_last and word ~ '^[a-z]{2,}$'
    union all select quote_literal(word) || ':*' where is_last and char_length(word) >= 2 and word !~ '^[a-z]+$') as forms
)::tsquery;
comment on function private.word_query(text, boolean) is 'One word in all its forms; the last word may still be being typed, so its beginning is enough.';

create table private.search_synonyms (word text, means text, primary key (word, means));
comment on table private.search_synonyms is 'Stems that mean the same, in either direction one row. Names of categories and of options have synonyms of their own.';
insert into private.search_synonyms (word, means)
select one.stem, other.stem
from unnest('{tv television televisor televisao fernseher televiseur,bike bicycle bicicleta fahrrad velo,sofa couch settee,
  fridge refrigerator frigorifico nevera kuhlschrank refrigerateur,laptop notebook portatil,wardrobe closet armario kleiderschrank,
  pram stroller buggy kinderwagen poussette,hoover vacuum aspirador staubsauger aspirateur,cooker stove fogao herd cuisiniere,
  headphone earphone auscultador auricular kopfhorer,smartphone telemovel movil handy}'::text[]) as listed (said)
cross join lateral (select distinct private.stem(word) as stem from unnest(string_to_array(btrim(regexp_replace(said, '\s+', ' ', 'g')), ' ')) as word where word !~ '-') as one
cross join lateral (select distinct private.stem(word) as stem from unnest(string_to_array(btrim(regexp_replace(said, '\s+', ' ', 'g')), ' ')) as word where word !~ '-') as other
where one.stem <> other.stem
on conflict do nothing;

create function private.edits_allowed(word text) returns integer
language sql immutable
set search_path = ''
return case when word !~ '^[a-z]+$' or char_length(word) < 5 then 0 when char_length(word) < 9 then 1 else 2 end;
comment on function private.edits_allowed(text) is '1 from 5 letters, 2 from 9, never in numbers and model codes: an s21 is no s22.';

-- Two neighbouring letters exchanged are one slip of the fingers, not two.
create function private.edits_between(typed text, meant text) returns integer
language sql immutable
set search_path = ''
return extensions.levenshtein(typed, meant)
  - (char_length(typed) = char_length(meant) and exists (
      select from generate_series(1, char_length(typed) - 1) as place
      where substr(typed, place, 1) <> substr(typed, place + 1, 1)
        and left(typed, place - 1) || substr(typed, place + 1, 1) || substr(typed, place, 1) || substr(typed, place + 2) = meant
    ))::integer
  -- A wrong first letter counts double: people rarely miss it.
  + (left(typed, 1) <> left(meant, 1))::integer;

-- Without the settings an absent word costs a look at every ad: the planner expects to meet it early. A common word is
-- met in one ad of 256 already, which saves reading all its ads.
create function private.finds_something(query tsquery) returns boolean
language sql stable
set search_path = ''
set enable_seqscan = off
as $$
  select exists (select from public.listing_search entry where entry.document @@ (query && private.sample_of(8)))
    or exists (select from public.listing_search entry where entry.document @@ query)
$$;

create function private.count_hits(query tsquery, at_most integer) returns integer
language sql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
  select count(*)::integer from (select from public.listing_search entry where entry.document @@ query limit at_most) as found
$$;

-- How many ads have it, counted up to `at_most`. Of a common word a sample has as many, and the rest is never read.
create function private.hits(query tsquery, at_most integer) returns integer
language plpgsql stable
set search_path = ''
as $$
declare
  sampled integer := private.count_hits(query && private.sample_of(8), at_most);
  halvings integer;
begin
  if sampled >= at_most then
    return at_most;
  end if;
  halvings := floor(log(2, greatest(1, 256.0 * sampled / at_most)))::integer - 1;
  if halvings > 0 and private.count_hits(query && private.sample_of(halvings), at_most) = at_most then
    return at_most;
  end if;
  return private.count_hits(query, at_most);
end
$$;

-- "hairdryer" for ads that write "hair dryer": the word in two, where an ad has both.
create function private.split_word(typed text) returns tsquery
language sql stable
set search_path = ''
return (
  select both_parts from generate_series(3, char_length(typed) - 3) as place,
    lateral (select private.word_query(left(typed, place), false) && private.word_query(substr(typed, place + 1), false)) as halves (both_parts)
  where typed ~ '^[a-z]{6,}$'
    and exists (select from private.search_vocabulary known where known.word = left(typed, place))
    and exists (select from private.search_vocabulary known where known.word = substr(typed, place + 1))
    and private.finds_something(both_parts)
  limit 1
);

-- The word of the market that was meant; another one than was typed. Null when there is none, and for numbers and model codes.
-- Of equally near ones that which ads have together with the words `beside` it.
create function private.corrected_word(typed text, beside tsquery default null) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  allowed integer := private.edits_allowed(typed);
begin
  if allowed = 0 then
    return null;
  end if;
  return (
    select near.word
    from (
      select known.word, private.edits_between(form, known.word) as edits
      -- Also without a plural's s: the vocabulary has each plural's singular, but not each singular's plural.
      from unnest(array[typed, case when typed ~ '^.{5,}s$' then left(typed, -1) end]) as form
      join private.search_vocabulary known on known.initial = left(form, 1)
        and known.length between char_length(form) - allowed and char_length(form) + allowed
        and extensions.levenshtein_less_equal(form, known.word, allowed + 1) <= allowed + 1
      union all
      -- A slip in the first letter is rarer and counts double.
      select known.word, private.edits_between(typed, known.word) from private.search_vocabulary known
      where substr(known.word, 2) in (substr(typed, 2), typed)
        or known.word in (substr(typed, 2), substr(typed, 2, 1) || left(typed, 1) || substr(typed, 3))) as near
    cross join lateral (select coalesce(private.split_word(near.word), private.word_query(near.word, false)) as query) as meant
    cross join lateral (select coalesce(private.finds_something(meant.query && beside), false)::integer as beside) as fitting
    where near.word <> typed and near.edits <= case when left(near.word, 1) = left(typed, 1) then allowed else 2 end
      -- Only what would find something: the vocabulary keeps words of ads long gone.
      and private.finds_something(meant.query)
    -- What ads have beside the other words is as good as what is one letter nearer.
    order by near.edits - fitting.beside, fitting.beside desc, private.hits(meant.query, 50) desc, near.word
    limit 1);
end
$$;

create type private.understood as (
  -- What an ad must have.
  query tsquery,
  words text[],
  -- The last word stands for itself, not for a beginning.
  is_whole boolean,
  -- What the order goes by: [{"met_as": [{"lexeme", "worth"}], "rarity"}], an entry per word.
  terms jsonb,
  corrections jsonb,
  dropped text[]
);
comment on type private.understood is 'What a person typed, as search takes it.';

create function private.term(lexeme text, worth float8 default 1) returns jsonb
language sql immutable
set search_path = ''
return jsonb_build_object('lexeme', lexeme, 'worth', worth);

create function private.market_size() returns bigint
language sql stable
set search_path = ''
return (select coalesce(sum(counter.ads), 0) from private.category_counters counter);

-- What a word is met as besides its English stem: stems of other languages, and what means the same.
create function private.other_ways(word text) returns jsonb
language sql stable
set search_path = ''
begin atomic
  select coalesce(jsonb_agg(way), '[]') from (
    select private.term(quote_literal(form)) as way from private.forms_of(word) as form where form ~ ':'
    union all
    select private.term(quote_literal(synonym.means), 0.8) from private.search_synonyms synonym where synonym.word = private.stem(other_ways.word)) as ways;
end;

create function private.ways_query(ways jsonb) returns tsquery
language sql immutable
set search_path = ''
return (select string_agg(way ->> 'lexeme', '|') from jsonb_array_elements(ways) as way)::tsquery;

-- Inverse document frequency as in BM25 (Robertson and Zaragoza 2009): rare words say more.
create function private.rarity_of(met_as jsonb, ads bigint) returns float8
language plpgsql stable
set search_path = ''
as $$
declare
  term tsquery := private.ways_query(met_as);
  uses bigint := private.hits(term, 1000);
begin
  if uses = 1000 then
    uses := greatest(1000, 256 * private.count_hits(term && private.sample_of(8), 100000));
  end if;
  return ln(1 + greatest(0, ads - uses + 0.5) / (uses + 0.5));
end
$$;

-- A word in all its forms, with what means the same.
create function private.word_in_full(word text, is_last boolean) returns tsquery
language sql stable
set search_path = ''
return (select typed.query || coalesce(private.ways_query(private.other_ways(word)), typed.query) from private.word_query(word, is_last) as typed (query));

-- The words that a query is about, without those that only hold it together, unless there are no others. `small` ones are too small to be
-- asked for and count for the order ("T-shirt M").
create function private.query_words(typed text, out words text[], out small text[])
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

create function private.words_beside(words text[], place integer) returns tsquery
language sql stable
set search_path = ''
return (
  select string_agg('(' || private.word_in_full(word, number = cardinality(words))::text || ')', '&')
  from unnest(words) with ordinality as found (word, number) where number <> place
)::tsquery;

create function private.is_known_word(word text, is_beginning boolean) returns boolean
language sql stable
set search_path = ''
return exists (
  select from private.search_vocabulary known
  where known.word = is_known_word.word or is_beginning and known.word ~>=~ is_known_word.word and known.word ~<~ (is_known_word.word || '~'));

-- Words that find nothing, as they were meant. Where all words find nothing together, also words that find something else only by
-- their stem ("smoothe").
create function private.correct_words(inout words text[], out corrections jsonb)
language plpgsql stable
set search_path = ''
as $$
declare
  better text;
  beside tsquery;
  is_last boolean;
begin
  corrections := '[]';
  for round in 1 .. 2 loop
    exit when round = 2 and (cardinality(words) = 1 or private.finds_something(private.words_beside(words, 0)));
    for place in 1 .. cardinality(words) loop
      is_last := place = cardinality(words);
      continue when private.edits_allowed(words[place]) = 0 or case round
        when 1 then private.finds_something(private.word_in_full(words[place], is_last)) or private.split_word(words[place]) is not null
        else private.is_known_word(words[place], is_last) end;
      beside := private.words_beside(words, place);
      better := private.corrected_word(words[place], beside);
      continue when better is null or round = 2 and not private.finds_something(private.word_in_full(better, false) && beside);
      corrections := corrections || jsonb_build_object('from', words[place], 'to', better);
      words[place] := better;
    end loop;
  end loop;
end
$$;

-- Which words together find something, and say most? Rare words say more. Six words are 64 attempts at most.
create function private.best_words(words text[], singles tsquery[], out query tsquery, out dropped text[])
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
create function private.word_ways(words text[], place integer, is_beginning boolean, out ways jsonb, out query tsquery)
language plpgsql stable
set search_path = ''
as $$
declare
  word text := words[place];
  joined text;
begin
  query := private.word_in_full(word, is_beginning);
  ways := jsonb_build_array(private.term(private.stem(word))) || private.other_ways(word);
  if not private.finds_something(query) and private.split_word(word) is not null then
    query := private.split_word(word);
    ways := (select jsonb_agg(private.term(half[1])) from regexp_matches(query::text, '''([a-z]+)''', 'g') as half);
  elsif is_beginning then
    ways := ways || private.term(word || ':*', 0.5);
  end if;
  foreach joined in array array[words[place - 1] || word, word || words[place + 1]] loop
    if char_length(joined) >= 6 and private.finds_something(private.word_query(joined, false)) then
      ways := ways || private.term(private.stem(joined));
      query := query || private.word_query(joined, false);
    end if;
  end loop;
end
$$;

-- All words if any ad has them all; otherwise with typing errors corrected; otherwise without the words that cost most. Says
-- what it changed, so that the page can say it too.
create function private.understand_query(typed text) returns private.understood
language plpgsql stable
set search_path = ''
as $$
declare
  words text[];
  small text[];
  is_whole boolean := true;
  corrections jsonb := '[]';
  dropped text[] := '{}';
  query tsquery;
  single tsquery;
  singles tsquery[] := '{}';
  terms jsonb := '[]';
  ways jsonb;
  ads bigint := private.market_size();
begin
  select asked.words, asked.small into words, small from private.query_words(typed) as asked;
  if cardinality(words) = 0 then
    return row(query, words, is_whole, terms, corrections, dropped)::private.understood;
  end if;
  select corrected.words, corrected.corrections into words, corrections from private.correct_words(words) as corrected;
  -- A word that some ads have as it is means itself: a desk is no desktop.
  is_whole := private.hits(private.word_query(words[cardinality(words)], false), 10) = 10;
  for place in 1 .. cardinality(words) loop
    select met.ways, met.query into ways, single from private.word_ways(words, place, place = cardinality(words) and not is_whole) as met;
    singles := singles || single;
    terms := terms || jsonb_build_array(ways);
  end loop;
  terms := terms || coalesce((select jsonb_agg(jsonb_build_array(private.term(word))) from unnest(small) as word), '[]');
  terms := (
    select jsonb_agg(jsonb_build_object('met_as', each.met_as,
      'rarity', case when jsonb_array_length(terms) = 1 then least(1, power(said.rarity / 2, 4)) else said.rarity end) order by each.place)
    from jsonb_array_elements(terms) with ordinality as each (met_as, place), private.rarity_of(each.met_as, ads) as said (rarity));
  query := (select string_agg('(' || each.single::text || ')', '&') from unnest(singles) as each (single))::tsquery;
  if cardinality(singles) > 1 and not private.finds_something(query) then
    select best.query, best.dropped into query, dropped from private.best_words(words, singles) as best;
  end if;
  return row(query, words, is_whole, terms, corrections, dropped)::private.understood;
end
$$;

create function private.distance_km(from_lat float8, from_lng float8, to_lat float8, to_lng float8) returns float8
language sql immutable parallel safe
return 12742 * asin(sqrt(least(1, power(sin(radians(to_lat - from_lat) / 2), 2)
  + cos(radians(from_lat)) * cos(radians(to_lat)) * power(sin(radians(to_lng - from_lng) / 2), 2))));
comment on function private.distance_km(float8, float8, float8, float8) is 'Great circle, by the haversine formula.';
