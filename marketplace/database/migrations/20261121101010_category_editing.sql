-- Categories and their fields are changed by administrators while the market runs: what is offered, in which order, under which
-- names. The acts themselves are in the next file; here is what must hold and what follows from a change.

alter table public.categories
  add column active boolean not null default true,
  add column retired_attributes jsonb not null default '[]' check (jsonb_typeof(retired_attributes) = 'array');
comment on column public.categories.active is 'Takes new ads and is offered in lists. Ads of a category that was closed stay where they are.';
comment on column public.categories.retired_attributes is 'Fields that were switched off: nobody is asked for them, and they come back as they were.';
comment on column public.categories.sort is 'The place among its siblings. ord_from says only what lies inside what.';

-- Room between the numbers: a new category takes a free one, and the rows of the search index, which carry it, stay as they are.
create function private.renumber_categories() returns void
language plpgsql
set search_path = ''
as $$
begin
  create temporary table new_numbers on commit drop as
  with recursive path as (
    select slug, array[sort::text || slug] as branch, array[sort] as place from public.categories where parent is null
    union all
    select child.slug, path.branch || (child.sort::text || child.slug), path.place || child.sort
    from path join public.categories child on child.parent = path.slug
  ),
  numbered as (
    select slug, branch, 32 * row_number() over (order by place, branch) as ord_from from path
  )
  select own.slug, own.ord_from::integer, max(below.ord_from)::integer as ord_to
  from numbered own join numbered below on below.branch[1:cardinality(own.branch)] = own.branch
  group by own.slug, own.ord_from;
  -- Numbers are unique at every moment: first out of the way, then to their new places.
  update public.categories set ord_from = ord_from - 1000000000, ord_to = ord_to - 1000000000;
  update public.categories category set ord_from = new.ord_from, ord_to = new.ord_to
  from pg_temp.new_numbers new where new.slug = category.slug;
  drop table pg_temp.new_numbers;
end
$$;
comment on function private.renumber_categories() is 'Numbers the whole tree anew, with room between. Call it after changing parents or adding rows by hand.';

-- The search index carries the number of each ad's category.
create function private.carry_category_number() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.listing_search set ord = new.ord_from where category = new.slug and ord <> new.ord_from;
  return null;
end
$$;
create trigger carry_category_number after update of ord_from on public.categories
  for each row when (new.ord_from > 0 and old.ord_from <> new.ord_from) execute function private.carry_category_number();
select private.renumber_categories();

-- A free number behind everything that lies in the parent (null: behind everything), and the parents widened to hold it.
create function private.number_under(parent text) returns integer
language plpgsql
set search_path = ''
as $$
declare
  last_inside integer;
  next_outside integer;
  number integer;
begin
  if number_under.parent is null then
    return (select coalesce(max(ord_to), 0) + 32 from public.categories);
  end if;
  for attempt in 1..2 loop
    select ord_to into last_inside from public.categories where slug = number_under.parent;
    select min(ord_from) into next_outside from public.categories where ord_from > last_inside;
    exit when next_outside is null or next_outside - last_inside >= 2;
    perform private.renumber_categories();
  end loop;
  number := last_inside + least(8, greatest(1, coalesce((next_outside - last_inside) / 2, 8)));
  update public.categories category set ord_to = greatest(category.ord_to, number)
  where last_inside between category.ord_from and category.ord_to
    and exists (select from public.categories inside where inside.slug = number_under.parent
      and inside.ord_from between category.ord_from and category.ord_to);
  return number;
end
$$;

