-- Saved searches: what somebody looks for, and the ads that turned up since. Matching runs in reverse: a new ad is held against
-- all searches, first by what an index or a comparison decides, then by the very conditions that search itself would use.

create function private.are_short_words(words text[]) returns boolean
language sql immutable
set search_path = ''
return not exists (select from unnest(words) as word where word is null or char_length(btrim(word)) not between 1 and 40);
grant execute on function private.are_short_words(text[]) to authenticated, service_role;

create table public.saved_searches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 60),
  query jsonb not null check (jsonb_typeof(query) = 'object' and pg_column_size(query) <= 8192),
  exclude_words text[] not null default '{}' check (cardinality(exclude_words) <= 20 and private.are_short_words(exclude_words)),
  address text not null default '' check (char_length(address) <= 2000 and address !~ '[[:space:]]'),
  summary text not null default '' check (char_length(summary) <= 400),
  cadence text not null default 'instant' check (cadence in ('instant', 'hourly', 'daily', 'weekly', 'off')),
  channels text[] not null default '{in_app,mail,push}' check (channels <@ '{in_app,mail,push}'),
  new_count integer not null default 0 check (new_count >= 0),
  last_hit_at timestamptz,
  told_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
comment on table public.saved_searches is 'What somebody looks for. query holds parameters of search_listings() that filter; exclude_words are those of its parameter exclude.';
comment on column public.saved_searches.address is 'The query string of /browse that shows it; summary says its filters in words.';
comment on column public.saved_searches.told_at is 'When it was last told, or when it began: the next hourly, daily or weekly news count from there.';
create index saved_searches_user_id_idx on public.saved_searches (user_id, created_at desc);

create table private.search_filters (
  search_id uuid primary key references public.saved_searches on delete cascade,
  user_id uuid not null,
  root text,
  types text[],
  price_low bigint,
  price_high bigint,
  south float8,
  north float8,
  words tsquery,
  understood private.understood,
  exact text not null,
  distance text not null,
  names text[] not null
);
comment on table private.search_filters is 'A saved search, made ready: root to north and words rule out nearly all of them at a glance, exact decides, as SQL about a row named entry.';
create index search_filters_root_idx on private.search_filters (root);

create table public.search_hits (
  search_id uuid not null references public.saved_searches on delete cascade,
  listing_id uuid not null references public.listings on delete cascade,
  kind text not null check (kind in ('new', 'price_drop', 'back')),
  matched_on text[] not null default '{}',
  previous_minor integer,
  found_at timestamptz not null default now(),
  told_at timestamptz,
  primary key (search_id, listing_id, kind)
);
comment on table public.search_hits is 'An ad that a saved search found. Written by matching only.';
comment on column public.search_hits.matched_on is 'Why: word:<word>:<part of the ad>, and the names of the filters that it meets.';
create index search_hits_listing_id_idx on public.search_hits (listing_id);
create index search_hits_untold_idx on public.search_hits (search_id, found_at) where told_at is null;

alter table public.saved_searches enable row level security;
create policy "people keep their own searches" on public.saved_searches
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
revoke all on public.saved_searches from anon, authenticated;
grant select (id, user_id, name, query, exclude_words, address, summary, cadence, channels, new_count, last_hit_at, created_at), delete,
  insert (name, query, exclude_words, address, summary, cadence, channels), update (name, query, exclude_words, address, summary, cadence, channels)
  on public.saved_searches to authenticated;

alter table public.search_hits enable row level security;
create policy "people see what their own searches found" on public.search_hits
  for select to authenticated
  using (exists (select from public.saved_searches search where search.id = search_id and search.user_id = (select auth.uid())));
revoke all on public.search_hits from anon, authenticated;
grant select on public.search_hits to authenticated;

-- The words of a saved search, for ads that do not exist yet: none is given up because no ad has it today. A word that was
-- corrected stands for both, as the results that were saved showed the corrected one.
create function private.understand_saved(typed text) returns private.understood
language plpgsql stable
set search_path = ''
as $$
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
    single := private.ways_of_saved(word);
    if private.hits(single, 1) = 0 then
      better := private.corrected_word(word);
      if better is not null then
        single := single || private.ways_of_saved(better);
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
  return row(query, words, true, terms, '[]'::jsonb, '{}'::text[])::private.understood;
end
$$;

create function private.ways_of_saved(word text) returns tsquery
language sql stable
set search_path = ''
begin atomic
  select private.word_query(word, false) || coalesce(private.ways_query(private.other_ways(word)), private.word_query(word, false));
end;

create function private.savable_params() returns text[]
language sql immutable
set search_path = ''
return '{q,category,type,condition,delivery,seller_type,with_photo,price_min,price_max,attributes,lat,lng,radius_km,box,seller}'::text[];

