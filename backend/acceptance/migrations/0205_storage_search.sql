-- An application's functions that call storage's SQL listings, with the caller's privileges.

create function public.files_in(bucket text, folder text, starts_with text default '', by text default 'name', direction text default 'asc')
returns table (name text, id uuid, metadata jsonb)
language sql stable as $$
  select name, id, metadata
  from storage.search(folder, bucket, 100, greatest(cardinality(string_to_array(folder, '/')), 1), 0, starts_with, by, direction)
$$;

create function public.files_below(bucket text, prefix text, max_keys integer, start_after text default '')
returns table (name text, id uuid)
language sql stable as $$
  select name, id from storage.list_objects_with_delimiter(bucket, prefix, '/', max_keys, start_after)
$$;

create function public.files_by_page(bucket text, prefix text, page integer, start_after text default '', direction text default 'asc')
returns table (key text, name text, id uuid)
language sql stable as $$
  select key, name, id
  from storage.search_v2(prefix, bucket, page, greatest(cardinality(string_to_array(prefix, '/')), 1), start_after, direction)
$$;

create function public.may_write(bucket text, name text) returns void
language sql as $$ select storage.can_insert_object(bucket, name, auth.uid(), '{}') $$;

create function public.look_of(bucket text, name text, other text) returns integer
language sql stable as $$
  select storage.hamming_distance(storage.perceptual_hash(one.metadata), storage.perceptual_hash(two.metadata))
  from storage.objects one, storage.objects two
  where one.bucket_id = bucket and one.name = look_of.name and two.bucket_id = bucket and two.name = other
$$;

grant execute on function public.files_in, public.files_below, public.files_by_page, public.may_write, public.look_of
  to anon, authenticated;

insert into storage.buckets (id, name, public, avif_autodetection) values ('people-avif', 'people-avif', true, true);
