-- For a search engine beside the database (marketplace/search): what changed, what was asked, and what the answer says. PostgreSQL stays the
-- one that understands words and writes documents, so that both engines match and rank the same.

-- Security definer: whoever changes an ad writes the outbox, which has no grants.
create or replace function private.note_search_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed uuid := coalesce(new.listing_id, old.listing_id);
begin
  if exists (select from private.search_feed) then
    insert into private.search_outbox as outbox (listing_id, version) values (changed, nextval('private.search_version'))
    on conflict (listing_id) do update set version = excluded.version;
    perform private.wake_job('feed-search');
  end if;
  return null;
end
$$;
create or replace trigger note_search_change after insert or update or delete on public.listing_search
  for each row execute function private.note_search_change();

-- A search as an engine takes it. Security definer: reads the vocabulary and the definitions of attributes.
create or replace function private.engine_search(params jsonb) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  asked record := private.asked_search(params);
  given jsonb := asked.given;
  understood private.understood := asked.understood;
begin
  return to_jsonb(understood) || to_jsonb(private.order_of(given, understood.query is not null))
    || jsonb_build_object('given', given, 'now', now(), 'ignored', asked.ignored, 'understood_as', asked.understood_as, 'is_part', understood.made_for is null,
    'filters', (select jsonb_agg(name) from jsonb_object_keys(asked.conditions) as name),
    'exclude', private.excluded_words(given),
    'attributes', (select coalesce(jsonb_object_agg(name, plan), '{}') from private.attribute_conditions(given -> 'attributes', given ->> 'category')
      where condition is not null));
end
$$;
grant execute on function private.engine_search(jsonb) to anon, authenticated;

-- The cards of ads that are still on offer. Security definer: reads the index, which holds public facts only.
create or replace function private.engine_cards(listings uuid[], lat float8, lng float8) returns table (id uuid, card jsonb)
language sql stable security definer
set search_path = ''
as $$
  select entry.listing_id, entry.card || jsonb_build_object('distance_km', case when engine_cards.lat is not null and engine_cards.lng is not null
    then round(private.distance_km(engine_cards.lat, engine_cards.lng, entry.lat, entry.lng)::numeric, 1) end)
  from public.listing_search entry where entry.listing_id = any(listings) and entry.expires_at > now()
$$;
grant execute on function private.engine_cards(uuid[], float8, float8) to anon, authenticated;

-- Facets of what an engine has counted: prices [{value, ads}], facts [{facet, key, value, ads}] and `totals` {facet: ads}.
-- Security definer: reads the definitions of attributes.
create or replace function private.engine_facets(counted jsonb, category text, wanted jsonb) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'price', (select private.range_of(array_agg((price ->> 'value')::numeric order by place), array_agg((price ->> 'ads')::bigint order by place), 1)
      from jsonb_array_elements(counted -> 'prices') with ordinality as each (price, place)),
    'attributes', private.attribute_facets(array(
      select row(fact ->> 'facet', null, jsonb_build_object(fact ->> 'key', fact -> 'value'), (fact ->> 'ads')::bigint)::private.facet_count
      from jsonb_array_elements(counted -> 'facts') as fact
      union all
      -- Each fact is a row of its own here: this one makes the sum of a facet its number of ads.
      select row(facet, null, '{}', ads::bigint - (
        select coalesce(sum((fact ->> 'ads')::bigint), 0) from jsonb_array_elements(counted -> 'facts') as fact where fact ->> 'facet' = facet))::private.facet_count
      from jsonb_each_text(counted -> 'totals') as total (facet, ads)), category, coalesce(wanted, '{}')))
$$;
grant execute on function private.engine_facets(jsonb, text, jsonb) to anon, authenticated;

-- The documents of ads for an engine, with a stamp by which copies are compared; also of those that are gone.
create or replace function private.engine_documents(listings uuid[]) returns table (id uuid, document jsonb)
language sql stable
set search_path = ''
as $$
  select listing.id, to_jsonb(entry) - '{card,head,document,expires_at,price_low,price_high}'::text[] || jsonb_build_object(
    'document', entry.document::text, 'stamp', private.engine_stamp(entry), 'published', floor(extract(epoch from entry.published_at) * 1000000)::bigint,
    'expires', floor(extract(epoch from entry.expires_at) * 1000)::bigint, 'path', array(
      select above.slug from public.categories filed join public.categories above on filed.ord_from between above.ord_from and above.ord_to
      where filed.slug = entry.category))
  from unnest(listings) as listing (id) left join public.listing_search entry on entry.listing_id = listing.id
$$;

create or replace function private.engine_stamp(entry public.listing_search) returns integer
language sql stable
set search_path = ''
return hashtext(concat_ws(' ', entry.document, entry.facts, entry.price_minor, entry.condition, entry.delivery, entry.seller_type, entry.type,
  entry.has_photo, entry.state, entry.lat, entry.lng, extract(epoch from entry.published_at), extract(epoch from entry.expires_at), entry.quality, entry.is_accessory)) & 2147483647;

-- How many ads begin with each hex digit, and the sum of their stamps.
create or replace function private.engine_slices() returns table (slice text, ads bigint, stamps bigint)
language sql stable
set search_path = ''
as $$
  select left(entry.listing_id::text, 1), count(*), sum(private.engine_stamp(entry)::bigint)::bigint from public.listing_search entry group by 1
$$;
