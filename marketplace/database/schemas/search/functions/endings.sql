create or replace function private.renew_common_endings() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  delete from private.common_endings;
  insert into private.common_endings (word, stem, ads)
  select known.word, private.stem(known.word), common.ads
  from private.search_vocabulary known join private.common_words common on common.lexeme = 't:' || private.stem(known.word)
  where not known.is_made and not private.is_stop_word(known.word);
  return null;
end
$$;
create or replace trigger renew_common_endings after insert or delete on private.common_words
for each statement execute function private.renew_common_endings();

-- What was said before the last word, each word in all its forms, no more than three conditions.
create or replace function private.said_before(words text[]) returns tsquery[]
language sql stable
set search_path = ''
return array(select string_agg('(' || private.word_query(word, false)::text || ')', '&')::tsquery from unnest(words) with ordinality as said (word, place)
  group by least(place, 3) order by least(place, 3));

-- How many ads have a word and those said before it, from the sample where that has some. Each word is a condition of its own: the index leaps
-- from one to the next. What is not said repeats the word, so that one plan does for all.
create or replace function private.count_ending(ending tsquery, said tsquery[], is_sampled boolean) returns integer
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
begin
  if is_sampled then
    return 8 * (select count(*) from (select from private.search_sample entry
      where entry.document @@ ending and entry.document @@ coalesce(said[1], ending) and entry.document @@ coalesce(said[2], ending)
        and entry.document @@ coalesce(said[3], ending) limit 100) as found);
  end if;
  return (select count(*) from (select from public.listing_search entry
    where entry.document @@ ending and entry.document @@ coalesce(said[1], ending) and entry.document @@ coalesce(said[2], ending)
      and entry.document @@ coalesce(said[3], ending) limit 1000) as found);
end
$$;

-- Some sixty ads that have it, chosen by chance out of about so many, and how many have it: one in 2^n is looked at, until there are some.
create or replace function private.some_with(said tsquery[], inout ads bigint, out listings uuid[])
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  halvings integer := least(10, floor(log(2, ads / 80.0)));
begin
  while halvings >= 3 loop
    listings := array(select entry.listing_id from private.search_sample entry
      where entry.document @@ private.sample_of(halvings) and entry.document @@ said[1] and entry.document @@ coalesce(said[2], said[1])
        and entry.document @@ coalesce(said[3], said[1]) and entry.expires_at > now() limit 64);
    if cardinality(listings) >= 24 then
      ads := case when cardinality(listings) < 64 then cardinality(listings) << halvings else ads end;
      return;
    end if;
    halvings := halvings - greatest(1, least(4, round(log(2, 64.0 / greatest(1, cardinality(listings))))));
  end loop;
  listings := array(select entry.listing_id from public.listing_search entry
    where entry.document @@ said[1] and entry.document @@ coalesce(said[2], said[1]) and entry.document @@ coalesce(said[3], said[1])
      and entry.expires_at > now() limit 64);
  ads := case when cardinality(listings) < 64 then cardinality(listings) else least(ads, 1000) end;
end
$$;

-- Words that begin so in the titles of these ads, those of most of them first, and the ads that have them. Whether an ad really is found by it is looked
-- at once more: a title says "2 liters", its index "2l".
create or replace function private.endings_in_titles(listings uuid[], begun text, stems text[], out words text[], out shares integer[], out seen uuid[])
language sql stable
set search_path = ''
set enable_hashjoin = off
set enable_mergejoin = off
begin atomic
  with said as materialized (
    select distinct entry.listing_id, found[1] as word
    from unnest(listings) as given join public.listing_search entry on entry.listing_id = given,
      regexp_matches(extensions.unaccent('extensions.unaccent'::regdictionary, lower(entry.card ->> 'title')), '\m' || begun || '[a-z0-9]*', 'g') as found
  ),
  frequent as (
    select said.word, count(*)::integer as share, (array_agg(said.listing_id))[1] as example, private.stem(said.word) as stem
    from said where char_length(said.word) > 2 or said.word ~ '\d'
    group by said.word order by 2 desc, said.word limit 20
  ),
  apart as (
    -- A word and its plural find the same.
    select distinct on (frequent.stem) frequent.word, frequent.example, max(frequent.share) over (partition by frequent.stem) as share
    from frequent where frequent.stem <> all (stems) and not private.is_stop_word(frequent.word)
    order by frequent.stem, char_length(frequent.word), frequent.word
  ),
  best as materialized (
    select apart.word, apart.share from apart
    where exists (select from public.listing_search entry where entry.listing_id = apart.example and entry.document @@ private.title_query(apart.word))
    order by apart.share desc, apart.word limit 6
  )
  select coalesce(array_agg(best.word order by best.share desc, best.word), '{}'), coalesce(array_agg(best.share order by best.share desc, best.word), '{}'),
    array(select distinct said.listing_id from said where said.word in (select best.word from best))
  from best;
