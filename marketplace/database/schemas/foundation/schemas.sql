-- Internal helpers: the data API does not expose this schema.
create schema private;
grant usage on schema private to anon, authenticated, service_role;
comment on schema private is 'Trigger functions, rules and counters. Not accessible through the data API.';

create extension if not exists fuzzystrmatch with schema extensions;
