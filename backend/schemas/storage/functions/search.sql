-- Listings as SQL functions for an application's own SQL. Security invoker: row level security decides what they return.

create or replace function storage.get_common_prefix(p_key text, p_prefix text, p_delimiter text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when strpos(substr(p_key, length(p_prefix) + 1), p_delimiter) > 0 then
    left(p_key, length(p_prefix) + strpos(substr(p_key, length(p_prefix) + 1), p_delimiter) - 1 + length(p_delimiter))
  end
$$;
comment on function storage.get_common_prefix(text, text, text) is
  'The folder of a key right below a prefix, with the delimiter at its end; null when the key lies directly below the prefix.';
grant execute on function storage.get_common_prefix(text, text, text) to anon, authenticated, service_role;

create or replace function storage.search(
  prefix text, bucketname text, limits integer default 100, levels integer default 1, offsets integer default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
language sql stable set search_path = '' as $$
  -- The first `levels` segments form an entry; entries with deeper segments are folders, which only have a name.
  with hits as (
    select object.*, string_to_array(object.name, '/') as path, cardinality(string_to_array(object.name, '/')) > levels as is_folder
    from storage.objects object
    where object.bucket_id = bucketname
      and lower(object.name) collate "C" like
        replace(replace(replace(lower(prefix || search), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  ), entries as (
    select array_to_string(path[cardinality(string_to_array(prefix, '/')) : ], '/') as name, hits.id, hits.updated_at,
      hits.created_at, hits.last_accessed_at, hits.metadata, false as is_folder
    from hits where not is_folder
    union all
    select distinct array_to_string(path[cardinality(string_to_array(prefix, '/')) : levels], '/'), null::uuid, null::timestamptz,
      null::timestamptz, null::timestamptz, null::jsonb, true
    from hits where is_folder
  )
  select entries.name, entries.id, entries.updated_at, entries.created_at, entries.last_accessed_at, entries.metadata
  from entries
  order by
    case when sortcolumn <> 'name' then is_folder end desc nulls last,
    case when sortorder <> 'desc' then case sortcolumn when 'updated_at' then entries.updated_at
      when 'created_at' then entries.created_at when 'last_accessed_at' then entries.last_accessed_at end end asc,
    case when sortorder = 'desc' then case sortcolumn when 'updated_at' then entries.updated_at
      when 'created_at' then entries.created_at when 'last_accessed_at' then entries.last_accessed_at end end desc,
    case when sortorder <> 'desc' then lower(entries.name) collate "C" end asc,
    case when sortorder = 'desc' then lower(entries.name) collate "C" end desc,
    case when sortorder <> 'desc' then entries.name collate "C" end asc,
    case when sortorder = 'desc' then entries.name collate "C" end desc
  limit least(coalesce(limits, 100), 1500) offset offsets
$$;
comment on function storage.search(text, text, integer, integer, integer, text, text, text) is
  'What lies in one folder: `prefix` ends in a slash or is empty, `levels` is the number of its segments and one more.';
grant execute on function storage.search(text, text, integer, integer, integer, text, text, text) to anon, authenticated, service_role;

create or replace function storage.list_objects_with_delimiter(
  bucket_id text, prefix_param text, delimiter_param text, max_keys integer default 100, start_after text default '',
  next_token text default ''
) returns table (name text, id uuid, metadata jsonb, updated_at timestamptz)
language sql stable set search_path = '' as $$
  with entries as (
    select distinct on (entry collate "C") entry, object.id, object.metadata, object.updated_at, folder is not null as is_folder
    from storage.objects object,
      lateral (select storage.get_common_prefix(object.name, prefix_param, delimiter_param) as folder) as common,
      lateral (select coalesce(common.folder, object.name) as entry) as shown
    where object.bucket_id = list_objects_with_delimiter.bucket_id
      and starts_with(object.name, prefix_param) and object.name collate "C" >= prefix_param
    order by entry collate "C", object.name collate "C"
  )
  select entry, case when not is_folder then entries.id end, case when not is_folder then entries.metadata end,
    case when not is_folder then entries.updated_at end
  from entries
  where entry collate "C" > greatest(start_after collate "C", next_token collate "C")
  order by entry collate "C"
  limit max_keys
$$;
comment on function storage.list_objects_with_delimiter(text, text, text, integer, text, text) is
  'Keys below a prefix in byte order, with what lies behind a delimiter folded into one entry that ends in it.';
grant execute on function storage.list_objects_with_delimiter(text, text, text, integer, text, text) to anon, authenticated, service_role;

create or replace function storage.search_v2(
  prefix text, bucket_name text, limits integer default 100, levels integer default 1, start_after text default '',
  sort_order text default 'asc', sort_column text default 'name', sort_column_after text default ''
) returns table (
  key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
language sql stable set search_path = '' as $$
  -- Folders are sorted by name only, and entries with the same millisecond by name as well.
  with hits as (
    select object.*, storage.get_common_prefix(object.name, prefix, '/') as folder
    from storage.objects object
    where object.bucket_id = bucket_name and starts_with(object.name, prefix) and object.name collate "C" >= prefix
  ), entries as (
    select hits.name, hits.id, hits.updated_at, hits.created_at, hits.last_accessed_at, hits.metadata,
      date_trunc('milliseconds', case sort_column when 'updated_at' then hits.updated_at when 'created_at' then hits.created_at end) as at
    from hits where folder is null
    union all
    select distinct folder, null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb,
      case when sort_column <> 'name' then case when sort_order = 'desc' then 'infinity' else '-infinity' end::timestamptz end
    from hits where folder is not null
  )
  select split_part(rtrim(entries.name, '/'), '/', levels), entries.name, entries.id, entries.updated_at, entries.created_at,
    entries.last_accessed_at, entries.metadata
  from entries
  where start_after = '' or case
    when sort_column = 'name' or sort_column_after = '' then
      case when sort_order = 'desc' then entries.name collate "C" < start_after else entries.name collate "C" > start_after end
    when sort_order = 'desc' then (at, entries.name collate "C") < (sort_column_after::timestamptz, start_after)
    else (at, entries.name collate "C") > (sort_column_after::timestamptz, start_after)
  end
  order by
    case when sort_order <> 'desc' then at end asc, case when sort_order = 'desc' then at end desc,
    case when sort_order <> 'desc' then entries.name collate "C" end asc,
    case when sort_order = 'desc' then entries.name collate "C" end desc
  limit limits
$$;
comment on function storage.search_v2(text, text, integer, integer, text, text, text, text) is
  'Keys and folders below a prefix, page by page: `start_after` (and `sort_column_after` by time) is the last entry seen.';
grant execute on function storage.search_v2(text, text, integer, integer, text, text, text, text) to anon, authenticated, service_role;

create or replace function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  insert into storage.objects (bucket_id, name, owner, owner_id, metadata)
  values (bucketid, can_insert_object.name, can_insert_object.owner, can_insert_object.owner::text, can_insert_object.metadata);
  -- Callers with permission get this error, others the one of row level security; either way the row is rolled back.
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end $$;
comment on function storage.can_insert_object(text, text, uuid, jsonb) is
  'Finds out whether the caller may write an object: raises PT200 when yes. Nothing is written.';
grant execute on function storage.can_insert_object(text, text, uuid, jsonb) to anon, authenticated, service_role;
