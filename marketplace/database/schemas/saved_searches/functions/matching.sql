-- Results of saved searches are kept for 90 days, longer than an ad is live: an ad found again after that counts as new.

-- A cadence counts from when it was chosen.
create or replace function private.begin_cadence() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := btrim(new.name);
  if tg_op = 'UPDATE' and new.cadence <> old.cadence then
    new.told_at := now();
  end if;
  return new;
end
$$;
create or replace trigger begin_cadence before insert or update of name, cadence on public.saved_searches
  for each row execute function private.begin_cadence();

-- Why an ad matched: words with their position, and filters.
create or replace function private.matched_on(ad uuid, filter private.search_filters) returns text[]
language sql stable set search_path = ''
return array(
  select 'word:' || (asked.said ->> 'word') || ':' || place.name
  from private.listing_search entry cross join jsonb_array_elements(filter.said) with ordinality as asked (said, number)
  cross join lateral (
    select part.name from (values (1, 'title', '{a}'::"char"[]), (2, 'details', '{b}'), (3, 'synonyms', '{c}'), (4, 'description', '{d}')) as part (rank, name, weight)
    where ts_filter(entry.document, part.weight) @@ (asked.said ->> 'query')::tsquery order by part.rank limit 1) as place
  where entry.listing_id = ad order by asked.number) || filter.names;

-- Matches an ad against all existing searches. @returns how many matched it for the first time
create or replace function private.match_saved_searches(ad uuid, hit_kind text, moment timestamptz, old_minor integer default null) returns integer
language plpgsql set search_path = '' as $$
declare
  entry private.listing_search;
  filter private.search_filters;
  is_met boolean;
  found_by integer := 0;
begin
  select * into entry from private.listing_search found where found.listing_id = ad and found.state = 'active';
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
    execute format('select exists (select from private.listing_search entry where entry.listing_id = $1 and %s)', filter.exact)
      into is_met using ad, filter.given;
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

-- Notifies of unreported results, one notification per search and cadence: the newest 20 ads at most.
create or replace function private.notify_search_hits(lim integer) returns integer
language plpgsql set search_path = '' as $$
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

-- Security definer: users cannot write the counter.
create or replace function public.mark_search_seen(search_id uuid) returns void
language sql security definer set search_path = '' as $$
  update public.saved_searches set new_count = 0 where id = mark_search_seen.search_id and user_id = auth.uid() and new_count > 0
$$;
comment on function public.mark_search_seen(uuid) is 'Marks the results of this search as seen.';
grant execute on function public.mark_search_seen(uuid) to authenticated;
