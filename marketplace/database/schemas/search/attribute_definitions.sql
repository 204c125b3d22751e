-- What ads can be filtered by in their category, as search reads it: definitions apart, facts of an ad in one shape, marks for the index.

create table private.attribute_definitions (
  category text not null references public.categories on delete cascade,
  key text not null,
  place integer not null,
  type text not null,
  is_main boolean not null,
  unit text,
  label jsonb not null,
  options jsonb not null,
  unit_labels jsonb,
  labels jsonb not null generated always as (private.option_labels(options)) stored,
  primary key (category, key)
);
comment on table private.attribute_definitions is 'The filterable fields of categories.attributes, kept by a trigger; is_main is "facet" there.';
comment on column private.attribute_definitions.labels is 'Names of its options by their ids.';
create index attribute_definitions_key_idx on private.attribute_definitions (key);