end;

-- Endings of the last word with which ads are found together with the words before it, most ads first, and about how many ads. In a large
-- market they are known by a count of the hour, or read from the titles of some ads that have the words before; a few others are looked up.
create or replace function private.suggested_endings(before text[], said tsquery[], begun text, out words text[], out ads bigint[], out seen uuid[])
language plpgsql stable
set search_path = ''
as $$
declare
  is_large boolean := private.market_size() >= 20000;
  rarest bigint;
  about bigint;
  read uuid[];
  near record;
  met bigint;
  is_complete boolean := false;
  stems text[];
begin
  if is_large and cardinality(before) = 0 then
    select array_agg(best.word order by best.ads desc, best.word), array_agg(best.ads order by best.ads desc, best.word) into words, ads from (
      select shortest.word, shortest.ads from (
        select distinct on (known.stem) known.word, known.ads from private.common_endings known
        where known.word >= begun and known.word < begun || '~' order by known.stem, char_length(known.word), known.word) as shortest
      order by shortest.ads desc, shortest.word limit 6) as best;
    is_complete := cardinality(words) = 6;
  elsif is_large then
    rarest := (select min(coalesce(private.common_hits(query), 1000)) from unnest(said[1:2]) as query);
    select some_with.ads, some_with.listings into about, read from private.some_with(said, rarest);
    select found.words, array(select about * share / cardinality(read) from unnest(found.shares) as share), found.seen into words, ads, seen
    from private.endings_in_titles(read, begun, array(select private.stem(word) from unnest(before) as word)) as found;
    -- What none of sixty ads has, few have: others are looked for when there is little to say.
    is_complete := cardinality(words) > 2;
  end if;
  words := coalesce(words, '{}');
  ads := coalesce(ads, '{}');
  if is_complete then
    return;
  end if;
  stems := array(select private.stem(word) from unnest(words || before) as word);
  for near in
    select other.word, quote_literal('t:' || other.stem)::tsquery as query from (
      select distinct on (ending.stem) ending.word, ending.stem from (
        select known as word, private.stem(known) as stem from private.completions(begun) as known union select begun, begun where begun ~ '\d') as ending
      where ending.stem <> all (stems) and not private.is_stop_word(ending.word) order by ending.stem, char_length(ending.word), ending.word) as other
    left join private.common_words common on common.lexeme = 't:' || other.stem
    order by common.ads desc nulls last, char_length(other.word), other.word limit case when is_large then 6 end
  loop
    met := case when is_large then nullif(private.count_ending(near.query, said, true), 0) end;
    -- What an eighth of the market does not have beside common words, hardly any ad has: worth a look when little else could be said.
    if met is null and (cardinality(before) = 0 or not is_large or cardinality(words) = 0 and rarest < 20000) then
      met := private.count_ending(near.query, said, false);
    end if;
    if met > 0 then
      words := words || near.word;
      ads := ads || met;
    end if;
  end loop;
  select coalesce(array_agg(best.word order by best.uses desc, best.word), '{}'), coalesce(array_agg(best.uses order by best.uses desc, best.word), '{}')
  into words, ads from (select found.word, found.uses from unnest(words, ads) as found (word, uses) order by found.uses desc, found.word limit 6) as best;
end
$$;
