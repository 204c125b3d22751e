-- Fields are stored in their category. Options have an English `label` and other `labels` by language ({"de": "Ecksofa"}), units
-- likewise in `unit_labels`. Ads and filters refer to options by id.

-- Leaves gaps between numbers, so that a new category needs no reindexing.
create or replace function private.renumber_categories() returns void
language plpgsql set search_path = '' as $$
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
  -- Two steps, since numbers are unique at any time.
  update public.categories set ord_from = ord_from - 1000000000, ord_to = ord_to - 1000000000;
  update public.categories category set ord_from = new.ord_from, ord_to = new.ord_to
  from pg_temp.new_numbers new where new.slug = category.slug;
  drop table pg_temp.new_numbers;
end
$$;
comment on function private.renumber_categories() is 'Renumbers the whole tree with gaps. Call it after changing parents or adding rows by hand.';

create or replace function private.carry_category_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.listing_search set ord = new.ord_from where category = new.slug and ord <> new.ord_from;
  return null;
end
$$;
create or replace trigger carry_category_number after update of ord_from on public.categories
  for each row when (new.ord_from > 0 and old.ord_from <> new.ord_from) execute function private.carry_category_number();

-- A free number after everything in the parent (null: the last number), widening its ancestors.
create or replace function private.number_under(parent text) returns integer
language plpgsql set search_path = '' as $$
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
create or replace function private.names_problem(names jsonb) returns jsonb
language sql immutable set search_path = ''
return case
  when coalesce(jsonb_typeof(names), '') <> 'object' or coalesce(btrim(names ->> 'en'), '') = '' then private.problem('SK826', 'no_english_name')
  when exists (
    select from jsonb_each(names) as named (language, value)
    where language !~ '^[a-z]{2}$' or jsonb_typeof(value) <> 'string' or char_length(btrim(value #>> '{}')) not between 1 and 60)
    then private.problem('SK827', 'bad_name_by_language')
end;

-- Fills in defaults, so that definitions are complete.
create or replace function private.whole_definition(field jsonb) returns jsonb
language sql immutable set search_path = ''
return jsonb_strip_nulls(jsonb_build_object(
    'key', field ->> 'key', 'label', field -> 'label', 'type', field ->> 'type', 'min', field -> 'min', 'max', field -> 'max',
    'max_length', case when field ->> 'type' = 'text' then coalesce((field ->> 'max_length')::integer, 120) end,
    'required', coalesce((field ->> 'required')::boolean, false), 'filterable', coalesce((field ->> 'filterable')::boolean, true),
    'facet', coalesce((field ->> 'facet')::boolean, false), 'show_on_card', coalesce((field ->> 'show_on_card')::boolean, false),
    'unit_labels', case when btrim(field ->> 'unit') <> '' then nullif(field -> 'unit_labels', '{}') end))
  || jsonb_build_object('unit', nullif(btrim(field ->> 'unit'), ''), 'options', coalesce((
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', choice ->> 'id', 'label', btrim(choice ->> 'label'),
      'labels', nullif(choice -> 'labels', '{}'), 'synonyms', coalesce(choice -> 'synonyms', '[]'))) order by place)
    from jsonb_array_elements(coalesce(field -> 'options', '[]')) with ordinality as offered (choice, place)
    where field ->> 'type' in ('enum', 'multi', 'size')), '[]'));

create or replace function private.queue_category_index() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    insert into private.categories_to_index as waiting (category)
    select below.slug from public.categories below
    where below.ord_from between new.ord_from and new.ord_to and below.leaf
    on conflict (category) do update set done_to = excluded.done_to;
  end if;
  insert into private.search_vocabulary (word)
  select distinct found.word
  from (
    select value from jsonb_each_text(new.name)
    union all select unnest(new.synonyms)
    union all select called from jsonb_each(new.synonyms_i18n) as language (key, list), jsonb_array_elements_text(list) as called
    union all select choice ->> 'label' from jsonb_array_elements(new.attributes) as field, jsonb_array_elements(field -> 'options') as choice
  ) as said (value)
  cross join lateral unnest(private.search_words(said.value)) as found (word)
  where found.word ~ '^[a-z]{3,24}$' and not exists (select from private.search_vocabulary known where known.word = found.word)
  order by found.word;
  return null;
end
$$;
create or replace trigger remember_new_words after insert on public.categories
  for each row execute function private.queue_category_index();
create or replace trigger remember_to_index after update of name, synonyms, synonyms_i18n, attributes on public.categories
  for each row when (old.name <> new.name or old.synonyms <> new.synonyms or old.synonyms_i18n <> new.synonyms_i18n
    or old.attributes <> new.attributes and private.searched_fields(old.attributes) <> private.searched_fields(new.attributes))
  execute function private.queue_category_index();

