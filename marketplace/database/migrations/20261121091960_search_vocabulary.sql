-- The words that occur in ads, and those that categories are called by: what typing errors are corrected to and suggestions are made of.

create extension if not exists fuzzystrmatch with schema extensions;

create table private.search_vocabulary (
  word text primary key,
  initial text not null generated always as (left(word, 1)) stored,
  length smallint not null generated always as (char_length(word)) stored,
  -- Nobody wrote it so: "hairdryer" from "hair dryer", "armchair" from "armchairs". Typing errors are corrected to it; nobody is
  -- shown it while typing.
  is_made boolean not null default false
);
comment on table private.search_vocabulary is 'Words that occurred in ads: what a mistyped word is corrected to.';
create index search_vocabulary_near_idx on private.search_vocabulary (initial, length);
create index search_vocabulary_rest_idx on private.search_vocabulary (substr(word, 2));
create index search_vocabulary_prefix_idx on private.search_vocabulary (word text_pattern_ops);

create table private.search_stems (stem text primary key);
comment on table private.search_stems is 'Stems of other languages than English that occurred in ads: only these are looked for, since each more makes a search dearer.';

create function private.language_of(listing public.listings) returns text
language sql stable
set search_path = ''
return coalesce(nullif(listing.language, 'en'), private.guessed_language(concat_ws(' ', listing.title, listing.description)), 'en');

create function private.vocabulary_of(input text) returns setof text
language sql stable
set search_path = ''
as $$
  select distinct word from unnest(private.search_words(input)) as word where word ~ '^[a-z]{3,24}$'
$$;
comment on function private.vocabulary_of(text) is 'Plain words of a text.';

-- Plurals without their s, because whoever mistypes "armchair" means the ads about armchairs; and two words of a title as one.
create function private.made_words(words text[], title text) returns setof text
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
create function private.learn_words(title text, description text, language text default 'en') returns void
language sql
set search_path = ''
as $$
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

-- The categories' own words, so that a synonym with a slip in it is understood as well.
select private.learn_words('', string_agg(said.value, ' ' order by said.value))
from public.categories category
cross join lateral (
  select value from jsonb_each_text(category.name)
  union all select unnest(category.synonyms)
  union all select called from jsonb_each(category.synonyms_i18n) as language (key, list), jsonb_array_elements_text(list) as called
  union all select said from jsonb_array_elements(category.attributes) as defined (attribute),
    jsonb_array_elements(attribute -> 'options') as offered (option),
    jsonb_array_elements_text(coalesce(option -> 'synonyms', '[]') || jsonb_build_array(option ->> 'label')) as said
) as said (value)
group by category.slug;

create table private.category_terms (
  category text not null references public.categories on delete cascade,
  term text not null,
  is_name boolean not null,
  primary key (category, term)
);
comment on table private.category_terms is 'Names and synonyms of categories as search compares them, with a space in front; for suggestions.';

create function private.index_category_terms() returns trigger
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
create trigger index_category_terms after insert or update on public.categories
  for each row execute function private.index_category_terms();
update public.categories set slug = slug;
