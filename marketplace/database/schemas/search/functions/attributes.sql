-- What ads can be filtered by in their category, as search reads it: definitions apart, facts of an ad in one shape.

create or replace function private.define_attributes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
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
set search_path = ''
return case when given ~ '^-?\d{1,12}([.,]\d{1,6})?$' then replace(given, ',', '.')::numeric end;

-- One value as all its spellings: "Fjäll-Räven" and "fjall raven" are the same brand.
create or replace function private.folded(said text) returns text
language sql stable
set search_path = ''
return left(array_to_string(private.search_words(said), ' '), 80);

-- The filterable facts of an ad: {key: number | boolean | text | [text]}, each as its definition has it; what does not fit is left out.
create or replace function private.filter_facts(given jsonb, category text) returns jsonb
language sql stable
set search_path = ''
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

-- The condition of one attribute filter in SQL about a row named `entry`; null when it means nothing for a field of this type.
create or replace function private.attribute_condition(key text, type text, wanted jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  said text[] := array(select each from jsonb_array_elements_text(case jsonb_typeof(wanted) when 'array' then wanted when 'object' then '[]'
    else jsonb_build_array(wanted) end) as each where each is not null limit 50);
  fact text := format('(entry.facts ->> %L)::numeric', key);
  low numeric := private.as_number(wanted ->> 'min');
  high numeric := private.as_number(wanted ->> 'max');
  numbers numeric[];
  marks tsquery;
begin
  if type in ('int', 'decimal', 'year') then
    numbers := array(select private.as_number(each) from unnest(said) as each where private.as_number(each) is not null);
    return case when low is not null or high is not null then format('%s between %L and %L', fact, coalesce(low, -1e13), coalesce(high, 1e13))
      when cardinality(numbers) > 0 then format('%s = any(%L::numeric[])', fact, numbers) end;
  end if;
  select string_agg(distinct quote_literal('a:' || key || ':' || private.folded(each)), '|')::tsquery into marks
  from unnest(said) as each where private.folded(each) <> '' and (type <> 'bool' or each in ('true', 'false'));
  return format('entry.document @@ %L::tsquery', marks) where marks is not null;
end
$$;
