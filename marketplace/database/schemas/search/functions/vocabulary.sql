create or replace function private.language_of(listing public.listings) returns text
language sql stable
set search_path = ''
return coalesce(nullif(listing.language, 'en'), private.guessed_language(concat_ws(' ', listing.title, listing.description)), 'en');

create or replace function private.vocabulary_of(input text) returns setof text
language sql stable
set search_path = ''
as $$
  select distinct word from unnest(private.search_words(input)) as word where word ~ '^[a-z]{3,24}$'
$$;
comment on function private.vocabulary_of(text) is 'Plain words of a text.';

-- Plurals without their s, because whoever mistypes "armchair" means the ads about armchairs; and two words of a title as one.
create or replace function private.made_words(words text[], title text) returns setof text
language sql stable
set search_path = ''
as $$
  select left(word, -1) from unnest(words) as word where word like '___%s' and private.stem(left(word, -1)) = private.stem(word)
  union
  select pair from (
    select word || lead(word) over (order by place) as pair, lead(word) over (order by place) as next, word
    from unnest(private.search_words(title)) with ordinality as found (word, place)) as pairs
  where word ~ '^[a-z]{3,}$' and next ~ '^[a-z]{3,}$' and char_length(pair) <= 24 and not private.is_stop_word(word) and not private.is_stop_word(next)
$$;

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

create or replace function private.index_category_terms() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.category_terms where category = new.slug;
  insert into private.category_terms (category, term, is_name)
  select new.slug, ' ' || array_to_string(private.search_words(said.value), ' '), bool_or(said.is_name)
  from (
    select value, true as is_name from jsonb_each_text(new.name)
    union all select unnest(new.synonyms), false
    union all select called, false from jsonb_each(new.synonyms_i18n) as language (key, list), jsonb_array_elements_text(list) as called
  ) as said
  group by 2;
  return null;
end
$$;
create or replace trigger index_category_terms after insert or update on public.categories
  for each row execute function private.index_category_terms();
