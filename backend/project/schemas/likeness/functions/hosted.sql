-- Functions of hosted projects' own triggers, which pulled schemas create again. Folders need no rows of their own here.
do $$
declare
  made text;
begin
  foreach made in array array[
    'storage.objects_insert_prefix_trigger', 'storage.objects_update_prefix_trigger', 'storage.objects_update_level_trigger',
    'storage.prefixes_insert_trigger', 'storage.delete_prefix_hierarchy_trigger', 'storage.prefixes_delete_cleanup',
    'storage.objects_delete_cleanup', 'storage.objects_update_cleanup', 'storage.lock_top_prefixes_trigger',
    'realtime.subscription_check_filters'
  ] loop
    execute format('create or replace function %s() returns trigger language plpgsql set search_path = %L as %L', made, '',
      'begin return coalesce(new, old); end');
  end loop;
  foreach made in array array[
    'extensions.grant_pg_cron_access', 'extensions.grant_pg_net_access', 'extensions.grant_pg_graphql_access',
    'extensions.set_graphql_placeholder'
  ] loop
    execute format('create or replace function %s() returns event_trigger language plpgsql set search_path = %L as %L', made, '',
      'begin null; end');
  end loop;
end
$$;

create or replace function storage.enforce_bucket_name_length() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if length(new.name) > 100 then
    raise exception 'bucket name "%" is too long (% characters). Max is 100.', new.name, length(new.name);
  end if;
  return new;
end
$$;

create or replace function storage.get_prefix(name text) returns text language sql immutable strict
set search_path = ''
return case when strpos(name, '/') > 0 then regexp_replace(name, '[^/]+/?$', '') else '' end;

create or replace function storage.get_prefixes(name text) returns text[] language sql immutable strict
set search_path = ''
return (
  select array_agg(array_to_string(parts[1:depth], '/') order by depth)
  from string_to_array(name, '/') parts, generate_series(1, cardinality(string_to_array(name, '/')) - 1) depth
);

create or replace function storage.add_prefixes(_bucket_id text, _name text) returns void language sql
set search_path = ''
return null;
create or replace function storage.delete_prefix(_bucket_id text, _name text) returns boolean language sql
set search_path = ''
return false;
create or replace function storage.delete_leaf_prefixes(bucket_ids text[], names text[]) returns void language sql
set search_path = ''
return null;

create or replace function realtime.quote_wal2json(entity regclass) returns text language sql stable strict
set search_path = ''
return (
  select quote_ident(nspname) || '.' || quote_ident(relname)
  from pg_catalog.pg_class join pg_catalog.pg_namespace on pg_namespace.oid = relnamespace where pg_class.oid = entity
);

create or replace function realtime."cast"(val text, type_ regtype) returns jsonb language plpgsql stable
set search_path = ''
as $$
declare
  result jsonb;
begin
  execute format('select to_jsonb(%L::%s)', val, type_) into result;
  return result;
end
$$;

create or replace function realtime.check_equality_op(op realtime.equality_op, type_ regtype, val_1 text, val_2 text) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  result boolean;
begin
  execute format(
    case op when 'in' then 'select %L::%s = any (%L::%s[])' else 'select %L::%s ' || case op when 'eq' then '=' when 'neq' then '<>'
      when 'lt' then '<' when 'lte' then '<=' when 'gt' then '>' else '>=' end || ' %L::%s' end,
    val_1, type_, val_2, type_
  ) into result;
  return result;
end
$$;

create or replace function realtime.apply_rls(wal jsonb, max_record_bytes integer default 1048576) returns setof realtime.wal_rls
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'Changes are authorised by the server, not in the database';
end
$$;
create or replace function realtime.list_changes(publication name, slot_name name, max_changes integer, max_record_bytes integer)
returns setof realtime.wal_rls
language sql
set search_path = ''
as $$ select * from realtime.apply_rls(null) $$;
revoke execute on function realtime.apply_rls(jsonb, integer), realtime.list_changes(name, name, integer, integer),
  realtime."cast"(text, regtype), realtime.check_equality_op(realtime.equality_op, regtype, text, text) from public;
