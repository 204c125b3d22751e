-- What attributes and their options are called, looked up by key: for each search the options of all categories were unpacked and sorted.

-- {id: label} of a field's options, by language where they have names in others.
create function private.option_labels(options jsonb) returns jsonb
language sql immutable
set search_path = ''
return (
  select coalesce(jsonb_object_agg(option ->> 'id', case when option ? 'labels' then (option -> 'labels') || jsonb_build_object('en', option -> 'label')
    else option -> 'label' end), '{}')
  from jsonb_array_elements(options) as option where option ->> 'id' <> '' and option ? 'label'
);
alter table private.attribute_definitions add column labels jsonb not null generated always as (private.option_labels(options)) stored;
comment on column private.attribute_definitions.labels is 'Names of its options by their ids.';

-- What an attribute is where no category is chosen: as most categories define it, and all its options as the first category names them.
create table private.common_attributes (
  key text primary key,
  type text not null,
  is_main boolean not null,
  unit text,
  label jsonb not null,
  labels jsonb not null
);
comment on table private.common_attributes is 'attribute_definitions without categories, kept by a trigger: type and label of most, labels of all.';

create function private.define_common_attribute(attribute text) returns void
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

create function private.keep_common_attributes() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.define_common_attribute(coalesce(new.key, old.key));
  return null;
end
$$;
create trigger keep_common_attributes after insert or update or delete on private.attribute_definitions
  for each row execute function private.keep_common_attributes();
do $$ begin perform private.define_common_attribute(key) from private.attribute_definitions group by key; end $$;
