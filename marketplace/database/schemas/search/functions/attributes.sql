create or replace function private.define_attributes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.attribute_definitions where category = new.slug;
  insert into private.attribute_definitions (category, key, place, type, is_main, unit, unit_labels, label, options)
  select new.slug, field ->> 'key', min(place), min(field ->> 'type'), bool_or(coalesce(field ->> 'facet', 'true') = 'true'), min(field ->> 'unit'),
    (array_agg(field -> 'unit_labels'))[1],
    (array_agg(coalesce(field -> 'label', jsonb_build_object('en', field ->> 'key'))))[1],
    (array_agg(case jsonb_typeof(field -> 'options') when 'array' then field -> 'options' else '[]' end))[1]
  from jsonb_array_elements(new.attributes) with ordinality as defined (field, place)
  where coalesce(field ->> 'filterable', 'true') = 'true' and field ->> 'key' <> ''
  group by field ->> 'key';
  return null;
end
$$;
create or replace trigger define_attributes after insert or update of attributes on public.categories
  for each row execute function private.define_attributes();

create or replace function private.is_number_type(type text) returns boolean
language sql immutable
set search_path = ''
return type in ('int', 'decimal', 'year');

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
    when private.is_number_type(defined.type) then to_jsonb(private.as_number(answer.said))
    when defined.type = 'bool' then case answer.said when 'true' then 'true'::jsonb when 'false' then 'false' end
    when jsonb_typeof(answer.value) = 'array' then (
      select to_jsonb(array_agg(distinct left(said, 80)) filter (where said <> '')) from jsonb_array_elements_text(answer.value) as each (said))
    when jsonb_typeof(answer.value) in ('string', 'number') and btrim(answer.said) <> '' then to_jsonb(left(btrim(answer.said), 80)) end as fact) as read
  where defined.category = filter_facts.category and read.fact is not null
);

-- Numbers are found by the step of a stair that they stand on, four steps to each doubling, and then compared exactly.
create or replace function private.number_step(value numeric) returns integer
language sql immutable
set search_path = ''
return case when value < 0 then -1 else floor(4 * log(2, least(value, 1e12) + 1))::integer end;

create or replace function private.number_mark(key text, step integer) returns text
language sql immutable
set search_path = ''
return 'n:' || key || ':' || step;

-- Null for wide ranges: looking up what nearly all ads have costs more than it saves.
create or replace function private.number_marks_between(key text, low numeric, high numeric) returns tsquery
language sql immutable
set search_path = ''
return (
  select case when last - first <= 16 then (
    select string_agg(quote_literal(private.number_mark(key, step)), '|') from generate_series(first, last) as step)::tsquery end
  from (select private.number_step(coalesce(low, -1)) as first, private.number_step(coalesce(high, 1e12)) as last) as stair
);

create or replace function private.value_mark(key text, folded text) returns text
language sql immutable
set search_path = ''
return 'a:' || key || ':' || folded;

-- a:<key>:<value> of each value, n:<key>:<step> of each number.
create or replace function private.fact_marks(facts jsonb) returns text[]
language sql stable
set search_path = ''
return array(
  select distinct case jsonb_typeof(fact.value)
    when 'number' then private.number_mark(fact.key, private.number_step((fact.value #>> '{}')::numeric))
    else private.value_mark(fact.key, private.folded(one.said)) end
  from jsonb_each(facts) as fact (key, value)
  cross join lateral (
    select fact.value #>> '{}' as said where jsonb_typeof(fact.value) <> 'array'
    union all select listed from jsonb_array_elements_text(case jsonb_typeof(fact.value) when 'array' then fact.value else '[]' end) as listed) as one
);

create or replace function private.number_condition(key text, wanted jsonb) returns private.attribute_condition
language plpgsql stable
set search_path = ''
as $$
declare
  low numeric;
  high numeric;
  chosen numeric[];
  fact text := format('(entry.facts ->> %L)::numeric', key);
begin
  if jsonb_typeof(wanted) = 'object' then
    low := private.as_number(wanted ->> 'min');
    high := private.as_number(wanted ->> 'max');
    if low is null and high is null then
      return null;
    end if;
    return row(private.number_marks_between(key, low, high),
      format('%s between %L and %L', fact, coalesce(low, -1e13), coalesce(high, 1e13)))::private.attribute_condition;
  else
    chosen := array(
      select distinct private.as_number(said) from jsonb_array_elements_text(case jsonb_typeof(wanted) when 'array' then wanted else jsonb_build_array(wanted) end) as each (said)
      where private.as_number(said) is not null limit 50);
    if cardinality(chosen) = 0 then
      return null;
    end if;
    return row((select string_agg(quote_literal(private.number_mark(key, private.number_step(value))), '|') from unnest(chosen) as value)::tsquery,
      format('%s = any(%L::numeric[])', fact, chosen))::private.attribute_condition;
  end if;
end
$$;

create or replace function private.attribute_condition(key text, type text, wanted jsonb) returns private.attribute_condition
language plpgsql stable
set search_path = ''
as $$
declare
  chosen text[];
  marks tsquery;
begin
  if private.is_number_type(type) then
    return private.number_condition(key, wanted);
  end if;
  chosen := array(
    select distinct private.folded(said) from jsonb_array_elements_text(case jsonb_typeof(wanted)
      when 'array' then wanted when 'object' then '[]' else jsonb_build_array(wanted) end) as each (said)
    where private.folded(said) <> '' and (type <> 'bool' or said in ('true', 'false')) limit 50);
  if cardinality(chosen) = 0 then
    return null;
  end if;
  marks := (select string_agg(quote_literal(private.value_mark(key, value)), '|') from unnest(chosen) as value)::tsquery;
  -- A value has one mark and a mark one value: nothing is left to compare.
  return row(marks, format('entry.document @@ %L::tsquery', marks));
end
$$;

-- {id: label} of a field's options, by language where they have names in others.
create or replace function private.option_labels(options jsonb) returns jsonb
language sql immutable
set search_path = ''
return (
  select coalesce(jsonb_object_agg(option ->> 'id', case when option ? 'labels' then (option -> 'labels') || jsonb_build_object('en', option -> 'label')
    else option -> 'label' end), '{}')
  from jsonb_array_elements(options) as option where option ->> 'id' <> '' and option ? 'label'
);

create or replace function private.define_common_attribute(attribute text) returns void
language sql
set search_path = ''
begin atomic
  delete from private.common_attributes known
  where known.key = attribute and not exists (select from private.attribute_definitions defined where defined.key = attribute);
  insert into private.common_attributes (key, type, is_main, unit, label, labels)
  select defined.key, defined.type, defined.is_main, defined.unit, defined.label, (
    select coalesce(jsonb_object_agg(option.key, option.value order by other.category desc), '{}')
    from private.attribute_definitions other, jsonb_each(other.labels) as option where other.key = attribute)
  from private.attribute_definitions defined where defined.key = attribute
  order by count(*) over (partition by defined.type) desc, defined.category limit 1
  on conflict (key) do update set type = excluded.type, is_main = excluded.is_main, unit = excluded.unit, label = excluded.label, labels = excluded.labels;
end;

create or replace function private.keep_common_attributes() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.define_common_attribute(coalesce(new.key, old.key));
  return null;
end
$$;
create or replace trigger keep_common_attributes after insert or update or delete on private.attribute_definitions
  for each row execute function private.keep_common_attributes();
