-- A word as ads may have it: forms, synonyms, beginnings; and how many ads have it.

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

create table private.common_words (lexeme text primary key, ads bigint not null);
comment on table private.common_words is 'About how many ads have what more than a thousand of them have, by a sample that a job takes: counting it for each search means reading long lists. Empty in small markets.';

create table private.standing_days (day integer primary key, ads bigint not null);
comment on table private.standing_days is 'About how many ads stand on which day, see standing_day(): counted together with common words.';

-- About how many ads have a word in one of these forms, where it is a common one; null where that has to be counted.
create function private.common_hits(query tsquery) returns bigint
language sql stable
set search_path = ''
return case when query::text !~ '[&<!]' then (
  select max(known.ads) from private.common_words known
  where known.lexeme = any(array(select found[1] from regexp_matches(query::text, '''([^'']+)''', 'g') as found))) end;

-- Without the settings an absent word costs a look at every ad: the planner expects to meet it early. A common word is
-- met in one ad of 256 already, which saves reading all its ads.
create function private.finds_something(query tsquery) returns boolean
language sql stable
set search_path = ''
set enable_seqscan = off
as $$
  select private.common_hits(query) is not null
    or exists (select from public.listing_search entry where entry.document @@ (query && private.sample_of(8)))
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
  sampled integer;
  halvings integer;
begin
  -- What was counted from a sample may be off, and some time ago.
  if private.common_hits(query) >= 2 * at_most then
    return at_most;
  end if;
  sampled := private.count_hits(query && private.sample_of(8), at_most);
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
