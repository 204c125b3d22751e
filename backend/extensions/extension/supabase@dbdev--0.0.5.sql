-- Answers for packages that are here already; others cannot be fetched.
create schema if not exists dbdev;

create or replace function dbdev.install(package_name text) returns boolean language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from pg_catalog.pg_available_extensions where name = package_name) then
    raise exception 'The package % is not part of this server, and database.dev is not asked', package_name
      using hint = 'Put its SQL into a migration, or install it there with pgtle.install_extension().';
  end if;
  return true;
end
$$;
revoke execute on function dbdev.install(text) from public;
