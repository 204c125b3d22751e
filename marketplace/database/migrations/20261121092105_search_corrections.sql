-- Typing errors: the word that was meant, among those that ads have.

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
