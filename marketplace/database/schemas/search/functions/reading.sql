-- Reads facts about the words of a search. The server interprets them: marketplace/search/understanding.

-- The number of ads, counted up to `at_most`; known for common words.
create or replace function private.hits(query tsquery, at_most integer) returns integer
language plpgsql stable set search_path = ''
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
  return (select count(*) from (select from private.listing_search entry where entry.document @@ query limit at_most) as found);
end
$$;
grant execute on function private.hits(tsquery, integer) to anon, authenticated, service_role;

-- Hourly: counts words that more than a hundred ads have, and removes duplicates of the vocabulary.
create or replace function private.count_common_words() returns void
language sql set search_path = '' as $$
  delete from private.search_vocabulary known using private.search_vocabulary better
  where better.word = known.word and (better.is_made, better.id) < (known.is_made, known.id);
  delete from private.common_words;
  insert into private.common_words (lexeme, ads)
  select word, ndoc from ts_stat('select document from private.listing_search') where ndoc > 100;
$$;
comment on function private.count_common_words() is 'Recounts words that more than a hundred ads have. For the hourly job.';
grant execute on function private.count_common_words() to service_role;

-- A word as in ads: its stems in five languages, and synonyms.
create or replace function private.word_stems(word text) returns text[]
language sql stable
return array_remove(array[private.stem(word), private.stem_in('pt', word), private.stem_in('es', word), private.stem_in('de', word), private.stem_in('fr', word)], null);

create or replace function private.synonyms_of(word text) returns text[]
language sql stable set search_path = ''
return array(select synonym.means from private.search_synonyms synonym where synonym.word = private.stem(synonyms_of.word) order by 1);

create or replace function private.word_forms(word text) returns text[]
language sql stable set search_path = ''
return private.word_stems(word) || private.synonyms_of(word);

create or replace function private.any_of(lexemes text[]) returns tsquery
language sql immutable set search_path = ''
return (select string_agg(quote_literal(lexeme), '|') from unnest(lexemes) as lexeme)::tsquery;