-- Security definer: what is made ready is nobody's to read or write, and looks at other people's searches to count one's own.
create function private.prepare_saved_search() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  params jsonb;
  understood private.understood;
  asked record;
  unknown text;
begin
  if tg_op = 'INSERT' then
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('saved_searches:' || new.user_id, 0));
    if (select count(*) from public.saved_searches search where search.user_id = new.user_id) > 20 then
      raise exception using errcode = 'PT422', message = 'You can save 20 searches. Delete one that you no longer need.';
    end if;
  end if;
  select key into unknown from jsonb_object_keys(new.query) as key where key <> all(private.savable_params()) order by key limit 1;
  if unknown is not null then
    raise exception using errcode = 'PT422', message = format('"%s" cannot be part of a saved search.', unknown);
  elsif char_length(new.query ->> 'q') > 200 then
    raise exception using errcode = 'PT422', message = 'Shorten the words to 200 characters or fewer.';
  end if;
  params := jsonb_strip_nulls(new.query) || jsonb_build_object('exclude', to_jsonb(new.exclude_words));
  understood := private.understand_saved(params ->> 'q');
  select * into asked from private.search_conditions(params, understood.query);
  if cardinality(asked.ignored) > 0 then
    raise exception using errcode = 'PT422', message = format('"%s" makes no sense in this search.', asked.ignored[1]);
  elsif not exists (select from jsonb_object_keys(asked.conditions) as name where name not in ('open', 'exclude')) then
    raise exception using errcode = 'PT422', message = 'Say what you look for: a word, a category, a price or a place.';
  end if;

  insert into private.search_filters as known (search_id, user_id, root, types, price_low, price_high, south, north, words,
    understood, exact, distance, names)
  values (new.id, new.user_id,
    private.root_of(nullif(params ->> 'category', '')), private.choice_param(params, 'type', '{sell,wanted,free,swap}'),
    floor(private.number_param(params, 'price_min', 0, 2000000000)), floor(private.number_param(params, 'price_max', 0, 2000000000)),
    coalesce(case when asked.conditions ? 'radius_km' then (params ->> 'lat')::float8 - (params ->> 'radius_km')::float8 / 111 end,
      (params -> 'box' ->> 1)::float8),
    coalesce(case when asked.conditions ? 'radius_km' then (params ->> 'lat')::float8 + (params ->> 'radius_km')::float8 / 111 end,
      (params -> 'box' ->> 3)::float8),
    understood.query, understood, private.conditions_sql(asked.conditions, false), private.distance_sql(params),
    array(select name from jsonb_object_keys(asked.conditions) as name where name not in ('open', 'q', 'exclude') order by name))
  on conflict (search_id) do update set
    root = excluded.root, types = excluded.types, price_low = excluded.price_low, price_high = excluded.price_high,
    south = excluded.south, north = excluded.north, words = excluded.words, understood = excluded.understood,
    exact = excluded.exact, distance = excluded.distance, names = excluded.names;
  return null;
end
$$;
create trigger prepare_saved_search after insert or update of query, exclude_words on public.saved_searches
  for each row execute function private.prepare_saved_search();

-- A cadence counts from when it was chosen.
create function private.begin_cadence() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.name := btrim(new.name);
  if tg_op = 'UPDATE' and new.cadence <> old.cadence then
    new.told_at := now();
  end if;
  return new;
end
$$;
create trigger begin_cadence before insert or update of name, cadence on public.saved_searches
  for each row execute function private.begin_cadence();

-- Synonyms, categories and their places in the tree change: once a day every search is made ready anew.
create function private.refresh_saved_searches() returns void
language plpgsql
set search_path = ''
as $$
declare
  search record;
begin
  for search in select id from public.saved_searches loop
    begin
      update public.saved_searches set query = query where id = search.id;
    exception when others then
      -- Its category or attribute has gone: it stays as it was and finds nothing more.
      raise warning 'The saved search % could not be made ready: %', search.id, sqlerrm;
    end;
  end loop;
end
$$;

-- Why an ad was found: the words where they stand, and the filters that it meets.
create function private.matched_on(ad uuid, filter private.search_filters) returns text[]
language sql stable
set search_path = ''
return (
  select coalesce(array_agg('word:' || (word ->> 'word') || ':' || (word -> 'in' ->> 0)), '{}')
  from jsonb_array_elements(case when filter.words is null then '[]'
    else private.why_found(array[ad], filter.understood, filter.distance, now()) -> ad::text -> 'words' end) as word
) || filter.names;

-- Holds one ad against the searches that there were at that moment. @returns how many found it for the first time
create function private.match_saved_searches(ad uuid, hit_kind text, moment timestamptz, old_minor integer default null) returns integer
language plpgsql
set search_path = ''
as $$
declare
  entry public.listing_search;
  filter private.search_filters;
  is_met boolean;
  found_by integer := 0;
