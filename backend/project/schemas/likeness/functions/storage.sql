create or replace function storage.take_foreign_object() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.version := coalesce(new.version, gen_random_uuid()::text);
  new.created_at := coalesce(new.created_at, now());
  new.updated_at := coalesce(new.updated_at, now());
  new.last_accessed_at := coalesce(new.last_accessed_at, now());
  new.owner_id := coalesce(new.owner_id, new.owner::text);
  return new;
end
$$;
comment on function storage.take_foreign_object() is 'For rows of storage.objects that are not written by the storage service.';
create or replace trigger a_take_foreign_object before insert on storage.objects
  for each row execute function storage.take_foreign_object();

create or replace function storage.take_foreign_bucket() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.public := coalesce(new.public, false);
  new.avif_autodetection := coalesce(new.avif_autodetection, false);
  new.created_at := coalesce(new.created_at, now());
  new.updated_at := coalesce(new.updated_at, now());
  return new;
end
$$;
comment on function storage.take_foreign_bucket() is 'For rows of storage.buckets that are not written by the storage service.';
create or replace trigger a_take_foreign_bucket before insert on storage.buckets
  for each row execute function storage.take_foreign_bucket();

create or replace function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
language sql stable
set search_path = ''
as $$ select sum((object.metadata ->> 'size')::bigint)::bigint, object.bucket_id from storage.objects object group by object.bucket_id $$;
comment on function storage.get_size_by_bucket() is 'Bytes of the objects that the caller may see, of each bucket.';
grant execute on function storage.get_size_by_bucket() to anon, authenticated, service_role;
