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

-- The word of the market that was meant; another one than was typed. Null when there is none, and for numbers and model codes. Of equally near ones that
-- which ads have together with the words `beside` it, which is as good as what is one letter nearer, as is twice what names a thing together with the word
-- next to it; of the others that which more ads have, and those that ads really have before those made of two.
create or replace function private.corrected_word(typed text, beside tsquery default null, before text default null, behind text default null) returns text
language sql stable
set search_path = ''
begin atomic
  with near as materialized (
    select found.word, min(found.edits) as edits, bool_and(found.is_made) as is_made from (
      select known.word, private.edits_between(form, known.word) as edits, known.is_made
      -- Also without a plural's s: the vocabulary has each plural's singular, but not each singular's plural.
      from private.edits_allowed(typed) as allowed cross join unnest(array[typed, case when typed ~ '^.{5,}s$' then left(typed, -1) end]) as form
      join private.search_vocabulary known on known.initial = left(form, 1)
        and known.length between char_length(form) - allowed and char_length(form) + allowed
        and extensions.levenshtein_less_equal(form, known.word, allowed + 1) <= allowed + 1
      union all
      -- A slip in the first letter is rarer and counts double.
      select known.word, private.edits_between(typed, known.word), known.is_made from private.search_vocabulary known
      where substr(known.word, 2) in (substr(typed, 2), typed)
        or known.word in (substr(typed, 2), substr(typed, 2, 1) || left(typed, 1) || substr(typed, 3))) as found
    where found.word <> typed and found.edits <= case when left(found.word, 1) = left(typed, 1) then private.edits_allowed(typed) else 2 end
    group by found.word order by 2, 3, 1 limit 20
  )
  select near.word
  from near
  cross join lateral (
    select private.said_as_such(private.word_query(near.word, false)) || coalesce(private.things_query(array_agg(known.thing)), ''::tsquery) as query, count(*) > 0 as is_thing
    from private.thing_words known where known.phrase = near.word) as named
  cross join lateral (select case when private.hits(named.query, 1) = 0 then private.split_word(near.word) end as halves) as split
  -- Only what would find something: the vocabulary keeps words of ads long gone.
  cross join lateral (select case when halves is null then named.query else named.query || halves end as query) as meant
  cross join lateral (select case
      when exists (select from private.thing_words known where known.phrase in (near.word || ' ' || behind, before || ' ' || near.word)) then 2
      when beside is not null then private.hits(meant.query && beside, 1) else 0 end as fits) as fitting
  where private.edits_allowed(typed) > 0 and (is_thing or halves is not null or private.hits(named.query, 1) > 0)
  order by near.edits - fits, fits desc, private.hits(meant.query, 50) desc, near.is_made, near.edits, near.word
  limit 1;
end;
