-- Fewer lists for the same ads: most forms of a word in other languages are had only by ads that have its English stem as well.

create table private.stem_sources (
  stem text,
  english text,
  primary key (stem, english)
);
comment on table private.stem_sources is 'English stems of the words that have this stem in another language: where there is but one, nobody has the other stem without it.';

create function private.stem_sources_of(words text[]) returns setof private.stem_sources
language sql stable
set search_path = ''
begin atomic
  select distinct private.stem_in(language, word), private.stem(word) from unnest(words) as word, unnest('{pt,es,de,fr}'::text[]) as language
  where private.stem_in(language, word) is not null
  order by 1, 2;
end;

insert into private.stem_sources
select source.* from private.stem_sources_of(array(select known.word from private.search_vocabulary known)) as source;

-- In order, so that two ads published at once cannot wait for one another.
create or replace function private.learn_words(title text, description text, language text default 'en') returns void
language sql
set search_path = ''
as $$
  -- Before the words are known: words that are known have their stems here already.
  insert into private.stem_sources
  select source.* from private.stem_sources_of(array(
    select new.word from (select private.vocabulary_of(title || ' ' || description) as word) as new
    where not exists (select from private.search_vocabulary old where old.word = new.word and not old.is_made))) as source
  on conflict do nothing;
  insert into private.search_vocabulary as known (word, is_made)
  with said as (select array(select private.vocabulary_of(title || ' ' || description)) as words)
  select new.word, bool_and(new.is_made) from (
    select unnest(said.words) as word, false as is_made from said
    union all select made, true from said, private.made_words(said.words, title) as made) as new
  where not exists (select from private.search_vocabulary old where old.word = new.word and (new.is_made or not old.is_made))
  group by new.word order by new.word
  on conflict (word) do update set is_made = false where known.is_made and not excluded.is_made;
  insert into private.search_stems (stem)
  select distinct private.stem_in(language, word) as stem from private.vocabulary_of(title || ' ' || description) as word
  where private.stem_in(language, word) is not null
    and not exists (select from private.search_stems old where old.stem = private.stem_in(language, word))
  order by stem
  on conflict do nothing
$$;

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
