-- Functions that were deployed; each process of the installation keeps a copy in files.
create table supabase_functions.deployments (
  name text primary key check (name ~ '^[A-Za-z][A-Za-z0-9_-]*$'),
  version bigint not null,
  verify_jwt boolean not null,
  entry text not null,
  import_map text,
  files json not null
);
comment on column supabase_functions.deployments.version is 'When it was deployed, in milliseconds since 1970. It grows with each deployment, whatever the clocks say.';
comment on column supabase_functions.deployments.files is 'A list of {"path", "base64"}.';
alter table supabase_functions.deployments enable row level security;
