-- Filterable attributes for search: definitions, and an ad's values in normalised form.

create or replace function private.define_attributes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.attribute_definitions where category = new.slug;
  insert into private.attribute_definitions (category, key, place, type, is_main, unit, unit_labels, label, labels)
  select new.slug, field ->> 'key', min(place), min(field ->> 'type'), bool_or(coalesce(field ->> 'facet', 'true') = 'true'), min(field ->> 'unit'),
    (array_agg(field -> 'unit_labels'))[1],
    (array_agg(coalesce(field -> 'label', jsonb_build_object('en', field ->> 'key'))))[1],
    (array_agg((
      select coalesce(jsonb_object_agg(option ->> 'id', case when option ? 'labels' then (option -> 'labels') || jsonb_build_object('en', option -> 'label')
        else option -> 'label' end), '{}')
      from jsonb_array_elements(case jsonb_typeof(field -> 'options') when 'array' then field -> 'options' else '[]' end) as option
      where option ->> 'id' <> '' and option ? 'label')))[1]
  from jsonb_array_elements(new.attributes) with ordinality as defined (field, place)
  where coalesce(field ->> 'filterable', 'true') = 'true' and field ->> 'key' <> ''
  group by field ->> 'key';
  return null;
end
$$;
create or replace trigger define_attributes after insert or update of attributes on public.categories
  for each row execute function private.define_attributes();

create or replace function private.as_number(given text) returns numeric
language sql immutable
return case when given ~ '^-?\d{1,12}([.,]\d{1,6})?$' then replace(given, ',', '.')::numeric end;

-- Normalises spellings: "Fjäll-Räven" and "fjall raven" are the same brand.
create or replace function private.folded(said text) returns text
language sql stable
return left(array_to_string(private.search_words(said), ' '), 80);

-- The filterable values of an ad by key, by definition: numbers, booleans, texts or lists of texts; others are dropped.
create or replace function private.filter_facts(given jsonb, category text) returns jsonb
language sql stable set search_path = ''
return (
  select coalesce(jsonb_object_agg(defined.key, read.fact), '{}')
  from private.attribute_definitions defined
  cross join lateral (select given -> defined.key as value, given ->> defined.key as said) as answer
  cross join lateral (select case
    when defined.type in ('int', 'decimal', 'year') then to_jsonb(private.as_number(answer.said))
    when defined.type = 'bool' then case answer.said when 'true' then 'true'::jsonb when 'false' then 'false' end
    when jsonb_typeof(answer.value) = 'array' then (
      select to_jsonb(array_agg(distinct left(said, 80)) filter (where said <> '')) from jsonb_array_elements_text(answer.value) as each (said))
    when jsonb_typeof(answer.value) in ('string', 'number') and btrim(answer.said) <> '' then to_jsonb(left(btrim(answer.said), 80)) end as fact) as read
  where defined.category = filter_facts.category and read.fact is not null
);

-- Filters by attributes, {attributes.<key>: plan}: the key with numbers, a range, or marks (`a:<key>:<value>`), one of which must match. Null for
-- keys unknown in the category, or values invalid for the type.
create or replace function private.attribute_plans(wanted jsonb, category text) returns jsonb
language sql stable set search_path = ''
begin atomic
  select coalesce(jsonb_object_agg('attributes.' || asked.key, case
      when not defined.is_number and cardinality(marks) > 0 then jsonb_build_object('key', asked.key, 'marks', marks)
      when defined.is_number and coalesce(low, high) is not null then jsonb_build_object('key', asked.key, 'min', low, 'max', high)
      when defined.is_number and cardinality(numbers) > 0 then jsonb_build_object('key', asked.key, 'numbers', numbers) end), '{}')
  from (select each.key, each.value from jsonb_each(case jsonb_typeof(wanted) when 'object' then wanted else '{}' end) as each
    where each.value not in ('""', '[]', '{}', 'null') order by each.key limit 20) as asked
  left join lateral (
    select definition.type, definition.type in ('int', 'decimal', 'year') as is_number from private.attribute_definitions definition
    join public.categories filed on filed.slug = definition.category
    left join public.categories chosen on chosen.slug = attribute_plans.category
    where definition.key = asked.key and (chosen.slug is null or filed.ord_from between chosen.ord_from and chosen.ord_to)
    -- For a key that is a number in one category and an option in another: by the given value.
    order by (definition.type in ('int', 'decimal', 'year')) = (jsonb_typeof(asked.value) in ('object', 'number')) desc, definition.place, definition.category
    limit 1) as defined on true
  cross join lateral (
    select private.as_number(asked.value ->> 'min') as low, private.as_number(asked.value ->> 'max') as high,
      array_agg(private.as_number(said)) filter (where private.as_number(said) is not null) as numbers,
      array_agg(distinct 'a:' || asked.key || ':' || private.folded(said)) filter (where private.folded(said) <> '' and (defined.type <> 'bool' or said in ('true', 'false'))) as marks
    from (select said from jsonb_array_elements_text(case jsonb_typeof(asked.value) when 'array' then asked.value when 'object' then '[]'
      else jsonb_build_array(asked.value) end) as each (said) where said is not null limit 50) as list) as read;
end;