-- Names per language: {"en": "Sofas", "pt": "Sofás"}.
create function private.names_problem(names jsonb) returns text
language sql immutable
set search_path = ''
return case
  when coalesce(jsonb_typeof(names), '') <> 'object' or coalesce(btrim(names ->> 'en'), '') = '' then 'Give it an English name.'
  when exists (
    select from jsonb_each(names) as named (language, value)
    where language !~ '^[a-z]{2}$' or jsonb_typeof(value) <> 'string' or char_length(btrim(value #>> '{}')) not between 1 and 60)
    then 'A name has 1 to 60 characters, for a language of two letters.'
end;

-- The rules for a field of a category, as a sentence, or null.
create function private.definition_problem(field jsonb) returns text
language sql immutable
set search_path = ''
return case
  when jsonb_typeof(field) <> 'object' then 'A field is an object.'
  when field ->> 'key' !~ '^[a-z][a-z0-9_]{0,39}$' or not field ? 'key'
    then 'Give the field a key of small letters, digits and underscores, such as "screen_inches".'
  when private.names_problem(field -> 'label') is not null then private.names_problem(field -> 'label')
  when coalesce(field ->> 'type', '') not in ('enum', 'multi', 'int', 'decimal', 'bool', 'text', 'year', 'size')
    then 'Choose the kind of the field: enum, multi, int, decimal, bool, text, year or size.'
  when char_length(field ->> 'unit') > 12 then 'Shorten the unit to 12 characters or fewer.'
  when jsonb_typeof(coalesce(field -> 'min', 'null')) not in ('number', 'null')
    or jsonb_typeof(coalesce(field -> 'max', 'null')) not in ('number', 'null') then 'The lowest and the highest value are numbers.'
  when (field ->> 'min')::numeric > (field ->> 'max')::numeric then 'The lowest value must not be above the highest.'
  when coalesce((field ->> 'max_length')::integer not between 1 and 120, false) then 'A text has at most 120 characters.'
  when jsonb_typeof(coalesce(field -> 'options', '[]')) <> 'array' or jsonb_array_length(coalesce(field -> 'options', '[]')) > 200
    then 'Offer a list of at most 200 choices.'
  when field ->> 'type' in ('enum', 'multi', 'size') and jsonb_array_length(coalesce(field -> 'options', '[]')) = 0
    then 'Offer at least one choice.'
  when exists (
    select from jsonb_array_elements(coalesce(field -> 'options', '[]')) as choice
    where coalesce(choice ->> 'id', '') !~ '^[a-z0-9][a-z0-9_.-]{0,39}$'
      or char_length(btrim(coalesce(choice ->> 'label', ''))) not between 1 and 60
      or jsonb_typeof(coalesce(choice -> 'synonyms', '[]')) <> 'array')
    then 'Every choice needs an id of small letters and digits, and a label of at most 60 characters.'
  when (select count(*) <> count(distinct choice ->> 'id') from jsonb_array_elements(coalesce(field -> 'options', '[]')) as choice)
    then 'Two choices have the same id.'
end;
comment on function private.definition_problem(jsonb) is 'What is wrong with the definition of a field, as a sentence, or null.';

-- Fills in what the other parts of the market read, so that a definition is always whole.
create function private.whole_definition(field jsonb) returns jsonb
language sql immutable
set search_path = ''
return jsonb_strip_nulls(jsonb_build_object(
    'key', field ->> 'key', 'label', field -> 'label', 'type', field ->> 'type', 'min', field -> 'min', 'max', field -> 'max',
    'max_length', case when field ->> 'type' = 'text' then coalesce((field ->> 'max_length')::integer, 120) end,
    'required', coalesce((field ->> 'required')::boolean, false), 'filterable', coalesce((field ->> 'filterable')::boolean, true),
    'facet', coalesce((field ->> 'facet')::boolean, false), 'show_on_card', coalesce((field ->> 'show_on_card')::boolean, false)))
  || jsonb_build_object('unit', nullif(btrim(field ->> 'unit'), ''), 'options', coalesce((
    select jsonb_agg(jsonb_build_object('id', choice ->> 'id', 'label', btrim(choice ->> 'label'),
      'synonyms', coalesce(choice -> 'synonyms', '[]')) order by place)
    from jsonb_array_elements(coalesce(field -> 'options', '[]')) with ordinality as offered (choice, place)
    where field ->> 'type' in ('enum', 'multi', 'size')), '[]'));

-- Ads carry the words of their category in the search index. When those change, a job writes the entries anew.
create table private.categories_to_index (
  category text primary key references public.categories on delete cascade,
  -- Entries up to this ad are done.
  done_to uuid not null default '00000000-0000-0000-0000-000000000000'
);
comment on table private.categories_to_index is 'Categories whose words or fields changed, until their ads are indexed anew.';

create function private.remember_to_index() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    insert into private.categories_to_index as waiting (category)
    select below.slug from public.categories below
    where below.ord_from between new.ord_from and new.ord_to and below.leaf
    on conflict (category) do update set done_to = excluded.done_to;
  end if;
  insert into private.search_vocabulary (word)
  select distinct word
  from (
    select value from jsonb_each_text(new.name)
    union all select unnest(new.synonyms)
    union all select called from jsonb_each(new.synonyms_i18n) as language (key, list), jsonb_array_elements_text(list) as called
    union all select choice ->> 'label' from jsonb_array_elements(new.attributes) as field, jsonb_array_elements(field -> 'options') as choice
  ) as said (value)
  cross join lateral private.vocabulary_of(said.value) as word
  order by word
  on conflict do nothing;
  return null;
end
$$;
create trigger remember_to_index after update of name, synonyms, synonyms_i18n, attributes on public.categories
  for each row when (old.name <> new.name or old.synonyms <> new.synonyms or old.synonyms_i18n <> new.synonyms_i18n
    or old.attributes <> new.attributes)
  execute function private.remember_to_index();
create trigger remember_new_words after insert on public.categories
  for each row execute function private.remember_to_index();

-- For the job; at most `lim` ads at a time, so that nothing else waits long. Returns how many there were.
create function private.index_changed_categories(lim integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  waiting private.categories_to_index;
  ads uuid[];
begin
  select * into waiting from private.categories_to_index order by category limit 1 for update skip locked;
  if not found then
    return 0;
  end if;
  ads := array(
    select entry.listing_id from public.listing_search entry
    where entry.category = waiting.category and entry.listing_id > waiting.done_to order by entry.listing_id limit lim);
  perform private.refresh_search(ad) from unnest(ads) as ad;
  if cardinality(ads) < lim then
    delete from private.categories_to_index entry where entry.category = waiting.category;
  else
    update private.categories_to_index entry set done_to = ads[lim] where entry.category = waiting.category;
  end if;
  return greatest(1, cardinality(ads));
end
$$;

-- A category that was closed is not suggested, and takes no new ads.
create or replace function public.suggest_categories(title text) returns jsonb
language sql stable
set search_path = ''
return (
  select coalesce(jsonb_agg(jsonb_build_object('slug', best.slug, 'confidence', round(best.share::numeric, 2),
    'because', case when best.named then 'name' else 'ads' end) order by best.share desc, best.slug), '[]')
  from (
    -- The share among all guesses, held down where there is little to go by.
    select guess.slug, guess.named, guess.score / greatest(1.5, sum(guess.score) over ()) as share
    from private.guess_categories(title) as guess
    join public.categories filed on filed.slug = guess.slug and filed.active
    order by guess.score desc, guess.slug limit 3) as best
  where best.share >= 0.1
);
