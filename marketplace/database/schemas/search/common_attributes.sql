-- What attributes and their options are called, looked up by key: for each search the options of all categories were unpacked and sorted.

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