-- The words of a search and all that is known of them: {words: [{word, forms, synonyms, ads, as_one, begins, is_known, is_stop, is_filler, is_term, lean}],
-- names: [{first, last, parted, ads, languages, things: [{thing, kind, alike, wider, categories}]}]}. as_one: written together with the next; begins: words of
-- ads that begin so, for the last one; people: who has which age. Security definer: reads the vocabulary.
create or replace function private.read_words(said text) returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  with typed as materialized (select (private.split_compounds(private.search_words(left(said, 200))))[1:20] as words),
  each as materialized (
    select found.word, found.place, private.word_forms(found.word) as forms, typed.words[found.place + 1] as next, found.place = cardinality(typed.words) as is_last,
      exists (select from private.search_vocabulary known where known.word = found.word and not known.is_made) as is_known,
      exists (select from private.search_vocabulary known where known.word = found.word and known.is_made) as is_word
    from typed, unnest(typed.words) with ordinality as found (word, place)),
  named as materialized (select found.* from typed, private.names_in(typed.words, 6) as found)
  select jsonb_build_object(
    'words', coalesce((select jsonb_agg(jsonb_build_object('word', each.word, 'forms', forms, 'synonyms', private.synonyms_of(each.word), 'ads', private.hits(private.any_of(forms), 20000), 'is_known', is_known, 'is_word', is_word,
        'is_stop', private.is_stop_word(each.word), 'is_filler', filler.word is not null, 'is_wish', coalesce(filler.is_wish, false),
        'is_part', forms[1] in (select known.word from private.accessory_words known),
        'is_term', exists (select from private.category_terms known where strpos(known.term || ' ', ' ' || each.word || ' ') > 0),
        'lean', (select max(use.lean) from private.use_words use where use.stem = any(forms || each.word)),
        'as_one', case when each.word || next ~ '^[a-z]{6,24}$' and exists (select from private.search_vocabulary known
            where known.word operator(pg_catalog.~>=~) left(private.stem(each.word || next), -1) and known.word operator(pg_catalog.~<~) (left(private.stem(each.word || next), -1) || '~'))
          then private.word_forms(each.word || next) end,
        'begins', case when is_last and not is_known and each.word ~ '^[a-z]{2,}$' then array(
            select distinct private.stem(begun.word) from (
              select known.word from private.search_vocabulary known
              where known.word operator(pg_catalog.~>=~) each.word and known.word operator(pg_catalog.~<~) (each.word || '~') and not known.is_made
              group by known.word, known.length order by known.length, known.word limit 30) as begun) end) order by place)
      from each left join private.filler_words filler on filler.word = each.word), '[]'),
    'names', coalesce((select jsonb_agg(jsonb_build_object('first', first, 'last', last, 'parted', parted, 'languages', languages, 'ads', private.hits(private.any_of(array(
          select 'h:' || thing from unnest(things) as thing)), 20000), 'things', (
        select jsonb_agg(jsonb_build_object('thing', known.thing, 'kind', known.kind, 'alike', known.alike, 'wider', known.wider, 'categories', array(
            -- Those of the item itself before those of narrower ones.
            select each.category from private.things held, unnest(held.categories) with ordinality as each (category, number)
            where held.thing = known.thing or held.wider @> array[known.thing]
            group by each.category order by min((held.thing <> known.thing)::integer), min(number) limit 3))
          -- For an ambiguous word ("boots" in English and German), the meaning with more ads comes first.
          order by private.hits(private.any_of(array['h:' || known.thing]), 1000) desc, known.thing)
        from private.things known where known.thing = any(named.things))) order by first, last desc) from named), '[]'),
    'wishes', coalesce((select jsonb_agg(jsonb_build_object('thing', known.thing, 'kind', known.kind, 'alike', known.alike, 'stems', put.stems) order by put.stems, known.thing)
      from private.wish_stems put join private.things known on known.thing = put.thing
      where put.stems <@ array(select form from each, unnest(each.forms) as form where not private.is_stop_word(each.word))), '[]'),
    'people', case when said ~ '\d' then (select jsonb_object_agg(thing, alike) from private.things where kind = 'person') else '{}' end);
end;

grant execute on function private.read_words(text) to anon, authenticated, service_role;

-- Items on offer whose uses have most of these words, if no ad matches `unless`. A word counts by how few items are used so, one that no use has as much
-- as one of seven items, and more if several uses of an item have it; what serves better must not be missing. `asked`: words; and among, items of which
-- those must be. Security definer: reads the vocabulary.
create or replace function private.items_for(asked jsonb, unless tsquery) returns text[]
language sql stable security definer set search_path = ''
begin atomic
  with said as materialized (
    select word, array(select thing from private.use_words use, unnest(use.things) as thing where use.stem = any(private.word_forms(word))) as things
    from jsonb_array_elements_text(asked -> 'words') as word where not private.is_determiner(word) and private.hits(unless, 1) = 0),
  weighed as (
    select word, things, case when things = '{}' then 5 else ln(1000.0 / (select count(distinct thing) from unnest(things) as thing)) end as weight from said),
  hits as (
    select word, known.thing, weight, count(*) as uses from weighed, unnest(things) as one join private.things known on known.thing = one
    where asked ->> 'among' is null or array[known.thing] || known.wider && array(select jsonb_array_elements_text(asked -> 'among'))
    group by word, known.thing, weight),
  fitting as materialized (
    select thing, sum(weight) as met, sum(weight * (1 + ln(1 + uses) / 5)) as fit from hits group by thing)
  select coalesce(array_agg(thing order by fit desc, thing), '{}') from fitting
  where met >= 0.6 * (select sum(weight) from weighed) and fit >= 0.95 * (select max(best.fit) from fitting best)
    and private.hits(private.any_of(array['h:' || thing]), 1) > 0;
end;
grant execute on function private.items_for(jsonb, tsquery) to anon, authenticated, service_role;

