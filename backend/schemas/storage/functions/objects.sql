create or replace function storage.update_updated_at_column() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
grant execute on function storage.update_updated_at_column() to anon, authenticated, service_role;
create or replace trigger buckets_touch_updated_at before update on storage.buckets
  for each row execute function storage.update_updated_at_column();
create or replace trigger objects_touch_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

-- Refuses deletions by plain SQL, which would leave the bytes behind; the service sets a flag that allows them.
create or replace function storage.protect_delete() returns trigger
language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501', hint = 'This prevents orphaned files.';
  end if;
  return null;
end $$;
grant execute on function storage.protect_delete() to anon, authenticated, service_role;
create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- Helpers for policies.
create or replace function storage.foldername(name text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;
comment on function storage.foldername(text) is 'The folders of an object name: foldername(''a/b/c.jpg'') is {a,b}.';
grant execute on function storage.foldername(text) to anon, authenticated, service_role;

create or replace function storage.filename(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;
comment on function storage.filename(text) is 'The last segment of an object name.';
grant execute on function storage.filename(text) to anon, authenticated, service_role;

create or replace function storage.extension(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(substring(storage.filename(name) from '\.([^.]*)$'), '')
$$;
comment on function storage.extension(text) is 'What follows the last dot of the file name, without the dot; empty when there is none.';
grant execute on function storage.extension(text) to anon, authenticated, service_role;

create or replace function storage.operation() returns text
language sql stable parallel safe set search_path = '' as $$
  select current_setting('storage.operation', true)
$$;
comment on function storage.operation() is 'The storage call under way, for example storage.object.upload.';
grant execute on function storage.operation() to anon, authenticated, service_role;

create or replace function storage.allow_only_operation(expected text) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select coalesce(storage.operation() in (expected, 'storage.' || expected), false)
$$;
grant execute on function storage.allow_only_operation(text) to anon, authenticated, service_role;

create or replace function storage.allow_any_operation(expected text[]) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select coalesce(exists (
    select 1 from unnest(expected) as wanted where storage.operation() in (wanted, 'storage.' || wanted)), false)
$$;
grant execute on function storage.allow_any_operation(text[]) to anon, authenticated, service_role;
