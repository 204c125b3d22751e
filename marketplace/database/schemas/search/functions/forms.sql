-- One word in all the forms that ads may have it in, and how many have it.

-- The last word may still be being typed, so its beginning is enough: thirty words that begin so are looked up, the shortest.
create or replace function private.word_query(word text, is_last boolean) returns tsquery
language plpgsql stable
set search_path = ''
as $$
declare
  forms text[] := array_remove(array[private.stem(word), private.stem_in('pt', word), private.stem_in('es', word), private.stem_in('de', word),
    private.stem_in('fr', word)], null);
begin
  if is_last and word ~ '^[a-z]{2,}$' then
    forms := forms || array(
      select private.stem(known.word) from private.search_vocabulary known
      where known.word operator(pg_catalog.~>=~) word_query.word and known.word operator(pg_catalog.~<~) (word_query.word || '~') and not known.is_made
      group by known.word, known.length order by known.length, known.word limit 30);
  end if;
  return ((select string_agg(distinct quote_literal(form), '|') from unnest(forms) as form)
    || case when is_last and char_length(word) >= 2 and word !~ '^[a-z]+$' then '|' || quote_literal(word) || ':*' else '' end)::tsquery;
end
$$;
comment on function private.word_query(text, boolean) is 'One word in all its forms; the last word may still be being typed, so its beginning is enough.';

-- How many ads have it, counted up to `at_most`; of what is common it is known.
create or replace function private.hits(query tsquery, at_most integer) returns integer
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  known bigint := case when query::text !~ '[&<!]' then (
    select max(common.ads) from private.common_words common
    where common.lexeme = any(array(select said[1] from regexp_matches(query::text, '''([^'']+)''', 'g') as said))) end;
begin
  if known is not null then
    return least(known, at_most);
  end if;
  return (select count(*) from (select from public.listing_search entry where entry.document @@ query limit at_most) as found);
end
$$;

-- Hourly: counts what more than a thousand ads have, and takes out words that were learned twice.
create or replace function private.count_common_words() returns integer
language plpgsql
set search_path = ''
as $$
declare
  found integer;
begin
  delete from private.search_vocabulary known using private.search_vocabulary better
  where better.word = known.word and (better.is_made, better.id) < (known.is_made, known.id);
  delete from private.common_words;
  if (select count(*) < 1000 from public.listing_search) then
    return 0;
  end if;
  insert into private.common_words (lexeme, ads)
  select word, ndoc from ts_stat('select document from public.listing_search') where ndoc > 1000;
  get diagnostics found = row_count;
  return found;
end
$$;
comment on function private.count_common_words() is 'Counts anew what more than a thousand ads have; returns how many words that are. For the hourly job.';
grant execute on function private.count_common_words() to service_role;
