create or replace function storage.object_bytes(metadata jsonb) returns bigint
language sql immutable parallel safe set search_path = '' as $$
  -- Until its bytes have arrived, an object only has the announced length.
  select least(coalesce((metadata ->> 'size')::numeric, (metadata ->> 'contentLength')::numeric, 0), 9e18)::bigint
$$;
comment on function storage.object_bytes(jsonb) is 'What an object counts in its owner''s usage, from its metadata.';

-- Security definer: callers have no access to the counters.
create or replace function storage.change_usage(owner text, more_bytes bigint, more_objects bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  bytes_now bigint;
  objects_now bigint;
  most_bytes bigint := nullif(current_setting('storage.quota_bytes', true), '')::bigint;
  most_objects bigint := nullif(current_setting('storage.quota_objects', true), '')::bigint;
begin
  if more_bytes = 0 and more_objects = 0 then
    return;
  end if;
  -- Locks the row until the end of the transaction, so that two concurrent uploads cannot both take the last place.
  insert into storage.usage as known (owner_id, bytes, objects) values (owner, more_bytes, more_objects)
  on conflict (owner_id) do update set bytes = known.bytes + excluded.bytes, objects = known.objects + excluded.objects
  returning known.bytes, known.objects into bytes_now, objects_now;
  -- Unset settings mean no limit: the service itself is writing. Freeing space is never refused.
  if most_bytes is null or most_objects is null then
    return;
  end if;
  select coalesce(quota.max_bytes, most_bytes), coalesce(quota.max_objects, most_objects) into most_bytes, most_objects
  from (select) as one left join storage.quotas quota on quota.owner_id = owner;
  if more_objects > 0 and objects_now > most_objects then
    raise exception using errcode = 'QUOTA', message =
      format('Your storage is full: it may hold %s files. Remove files that you no longer need.', most_objects);
  end if;
  if more_bytes > 0 and bytes_now > most_bytes then
    raise exception using errcode = 'QUOTA', message =
      format('Your storage is full: this would make it %s of %s. Remove files that you no longer need.',
        pg_catalog.pg_size_pretty(bytes_now), pg_catalog.pg_size_pretty(most_bytes));
  end if;
end $$;

-- Per statement and in the order of owners, so that statements about many owners cannot deadlock.
create or replace function storage.count_usage() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in
      select owner_id, sum(storage.object_bytes(metadata))::bigint as bytes, count(*) as objects
      from new_rows where owner_id is not null group by owner_id order by owner_id
    loop
      perform storage.change_usage(change.owner_id, change.bytes, change.objects);
    end loop;
  elsif tg_op = 'DELETE' then
    for change in
      select owner_id, sum(storage.object_bytes(metadata))::bigint as bytes, count(*) as objects
      from old_rows where owner_id is not null group by owner_id order by owner_id
    loop
      perform storage.change_usage(change.owner_id, -change.bytes, -change.objects);
    end loop;
  else
    for change in
      select owner_id, sum(bytes)::bigint as bytes, sum(objects)::bigint as objects
      from (
        select owner_id, storage.object_bytes(metadata) as bytes, 1 as objects from new_rows
        union all
        select owner_id, -storage.object_bytes(metadata), -1 from old_rows
      ) as counted
      where owner_id is not null group by owner_id order by owner_id
    loop
      perform storage.change_usage(change.owner_id, change.bytes, change.objects);
    end loop;
  end if;
  return null;
end $$;
create or replace trigger objects_count_inserted after insert on storage.objects
  referencing new table as new_rows for each statement execute function storage.count_usage();
create or replace trigger objects_count_updated after update on storage.objects
  referencing old table as old_rows new table as new_rows for each statement execute function storage.count_usage();
create or replace trigger objects_count_deleted after delete on storage.objects
  referencing old table as old_rows for each statement execute function storage.count_usage();
