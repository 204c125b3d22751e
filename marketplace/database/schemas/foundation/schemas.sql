-- Helpers that are no part of the API live here: the data API does not expose this schema.
create schema private;
grant usage on schema private to anon, authenticated, service_role;
comment on schema private is 'Trigger functions, rules and counters. Nothing here can be called or read over the data API.';

create extension if not exists fuzzystrmatch with schema extensions;
