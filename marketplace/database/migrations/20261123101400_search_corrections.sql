-- Typing errors in half of the time: the nearest words first, and no further than a better one could be.

-- The word of the market that was meant; another one than was typed. Null when there is none, and for numbers and model codes.
-- Of equally near ones that which ads have together with the words `beside` it, which is as good as what is one letter nearer. The nearest are
-- looked at first, and none that could not be better than what was found: whether ads have two words together is dear to ask.
create or replace function private.corrected_word(typed text, beside tsquery default null) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  allowed integer := private.edits_allowed(typed);
  near record;
  meant tsquery;
  fits integer;
  uses integer;
  best text;
  best_edits integer;
  best_fits integer;
  best_uses integer;
begin
  if allowed = 0 then
    return null;
  end if;
  for near in
    select found.word, min(found.edits) as edits from (
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
        or known.word in (substr(typed, 2), substr(typed, 2, 1) || left(typed, 1) || substr(typed, 3))) as found
    where found.word <> typed and found.edits <= case when left(found.word, 1) = left(typed, 1) then allowed else 2 end
    group by found.word order by 2, 1
  loop
    exit when near.edits - (beside is not null)::integer > best_edits - best_fits;
    meant := coalesce(private.split_word(near.word), private.word_query(near.word, false));
    fits := case when beside is not null and private.finds_something(meant && beside) then 1 else 0 end;
    -- Only what would find something: the vocabulary keeps words of ads long gone.
    continue when fits = 0 and not private.finds_something(meant);
    uses := private.hits(meant, 50);
    if best is null or (near.edits - fits, -fits, -uses) < (best_edits - best_fits, -best_fits, -best_uses) then
      best := near.word;
      best_edits := near.edits;
      best_fits := fits;
      best_uses := uses;
    end if;
  end loop;
  return best;
end
$$;
