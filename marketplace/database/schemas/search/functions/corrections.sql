-- Typing errors: the word that was meant, among those that ads have and things are called by.

create or replace function private.edits_allowed(word text) returns integer
language sql immutable
set search_path = ''
return case when word !~ '^[a-z]+$' or char_length(word) < 5 then 0 when char_length(word) < 9 then 1 else 2 end;
comment on function private.edits_allowed(text) is '1 from 5 letters, 2 from 9, never in numbers and model codes: an s21 is no s22.';

-- Two neighbouring letters exchanged are one slip of the fingers, not two.
create or replace function private.edits_between(typed text, meant text) returns integer
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

-- "hairdryer" for ads that write "hair dryer", "iphone8" for "iPhone 8": the word in two, where an ad has both.
create or replace function private.split_word(typed text) returns tsquery
language plpgsql stable
set search_path = ''
as $$
declare
  place integer;
  halves tsquery;
begin
  if typed ~ '^[a-z]{2,}[0-9]{1,4}$' then
    halves := quote_literal(private.stem(rtrim(typed, '0123456789')))::tsquery && quote_literal(ltrim(typed, 'abcdefghijklmnopqrstuvwxyz'))::tsquery;
    return case when private.hits(halves, 1) > 0 then halves end;
  elsif typed !~ '^[a-z]{6,}$' then
    return null;
  end if;
  for place in
    select cut from generate_series(3, char_length(typed) - 3) as cut
    where exists (select from private.search_vocabulary known where known.word = left(typed, cut))
      and exists (select from private.search_vocabulary known where known.word = substr(typed, cut + 1))
    order by cut
  loop
    halves := private.word_query(left(typed, place), false) && private.word_query(substr(typed, place + 1), false);
    if private.hits(halves, 1) > 0 then
      return halves;
    end if;
  end loop;
  return null;
end
$$;

-- The word of the market that was meant; another one than was typed. Null when there is none, and for numbers and model codes.
-- Of equally near ones that which ads have together with the words `beside` it, which is as good as what is one letter nearer; of the others those that
-- ads really have before those made of two. The nearest are looked at first, and none that could not be better than what was found.
create or replace function private.corrected_word(typed text, beside tsquery default null, before text default null, behind text default null) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  allowed integer := private.edits_allowed(typed);
  near record;
  meant tsquery;
  halves tsquery;
  is_met boolean;
  is_thing boolean;
  fits integer;
  best text;
  best_meant tsquery;
  best_edits integer;
  best_fits integer;
begin
  if allowed = 0 then
    return null;
  end if;
  for near in
    select found.word, min(found.edits) as edits from (
      select known.word, private.edits_between(form, known.word) as edits, known.is_made
      -- Also without a plural's s: the vocabulary has each plural's singular, but not each singular's plural.
      from unnest(array[typed, case when typed ~ '^.{5,}s$' then left(typed, -1) end]) as form
      join private.search_vocabulary known on known.initial = left(form, 1)
        and known.length between char_length(form) - allowed and char_length(form) + allowed
        and extensions.levenshtein_less_equal(form, known.word, allowed + 1) <= allowed + 1
      union all
      -- A slip in the first letter is rarer and counts double.
      select known.word, private.edits_between(typed, known.word), known.is_made from private.search_vocabulary known
      where substr(known.word, 2) in (substr(typed, 2), typed)
        or known.word in (substr(typed, 2), substr(typed, 2, 1) || left(typed, 1) || substr(typed, 3))) as found
    where found.word <> typed and found.edits <= case when left(found.word, 1) = left(typed, 1) then allowed else 2 end
    group by found.word order by 2, bool_and(found.is_made), 1
  loop
    exit when near.edits - (beside is not null)::integer > best_edits - best_fits;
    select private.said_as_such(private.word_query(near.word, false)) || coalesce(private.things_query(array_agg(known.thing)), ''::tsquery), count(*) > 0
    into meant, is_thing from private.thing_words known where known.phrase = near.word;
    is_met := is_thing or private.hits(meant, 1) > 0;
    fits := (beside is not null and is_met and private.hits(meant && beside, 1) > 0)::integer;
    if not is_met or beside is not null and fits = 0 then
      halves := private.split_word(near.word);
      -- Only what would find something: the vocabulary keeps words of ads long gone.
      continue when not is_met and halves is null;
      if halves is not null then
        fits := (beside is not null and private.hits(halves && beside, 1) > 0)::integer;
        meant := meant || halves;
      end if;
    end if;
    -- Together with its neighbour it names a thing.
    if exists (select from private.thing_words known where known.phrase in (near.word || ' ' || behind, before || ' ' || near.word)) then
      fits := 2;
    end if;
    if best is null or near.edits - fits < best_edits - best_fits or near.edits - fits = best_edits - best_fits
      and (fits > best_fits or fits = best_fits and private.hits(meant, 50) > private.hits(best_meant, 50)) then
      best := near.word;
      best_meant := meant;
      best_edits := near.edits;
      best_fits := fits;
    end if;
  end loop;
  return best;
end
$$;

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
    continue when private.edits_allowed(words[place]) = 0 or asked.places[place] = any(asked.named)
      or case when together then private.is_known_word(words[place], is_last)
        else private.hits(private.word_in_full(words[place], is_last), 1) > 0 or private.split_word(words[place]) is not null end
      or exists (select from private.category_terms known where strpos(known.term || ' ', ' ' || words[place] || ' ') > 0);
    beside := (
      select string_agg('(' || private.word_in_full(word, number = cardinality(words))::text || ')', '&')
      from unnest(words) with ordinality as found (word, number) where number <> place)::tsquery;
    better := private.corrected_word(words[place], beside, words[place - 1], words[place + 1]);
    continue when better is null or together and private.hits(private.word_in_full(better, false) && beside, 1) = 0;
    corrections := corrections || jsonb_build_object('from', words[place], 'to', better);
    words[place] := better;
  end loop;
end
$$;
