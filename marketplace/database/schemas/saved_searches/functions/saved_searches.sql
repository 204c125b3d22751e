create or replace function private.are_short_words(words text[]) returns boolean
language sql immutable set search_path = ''
return not exists (select from unnest(words) as word where word is null or char_length(btrim(word)) not between 1 and 40);
grant execute on function private.are_short_words(text[]) to authenticated, service_role;

-- Refuses invalid searches. The server, which parses searches, compiles them before it matches new ads. Security definer: the compiled form is
-- closed, and other users' searches are counted.
create or replace function private.check_saved_search() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  savable constant text[] := '{q,category,type,condition,delivery,seller_type,with_photo,price_min,price_max,attributes,lat,lng,radius_km,box,seller}';
  unknown text;
begin
  if tg_op = 'INSERT' then
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('saved_searches:' || new.user_id, 0));
    perform private.refuse_if((select count(*) from public.saved_searches search where search.user_id = new.user_id) > 20,
      'SK433', 'saved_searches_full');
  end if;
  select key into unknown from jsonb_object_keys(new.query) as key where key <> all(savable) order by key limit 1;
  perform private.refuse_if(unknown is not null, 'SK434', 'search_key_not_savable', jsonb_build_object('key', unknown));
  perform private.refuse_if(char_length(new.query ->> 'q') > 200, 'SK435', 'search_words_too_long');
  select key into unknown from jsonb_each(new.query) as each (key, value)
  where key in ('price_min', 'price_max', 'lat', 'lng', 'radius_km') and jsonb_typeof(value) not in ('number', 'null') order by key limit 1;
  if unknown is not null then
    raise exception using errcode = '22023', message = format('%s must be a number.', unknown);
  end if;
  select name into unknown from jsonb_each(private.attribute_plans(new.query -> 'attributes', new.query ->> 'category')) as plan (name, value)
  where value = 'null' order by name limit 1;
  perform private.refuse_if(unknown is not null, 'SK436', 'search_key_ignored', jsonb_build_object('key', unknown));
  perform private.refuse_if(not exists (select from jsonb_each(new.query) as each (key, value) where value not in ('null', '""', '[]', '{}')),
    'SK437', 'search_empty');
  delete from private.search_filters ready where ready.search_id = new.id;
  perform private.run_job_now('fan-out-listing-news');
  return null;
end
$$;
create or replace trigger check_saved_search after insert or update of query, exclude_words on public.saved_searches
  for each row execute function private.check_saved_search();
