create table private.attribute_definitions (
  category text not null references public.categories on delete cascade,
  key text not null,
  place integer not null,
  type text not null,
  is_main boolean not null,
  unit text,
  label jsonb not null,
  unit_labels jsonb,
  -- Option labels by id, by language if translated.
  labels jsonb not null,
  primary key (category, key)
);
comment on table private.attribute_definitions is 'The filterable fields of categories.attributes, updated by a trigger; is_main is "facet" there.';
create index attribute_definitions_key_idx on private.attribute_definitions (key);