begin
  select * into entry from public.listing_search found where found.listing_id = ad and found.state = 'active';
  if not found then
    return 0;
  end if;
  for filter in
    select ready.* from private.search_filters ready
    join public.saved_searches search on search.id = ready.search_id and search.cadence <> 'off' and search.created_at <= moment
    where (ready.root is null or ready.root = entry.root)
      and (ready.types is null or entry.type = any(ready.types))
      and (ready.price_low is null or entry.price_minor >= ready.price_low)
      and (ready.price_high is null or entry.price_minor <= ready.price_high)
      and (ready.south is null or entry.lat between ready.south and ready.north)
      and (ready.words is null or entry.document @@ ready.words)
      and ready.user_id <> entry.seller_id
  loop
    execute format('select exists (select from public.listing_search entry where entry.listing_id = $1 and %s)', filter.exact)
      into is_met using ad;
    continue when not is_met;
    insert into public.search_hits (search_id, listing_id, kind, matched_on, previous_minor)
    values (filter.search_id, ad, hit_kind, private.matched_on(ad, filter), old_minor)
    on conflict do nothing;
    continue when not found;
    update public.saved_searches set new_count = new_count + 1, last_hit_at = now() where id = filter.search_id;
    found_by := found_by + 1;
  end loop;
  return found_by;
end
$$;

-- Tells what was found and not told yet, one notification per search, as often as the search says: 20 ads at most, the newest.
create function private.tell_search_hits(lim integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  search public.saved_searches;
  news jsonb;
  told integer := 0;
begin
  for search in
    select due.* from public.saved_searches due
    where due.cadence <> 'off'
      and due.told_at <= now() - case due.cadence when 'hourly' then interval '1 hour' when 'daily' then interval '1 day'
        when 'weekly' then interval '7 days' else interval '0' end
      and exists (select from public.search_hits hit where hit.search_id = due.id and hit.told_at is null)
    order by due.told_at limit lim
    for update of due skip locked
  loop
    with fresh as (
      update public.search_hits hit set told_at = now()
      where hit.search_id = search.id and hit.told_at is null
      returning hit.*
    ), still as (
      select fresh.*, ad.title, ad.price_minor, ad.currency, ad.area, ad.city,
        row_number() over (order by fresh.found_at desc, fresh.listing_id) as place, count(*) over () as total
      from fresh join public.listings ad on ad.id = fresh.listing_id and ad.state in ('active', 'reserved')
    )
    select jsonb_build_object('search_id', search.id, 'name', search.name, 'count', max(total),
      'listing_id', min(listing_id::text) filter (where place = 1), 'title', min(title) filter (where place = 1),
      'hits', jsonb_agg(jsonb_build_object('listing_id', listing_id, 'title', title, 'kind', kind, 'amount_minor', price_minor,
        'previous_minor', previous_minor, 'currency', currency, 'place', coalesce(nullif(area, ''), city), 'matched_on', to_jsonb(matched_on)) order by place))
    into news from still where place <= 20;
    update public.saved_searches set told_at = now() where id = search.id;
    if (news ->> 'count')::integer > 0 then
      perform private.notify(search.user_id, 'saved_search_hits', news,
        'search:' || search.id || ':' || extract(epoch from clock_timestamp()), search.channels);
      told := told + 1;
    end if;
  end loop;
  return told;
end
$$;

-- Security definer: the counter is no column that its owner writes.
create function public.mark_search_seen(search_id uuid) returns void
language sql security definer
set search_path = ''
as $$
  update public.saved_searches set new_count = 0 where id = mark_search_seen.search_id and user_id = auth.uid() and new_count > 0
$$;
comment on function public.mark_search_seen(uuid) is 'The caller has looked at what this search found.';
grant execute on function public.mark_search_seen(uuid) to authenticated;

-- The link at the end of a mail may also name one search, as 'search:<id>': it sends no more mails.
create or replace function public.unsubscribe(person uuid, what text) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  about text;
begin
  if what ~ '^search:[0-9a-f-]{36}$' then
    update public.saved_searches set channels = array_remove(channels, 'mail')
      where id = substr(what, 8)::uuid and user_id = person returning name into about;
    return 'Saved search “' || about || '”';
  end if;
  select standard.title into about from public.notification_groups standard where standard.name = what;
  if about is null or not exists (select from public.profiles where id = person) then
    return null;
  end if;
  insert into public.notification_preferences as chosen (user_id, group_name, in_app, mail, push)
  select person, what, wanted.in_app, false, wanted.push from private.notification_channels(person, what) as wanted
  on conflict (user_id, group_name) do update set mail = false;
  return about;
end
$$;
