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

-- Filters by attributes as an engine takes them: numbers or marks (`a:<key>:<value>`), one of which an ad must have.
create or replace function private.engine_attributes(wanted jsonb, category text) returns jsonb
language sql stable
set search_path = ''
begin atomic
  select coalesce(jsonb_object_agg('attributes.' || asked.key, case when defined.type in ('int', 'decimal', 'year') then
      jsonb_build_object('key', asked.key, 'min', private.as_number(asked.value ->> 'min'), 'max', private.as_number(asked.value ->> 'max'),
        'numbers', (select jsonb_agg(private.as_number(each)) filter (where private.as_number(each) is not null) from unnest(said.list) as each))
    else jsonb_build_object('marks', (select jsonb_agg('a:' || asked.key || ':' || private.folded(each)) filter (where private.folded(each) <> '')
      from unnest(said.list) as each)) end), '{}')
  from jsonb_each(case jsonb_typeof(wanted) when 'object' then wanted else '{}' end) as asked (key, value)
  cross join lateral (select array(select each from jsonb_array_elements_text(case jsonb_typeof(asked.value) when 'array' then asked.value
    when 'object' then '[]' else jsonb_build_array(asked.value) end) as each where each is not null limit 50) as list) as said
  cross join lateral (
    select defined.type from private.attribute_definitions defined
    join public.categories filed on filed.slug = defined.category
    left join public.categories chosen on chosen.slug = engine_attributes.category
    where defined.key = asked.key and (chosen.slug is null or filed.ord_from between chosen.ord_from and chosen.ord_to)
    order by (defined.type in ('int', 'decimal', 'year')) = (jsonb_typeof(asked.value) in ('object', 'number')) desc, defined.place, defined.category limit 1) as defined;
end;

-- A search as an engine takes it. Security definer: reads the vocabulary and the definitions of attributes.
create or replace function private.engine_search(params jsonb) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  given jsonb := private.checked_params(params);
  read jsonb := private.read_filters(given);
  understood private.understood;
  ordered record;
  asked record;
begin
  given := given || coalesce(read - 'place', '{}');
  understood := private.understand_query(given ->> 'q');
  ordered := private.order_of(given, understood.query is not null);
  asked := private.search_conditions(given, understood.query, understood.being);
  return jsonb_build_object('given', given, 'sort', ordered.sort, 'cursor', ordered.cursor, 'now', now(),
    'filters', (select jsonb_agg(name) from jsonb_object_keys(asked.conditions) as name), 'ignored', to_jsonb(asked.ignored),
    'query', understood.query::text, 'being', understood.being::text, 'terms', understood.terms, 'corrections', coalesce(understood.corrections, '[]'),
    'whole', (select string_agg('(' || private.word_query(word, false)::text || ')', '&') from unnest(understood.words) as word),
    'phrase', private.phrase_of(understood.terms)::text, 'is_part', private.accessory_factor_sql(understood.terms) = '1',
    'exclude', (select string_agg(distinct private.word_query(word, false)::text, '|')
      from unnest(private.search_words(left(array_to_string(private.choice_param(given, 'exclude', null), ' '), 300))) as word),
    'understood_as', case when cardinality(understood.things) > 0 or read is not null then jsonb_build_object(
      'categories', to_jsonb((private.things_categories(understood.things))[1:3]), 'filters', read) end,
    'attributes', private.engine_attributes(given -> 'attributes', given ->> 'category'));
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
