create or replace function private.are_short_words(words text[]) returns boolean
language sql immutable set search_path = ''
return not exists (select from unnest(words) as word where word is null or char_length(btrim(word)) not between 1 and 40);
grant execute on function private.are_short_words(text[]) to authenticated, service_role;

-- The words of a saved search, for ads that do not exist yet: none is given up because no ad has it today. A word that was
-- corrected stands for both, as the results that were saved showed the corrected one.
create or replace function private.understand_saved(typed text) returns private.understood
language plpgsql stable set search_path = '' as $$
declare
  said text[] := (private.search_words(left(typed, 200)))[1:12];
  words text[] := array(select word from unnest(said) with ordinality as found (word, place)
    where not private.is_stop_word(word) and (char_length(word) > 1 or word ~ '\d') order by found.place);
  word text;
  better text;
  single tsquery;
  query tsquery;
  terms jsonb := '[]';
begin
  if cardinality(words) = 0 then
    words := said;
  end if;
  for place in 1 .. coalesce(cardinality(words), 0) loop
    word := words[place];
    single := private.word_in_full(word, false);
    if private.hits(single, 1) = 0 then
      better := private.corrected_word(word);
      if better is not null then
        single := single || private.word_in_full(better, false);
      end if;
    end if;
    -- "sun glasses" is also written as one word.
    if place < cardinality(words) then
      single := single || private.word_query(word || words[place + 1], false);
    end if;
    if place > 1 then
      single := single || private.word_query(words[place - 1] || word, false);
    end if;
    query := case when query is null then single else query && single end;
    terms := terms || jsonb_build_array(jsonb_build_object('met_as', jsonb_build_array(private.term(single::text)), 'rarity', 1));
  end loop;
  return row(query, words, true, terms, '[]', '{}', null, null, null, null)::private.understood;
end
$$;

create or replace function private.savable_params() returns text[]
language sql immutable set search_path = ''
return '{q,category,type,condition,delivery,seller_type,with_photo,price_min,price_max,attributes,lat,lng,radius_km,box,seller}'::text[];

-- Security definer: what is made ready is nobody's to read or write, and looks at other people's searches to count one's own.
create or replace function private.prepare_saved_search() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  params jsonb;
  understood private.understood;
  asked record;
  unknown text;
begin
  if tg_op = 'INSERT' then
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('saved_searches:' || new.user_id, 0));
    perform private.refuse_if((select count(*) from public.saved_searches search where search.user_id = new.user_id) > 20,
      'SK433', 'saved_searches_full');
  end if;
  select key into unknown from jsonb_object_keys(new.query) as key where key <> all(private.savable_params()) order by key limit 1;
  perform private.refuse_if(unknown is not null, 'SK434', 'search_key_not_savable', jsonb_build_object('key', unknown));
  perform private.refuse_if(char_length(new.query ->> 'q') > 200, 'SK435', 'search_words_too_long');
  params := private.checked_params(jsonb_strip_nulls(new.query) || jsonb_build_object('exclude', to_jsonb(new.exclude_words)));
  understood := private.understand_saved(params ->> 'q');
  select * into asked from private.search_conditions(params, understood.query);
  perform private.refuse_if(cardinality(asked.ignored) > 0, 'SK436', 'search_key_ignored', jsonb_build_object('key', asked.ignored[1]));
  perform private.refuse_if(not exists (select from jsonb_object_keys(asked.conditions) as name where name not in ('open', 'exclude')),
    'SK437', 'search_empty');

  insert into private.search_filters as known (search_id, user_id, root, types, price_low, price_high, south, north, words,
    understood, exact, distance, names)
  values (new.id, new.user_id,
    private.root_of(nullif(params ->> 'category', '')), private.choice_param(params, 'type', '{sell,wanted,free,swap}'),
    floor((params ->> 'price_min')::float8), floor((params ->> 'price_max')::float8),
    coalesce(case when asked.conditions ? 'radius_km' then (params ->> 'lat')::float8 - (params ->> 'radius_km')::float8 / 111 end,
      (params -> 'box' ->> 1)::float8),
    coalesce(case when asked.conditions ? 'radius_km' then (params ->> 'lat')::float8 + (params ->> 'radius_km')::float8 / 111 end,
      (params -> 'box' ->> 3)::float8),
    understood.query, understood, private.conditions_sql(asked.conditions), private.distance_sql(params),
    array(select name from jsonb_object_keys(asked.conditions) as name where name not in ('open', 'q', 'exclude') order by name))
  on conflict (search_id) do update set
    root = excluded.root, types = excluded.types, price_low = excluded.price_low, price_high = excluded.price_high,
    south = excluded.south, north = excluded.north, words = excluded.words, understood = excluded.understood,
    exact = excluded.exact, distance = excluded.distance, names = excluded.names;
  return null;
end
$$;
create or replace trigger prepare_saved_search after insert or update of query, exclude_words on public.saved_searches
  for each row execute function private.prepare_saved_search();
