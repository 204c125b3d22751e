-- The forms of a word that ads have it in, without those that no ad has alone. Every search asks ten times and more: stemmed in place, it takes a third of the time.
create or replace function private.forms_of(word text) returns setof text
language plpgsql stable
set search_path = ''
as $$
declare
  said text := private.stem(word);
begin
  return next said;
  if word ~ '^[a-z]{4,}$' then
    return query
      select known.stem from private.search_stems known
      where known.stem = any(array['pt:' || (ts_lexize('private.portuguese_stemmer'::regdictionary, word))[1],
          'es:' || (ts_lexize('private.spanish_stemmer'::regdictionary, word))[1], 'de:' || (ts_lexize('private.german_stemmer'::regdictionary, word))[1],
          'fr:' || (ts_lexize('private.french_stemmer'::regdictionary, word))[1]])
        and exists (select from private.stem_sources source where source.stem = known.stem and source.english <> said);
  end if;
end
$$;

-- Words that begin so, the shortest first: the index looks up thirty words faster than all that begin alike.
create or replace function private.completions(beginning text) returns setof text
language sql stable
set search_path = ''
begin atomic
  select known.word from private.search_vocabulary known
  where known.word operator(pg_catalog.~>=~) beginning and known.word operator(pg_catalog.~<~) (beginning || '~') and not known.is_made
  order by known.length, known.word limit 30;
end;

-- One word in all its forms; the last word may still be being typed, so its beginning is enough.
create or replace function private.word_query(word text, is_last boolean) returns tsquery
language plpgsql stable
set search_path = ''
as $$
declare
  forms text := (select string_agg(distinct quote_literal(form), '|') from private.forms_of(word) as form);
begin
  if is_last and word ~ '^[a-z]{2,}$' then
    forms := concat_ws('|', forms, (select string_agg(distinct quote_literal(private.stem(longer)), '|') from private.completions(word) as longer));
  elsif is_last and char_length(word) >= 2 and word !~ '^[a-z]+$' then
    forms := concat_ws('|', forms, quote_literal(word) || ':*');
  end if;
  return forms::tsquery;
end
$$;
comment on function private.word_query(text, boolean) is 'One word in all its forms; the last word may still be being typed, so its beginning is enough.';

-- About how many ads have a word in one of these forms, where it is a common one; null where that has to be counted.
create or replace function private.common_hits(query tsquery) returns bigint
language sql stable
set search_path = ''
return case when query::text !~ '[&<!]' then (
  select max(known.ads) from private.common_words known
  where known.lexeme = any(array(select found[1] from regexp_matches(query::text, '''([^'']+)''', 'g') as found))) end;

-- Whether any ad is met. Words that many ads have together are met in one ad of a thousand already, which saves meeting them in all: the index
-- knows nothing of the first one found.
create or replace function private.finds_something(query tsquery) returns boolean
language plpgsql stable
set search_path = ''
set enable_seqscan = off
as $$
begin
  return private.common_hits(query) is not null
    or (query::text ~ '&') is true and exists (select from private.search_sample entry where entry.document @@ (query && private.sample_of(10)))
    or exists (select from private.search_sample entry where entry.document @@ query)
    or exists (select from public.listing_search entry where entry.document @@ query);
end
$$;

create or replace function private.count_hits(query tsquery, at_most integer) returns integer
language sql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
  select count(*)::integer from (select from public.listing_search entry where entry.document @@ query limit at_most) as found
$$;

-- How many ads have it, counted up to `at_most`. Of a common word the sample has as many, and the rest is never read.
create or replace function private.hits(query tsquery, at_most integer) returns integer
language plpgsql stable
set search_path = ''
as $$
begin
  -- What was counted from a sample may be off, and some time ago.
  if private.common_hits(query) >= 2 * at_most or private.count_sampled(query, 3, at_most) = at_most then
    return at_most;
  end if;
  return private.count_hits(query, at_most);
end
$$;
