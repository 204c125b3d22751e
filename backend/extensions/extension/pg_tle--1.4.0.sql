-- The API of pg_tle, as far as installing goes: an extension becomes files where PostgreSQL looks for extensions.
create table pgtle.extensions (
  name text primary key check (name ~ '^[a-z_][a-z0-9_@-]*$' and name !~ '--'),
  default_version text not null,
  comment text,
  requires text[],
  schema text
);

create function pgtle._place() returns text language sql stable
set search_path = ''
return current_setting('data_directory') || '/souk_extensions/extension/';

create function pgtle._write(file text, text text) returns void language plpgsql
set search_path = ''
as $$
begin
  execute format(
    'copy (select line from regexp_split_to_table(%L, E''\r?\n'') with ordinality as written (line, n) order by n)
       to %L (format csv, quote E''\x01'', escape E''\x01'', delimiter E''\x02'', null E''\x03'')',
    text, pgtle._place() || file
  );
end
$$;

create function pgtle._write_control(extension text) returns void language plpgsql
set search_path = ''
as $$
declare
  installed pgtle.extensions;
begin
  select * into strict installed from pgtle.extensions where extensions.name = extension;
  perform pgtle._write(extension || '.control', concat_ws(E'\n',
    format('comment = %L', regexp_replace(coalesce(installed.comment, ''), '[\r\n\\]+', ' ', 'g')),
    format('default_version = %L', installed.default_version),
    'requires = ''' || array_to_string(installed.requires, ', ') || '''',
    'schema = ''' || installed.schema || '''',
    'relocatable = false', 'superuser = false'
  ));
end
$$;

create function pgtle._check_version(version text) returns void language plpgsql immutable
set search_path = ''
as $$
begin
  if version is null or version !~ '^[A-Za-z0-9][A-Za-z0-9._+-]*$' or version like '%--%' then
    raise exception 'invalid version name: "%"', version;
  end if;
end
$$;

create function pgtle.install_extension(
  name text, version text, description text, ext text, requires text[] default null, schema text default null
) returns boolean language plpgsql security definer
set search_path = ''
as $$
begin
  perform pgtle._check_version(version);
  if exists (select from pgtle.extensions known where known.name = install_extension.name) then
    raise exception 'extension "%" already installed', name;
  end if;
  -- A package that is part of this server stays as it is.
  if exists (select from pg_catalog.pg_available_extensions known where known.name = install_extension.name and known.default_version is not null) then
    return true;
  end if;
  insert into pgtle.extensions values (name, version, description, requires, schema);
  perform pgtle._write_control(name), pgtle._write(format('%s--%s.sql', name, version), ext);
  return true;
end
$$;

create function pgtle.install_extension_version_sql(name text, version text, ext text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pgtle._check_version(version), pgtle._write_control(name), pgtle._write(format('%s--%s.sql', name, version), ext);
  return true;
end
$$;

create function pgtle.install_update_path(name text, fromvers text, tovers text, ext text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pgtle._check_version(fromvers), pgtle._check_version(tovers), pgtle._write_control(name),
    pgtle._write(format('%s--%s--%s.sql', name, fromvers, tovers), ext);
  return true;
end
$$;

create function pgtle.set_default_version(name text, version text) returns boolean language plpgsql security definer
set search_path = ''
as $$
begin
  perform pgtle._check_version(version);
  update pgtle.extensions known set default_version = version where known.name = set_default_version.name;
  perform pgtle._write_control(name);
  return true;
end
$$;

create function pgtle.uninstall_extension(extname text) returns boolean language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (select from pg_catalog.pg_extension there where there.extname = uninstall_extension.extname) then
    raise exception 'extension "%" is still there: drop extension %', extname, quote_ident(extname);
  end if;
  delete from pgtle.extensions where name = extname;
  if not found then
    raise exception 'extension "%" does not exist', extname using errcode = 'undefined_object';
  end if;
  -- Files cannot be removed from here; without a version the extension cannot be created.
  perform pgtle._write(extname || '.control', '');
  return true;
end
$$;

create function pgtle.uninstall_extension_if_exists(extname text) returns boolean language plpgsql security definer
set search_path = ''
as $$
begin
  return exists (select from pgtle.extensions where name = extname) and pgtle.uninstall_extension(extname);
end
$$;

create function pgtle.available_extensions(out name name, out default_version text, out comment text) returns setof record
language sql stable security definer
set search_path = ''
as $$ select known.name, known.default_version, known.comment from pgtle.extensions known $$;

revoke all on all functions in schema pgtle from public;
