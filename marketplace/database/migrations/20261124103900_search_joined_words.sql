-- Two words as one are looked for only where the market has a word that begins so, and a word is parted once: for most searches both were asked of the
-- index of all ads for nothing, once for each neighbour.

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
