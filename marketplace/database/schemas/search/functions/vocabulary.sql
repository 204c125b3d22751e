-- Words of ads and category names, for corrections and suggestions.

-- New words, with derived singulars (a mistyped "armchair" means ads for armchairs) and two words of a title as one.
create or replace function private.learn_words(title text, description text) returns void
language sql set search_path = '' as $$
  insert into private.search_vocabulary (word, is_made)
  with said as materialized (select distinct word from unnest(private.search_words(concat_ws(' ', title, description))) as word where word ~ '^[a-z]{3,24}$'),
  new as (
    select word, false as is_made from said
    union all
    select left(word, -1), true from said where word like '___%s' and private.stem(left(word, -1)) = private.stem(word)
    union all
    select word || next, true from (
      select word, lead(word) over (order by place) as next from unnest(private.search_words(title)) with ordinality as found (word, place)) as pairs
    where word ~ '^[a-z]{3,}$' and next ~ '^[a-z]{3,}$' and char_length(word || next) <= 24 and not private.is_stop_word(word) and not private.is_stop_word(next)
  )
  select new.word, bool_and(new.is_made) from new
  where not exists (select from private.search_vocabulary old where old.word = new.word and (new.is_made or not old.is_made))
  group by new.word
$$;

create or replace function private.index_category_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
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