-- A search: its words, and what its other parameters are about. `asked` has q, before and place (q without and with a place at its end), place_languages, place_people
-- (of the word that leads to the place), category, attributes, exclude. Security definer: reads the vocabulary and the definitions of attributes.
create or replace function private.read_search(asked jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  named text[] := private.search_words(asked ->> 'place');
  town jsonb := (
    select jsonb_build_object('name', known.name, 'lat', known.lat, 'lng', known.lng) from private.places known
    where cardinality(named) <= 5 and known.words @@ private.any_of(named) and array_to_string(named, ' ') in (known.folded, known.own_folded)
      -- "Mesa em madeira", "para a sala": what the same language calls something else is no small town.
      and (known.people >= (asked ->> 'place_people')::integer or not exists (select from private.thing_words word
        where word.phrase = array_to_string(named, ' ') and asked -> 'place_languages' ? word.language))
    order by known.people desc, known.id limit 1);
  said text := asked ->> case when town is null then 'q' else 'before' end;
  told jsonb := (
    -- Words that are only a condition remain words.
    select jsonb_build_object('rest', known.rest, 'conditions', known.conditions) from (
      select worded.*, regexp_replace(btrim(overlay(said placing '' from found.place for char_length(worded.phrase))), '\s+', ' ', 'g') as rest
      from private.condition_words worded
      cross join lateral strpos(' ' || extensions.unaccent('extensions.unaccent'::regdictionary, lower(said)) || ' ', ' ' || worded.phrase || ' ') as found (place)
      where found.place > 0) as known
    where not asked ? 'condition' and known.rest <> '' order by char_length(known.phrase) desc, known.phrase limit 1);
begin
  said := coalesce(told ->> 'rest', said);
  return case when said is null then '{"words": [], "names": [], "wishes": [], "people": {}}' else private.read_words(said) end || jsonb_build_object('now', now(), 'q', said, 'place', town, 'condition', told -> 'conditions',
    -- In a large market the hourly count is used.
    'ads', (select case when known.reltuples < 20000 then (select count(*) from private.listing_search) else known.reltuples end
      from pg_class known where known.oid = 'private.listing_search'::regclass),
    'knows_all', not exists (select from private.listing_search entry where entry.document @@ '''h:?'''::tsquery),
    'category', (select jsonb_build_object('slug', filed.slug, 'root', private.root_of(filed.slug), 'level', filed.level, 'leaf', filed.leaf,
      'from', filed.ord_from, 'to', filed.ord_to) from public.categories filed where filed.slug = asked ->> 'category'),
    'attributes', private.attribute_plans(asked -> 'attributes', asked ->> 'category'),
    'exclude', (select coalesce(jsonb_agg(distinct form), '[]') from unnest(private.search_words(left(asked ->> 'exclude', 300))) as word,
      unnest(private.word_stems(word)) as form),
    'blocked', (select coalesce(jsonb_agg(blocked_id), '[]') from (
      select block.blocked_id from public.blocks block where block.blocker_id = auth.uid() order by block.created_at desc limit 200) as latest));
end
$$;
grant execute on function private.read_search(jsonb) to anon, authenticated, service_role;

-- Words near a mistyped one, of ads and of things; `asked` has all words of the search and first letters that may sound like its own. `fits` tells whether an
-- ad has one with the words beside, `is_named` whether it names a thing together with those before or behind. Security definer: reads the vocabulary.
create or replace function private.words_near(typed text, asked jsonb, beside tsquery) returns table (word text, edits integer, is_made boolean,
  is_thing boolean, ads integer, fits boolean, is_named boolean)
language sql stable security definer set search_path = '' as $$
  with near as (
    select known.word, bool_and(known.is_made) as is_made, extensions.levenshtein(typed, known.word) as edits from private.search_vocabulary known
    -- The lengths in each part, so that each has its index.
    where known.initial = any(array(select jsonb_array_elements_text(asked -> 'initials'))) and known.length between char_length(typed) - 3 and char_length(typed) + 3
        and extensions.levenshtein_less_equal(typed, known.word, 3) <= 3
      or known.sound = extensions.dmetaphone(typed) and known.length between char_length(typed) - 3 and char_length(typed) + 3
        and extensions.levenshtein_less_equal(typed, known.word, 4) <= 4
      or substr(known.word, 2) in (substr(typed, 2), typed) or known.word in (substr(typed, 2), substr(typed, 2, 1) || left(typed, 1) || substr(typed, 3))
    group by known.word order by 3, 1 limit 200),
  said as (select array(select jsonb_array_elements_text(asked -> 'words')) as words),
  spans as (
    select (select string_agg(word || ' ', '' order by place) from unnest(words[at - before:at - 1]) with ordinality as found (word, place)) as before,
      (select string_agg(' ' || word, '' order by place) from unnest(words[at + 1:at + behind]) with ordinality as found (word, place)) as behind
    from said, array_position(words, typed) as at, generate_series(0, 3) as before, generate_series(0, 3) as behind
    where before + behind between 1 and 4 and at - before >= 1 and at + behind <= cardinality(words)),
  named as (
    select near.*, exists (select from spans join private.thing_words known on known.phrase = concat(spans.before, near.word, spans.behind)) as is_named from near
    where near.word <> typed)
  select named.word, named.edits, named.is_made, exists (select from private.thing_words known where known.phrase = named.word),
    private.hits(private.any_of(private.word_forms(named.word)), 50), coalesce(private.hits(private.any_of(private.word_forms(named.word)) && beside, 1) > 0, false), named.is_named
  from (select * from named order by is_named desc, edits, word limit 20) as named
$$;
grant execute on function private.words_near(text, jsonb, tsquery) to anon, authenticated, service_role;

-- A compound split in two known words ("hairdryer", "iphone8"). Security definer: reads the vocabulary.
create or replace function private.word_halves(typed text) returns text
language sql stable security definer set search_path = ''
return case when typed ~ '^[a-z]{2,}[0-9]{1,4}$' then (
    select half[1] || ' ' || half[2] from regexp_matches(typed, '^([a-z]+)([0-9]+)$') as half
    -- Model codes are not corrected.
    where private.hits(private.any_of(array[private.stem(half[1])]) && private.any_of(array[half[2]]), 1) > 0)
  else (select left(typed, cut) || ' ' || substr(typed, cut + 1) from generate_series(3, char_length(typed) - 3) as cut
    where typed ~ '^[a-z]{6,}$' and exists (select from private.search_vocabulary known where known.word = left(typed, cut))
      and exists (select from private.search_vocabulary known where known.word = substr(typed, cut + 1)) order by cut limit 1) end;
grant execute on function private.word_halves(text) to anon, authenticated, service_role;

-- A German compound of a quality and a mistyped item ("Ledersofer"), corrected; null if there is none. Security definer: reads the vocabulary.
create or replace function private.compound_near(typed text) returns text
language sql stable security definer set search_path = ''
return (
  select left(typed, cut) || near.word
  from generate_series(3, char_length(typed) - 5) as cut
  cross join lateral (select substr(typed, cut + 1) as word) as rest
  join private.search_vocabulary near on near.initial = left(rest.word, 1)
    and near.length between char_length(rest.word) - 1 and char_length(rest.word) + 1 and extensions.levenshtein_less_equal(near.word, rest.word, 2)
      <= case when char_length(rest.word) >= 9 or near.sound = extensions.dmetaphone(rest.word) then 2 else 1 end
  where typed ~ '^[a-z]{8,}$'
    and exists (select from private.thing_words quality where quality.phrase = any(private.unjoined(left(typed, cut)))
      and quality.language = 'de' and quality.thing like 'q-%')
    and exists (select from private.thing_words thing where thing.phrase = near.word and thing.language = 'de' and thing.thing !~ '^(q|want|person)-')
  order by extensions.levenshtein(near.word, rest.word), near.word limit 1);
grant execute on function private.compound_near(text) to anon, authenticated, service_role;

-- What an ad is marked with that is what the word names, or might be; null if it names no thing: then a mention is enough. Security definer: reads
-- the vocabulary.
create or replace function private.marks_named(word text) returns text[]
language sql stable security definer set search_path = ''
return (select array_agg('h:' || known.thing) || '{h:?}'::text[] from private.thing_words known where known.phrase = word and known.thing !~ '^(q|want|person)-' having count(*) > 0);
grant execute on function private.marks_named(text) to anon, authenticated, service_role;

-- Endings of a word that is being typed, most ads first: words of ads; after other words (`before`, stems in `said`) those of titles of ads that have
-- these. Security definer: reads the vocabulary.
create or replace function private.endings_of(begun text, before tsquery, said text[]) returns table (word text, stem text, ads integer)
language sql stable security definer set search_path = '' as $$
  with found as (
    (select known.word from private.search_vocabulary known
    where before is null and known.word operator(pg_catalog.~>=~) begun and known.word operator(pg_catalog.~<~) (begun || '~') and not known.is_made
    group by known.word order by min(known.length), known.word limit 40)
    union
    (select each.lexeme from (select entry.head from private.listing_search entry where entry.document @@ before limit 100) as ad, unnest(ad.head) as each
    where starts_with(each.lexeme, begun) and 'A' = any(each.weights) and (char_length(each.lexeme) > 2 or each.lexeme ~ '\d')
      and exists (select from private.search_vocabulary known where known.word = each.lexeme and not known.is_made)
    group by each.lexeme order by count(*) desc, each.lexeme limit 10)
  ),
  endings as (
    select distinct on (private.stem(found.word)) found.word, private.stem(found.word) as stem from found
    where not private.is_stop_word(found.word) and private.stem(found.word) <> all (said)
    order by private.stem(found.word), char_length(found.word), found.word
  )
  select ending.word, ending.stem, counted.ads
  from (select * from endings union all select begun, begun where begun ~ '\d') as ending (word, stem)
  cross join lateral (select quote_literal('t:' || ending.stem)::tsquery as titled, private.any_of(private.marks_named(ending.word)) as being) as said
  cross join lateral (select case when being is null then titled else titled && being end as query) as being
  cross join lateral private.hits(case when before is null then being.query else before && being.query end, 1000) as counted (ads)
  where counted.ads > 0 order by counted.ads desc, ending.word limit 6
$$;
grant execute on function private.endings_of(text, tsquery, text[]) to anon, authenticated, service_role;

-- The typed words, and categories with a matching name: {words: [{word, stems, is_stop}], categories}; null for less than two letters.
-- Security definer: reads the terms of categories.
create or replace function private.read_suggestion(typed text) returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  with said as materialized (select private.search_words(typed) as words, array_to_string(private.search_words(typed), ' ') as plain)
  select jsonb_build_object(
    'words', (select jsonb_agg(jsonb_build_object('word', word, 'stems', private.word_stems(word), 'is_stop', private.is_stop_word(word)) order by place)
      from unnest(said.words) with ordinality as found (word, place)),
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name, 'parent', parent, 'icon', icon, 'count', ads) order by named desc, ads desc, slug), '[]')
      from (
        select category.slug, category.name, category.parent, category.icon, fit.named, (
          select count(*) from public.categories leaf join private.listing_search entry on entry.category = leaf.slug
          where leaf.ord_from between category.ord_from and category.ord_to) as ads
        from (
          select terms.category, bool_or(terms.is_name and terms.term like ' ' || said.plain || '%') as named
          from private.category_terms terms where terms.term like '% ' || said.plain || '%' group by terms.category order by 2 desc, 1 limit 12) as fit
        join public.categories category on category.slug = fit.category
        order by named desc, ads desc, category.slug limit 4) as fitting))
  from said where char_length(replace(said.plain, ' ', '')) >= 2;
end;
grant execute on function private.read_suggestion(text) to anon, authenticated, service_role;