-- For the job. At most `lim` ads at a time; returns their number.
create or replace function private.index_changed_categories(lim integer) returns integer
language plpgsql set search_path = '' as $$
declare
  waiting private.categories_to_index;
  ads uuid[];
begin
  select * into waiting from private.categories_to_index order by category limit 1 for update skip locked;
  if not found then
    return 0;
  end if;
  ads := array(
    select entry.listing_id from private.listing_search entry
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

-- Validates names in other languages, of at most `longest` characters.
create or replace function private.other_names_problem(names jsonb, longest integer) returns jsonb
language sql immutable set search_path = ''
return case
  when jsonb_typeof(names) <> 'object' then private.problem('SK839', 'names_not_by_language')
  when exists (
    select from jsonb_each(names) as named (language, value)
    where language !~ '^[a-z]{2}$' or jsonb_typeof(value) <> 'string' or char_length(btrim(value #>> '{}')) not between 1 and longest)
    then private.problem('SK840', 'bad_other_name', jsonb_build_object('most', longest))
end;
comment on function private.other_names_problem(jsonb, integer) is 'The first problem of names by language, or null.';

create or replace function private.definition_problem(field jsonb) returns jsonb
language sql immutable set search_path = ''
return coalesce(
  case
    when jsonb_typeof(field) <> 'object' then private.problem('SK828', 'field_not_object')
    when field ->> 'key' !~ '^[a-z][a-z0-9_]{0,39}$' or not field ? 'key'
      then private.problem('SK829', 'bad_field_key')
    when private.names_problem(field -> 'label') is not null then private.names_problem(field -> 'label')
    when coalesce(field ->> 'type', '') not in ('enum', 'multi', 'int', 'decimal', 'bool', 'text', 'year', 'size')
      then private.problem('SK830', 'bad_field_type')
    when char_length(field ->> 'unit') > 12 then private.problem('SK831', 'unit_too_long')
    when jsonb_typeof(coalesce(field -> 'min', 'null')) not in ('number', 'null')
      or jsonb_typeof(coalesce(field -> 'max', 'null')) not in ('number', 'null') then private.problem('SK832', 'bounds_not_numbers')
    when (field ->> 'min')::numeric > (field ->> 'max')::numeric then private.problem('SK833', 'bounds_crossed')
    when coalesce((field ->> 'max_length')::integer not between 1 and 120, false) then private.problem('SK834', 'max_length_too_long')
    when jsonb_typeof(coalesce(field -> 'options', '[]')) <> 'array' or jsonb_array_length(coalesce(field -> 'options', '[]')) > 200
      then private.problem('SK835', 'too_many_choices')
    when field ->> 'type' in ('enum', 'multi', 'size') and jsonb_array_length(coalesce(field -> 'options', '[]')) = 0
      then private.problem('SK836', 'no_choices')
    when exists (
      select from jsonb_array_elements(coalesce(field -> 'options', '[]')) as choice
      where coalesce(choice ->> 'id', '') !~ '^[a-z0-9][a-z0-9_.-]{0,39}$'
        or char_length(btrim(coalesce(choice ->> 'label', ''))) not between 1 and 60
        or jsonb_typeof(coalesce(choice -> 'synonyms', '[]')) <> 'array')
      then private.problem('SK837', 'bad_choice')
    when (select count(*) <> count(distinct choice ->> 'id') from jsonb_array_elements(coalesce(field -> 'options', '[]')) as choice)
      then private.problem('SK838', 'choice_twice')
  end,
  private.other_names_problem(field -> 'unit_labels', 12),
  (select private.other_names_problem(choice -> 'labels', 60) from jsonb_array_elements(coalesce(field -> 'options', '[]')) as choice
    where private.other_names_problem(choice -> 'labels', 60) is not null limit 1));
comment on function private.definition_problem(jsonb) is 'The first problem of a field''s definition, or null.';

-- The fields without translations, which search ignores.
create or replace function private.searched_fields(attributes jsonb) returns jsonb
language sql immutable set search_path = ''
begin atomic
  select coalesce(jsonb_agg((field - 'unit_labels') || jsonb_build_object('options', (
    select coalesce(jsonb_agg(choice - 'labels' order by at), '[]')
    from jsonb_array_elements(coalesce(field -> 'options', '[]')) with ordinality as offered (choice, at))) order by place), '[]')
  from jsonb_array_elements(attributes) with ordinality as defined (field, place);
end;
