-- What search looks at: one row per ad on offer, with public facts only, kept in the same transaction as the ad.
-- A table of its own, because row level security would keep the word index from being used (its operators are not leakproof).

create table private.category_counters (
  category text primary key references public.categories on delete cascade,
  ads integer not null default 0
);
comment on table private.category_counters is 'Ads on offer per leaf category: counting them anew on each page would read the whole index.';

create table public.listing_search (
  listing_id uuid primary key references public.listings on delete cascade,
  seller_id uuid not null,
  category text not null,
  root text not null,
  ord integer not null,
  type text not null,
  price_minor integer,
  -- Ads without a price come last, whichever way prices are sorted.
  price_low integer not null generated always as (coalesce(price_minor, 2147483647)) stored,
  price_high integer not null generated always as (coalesce(price_minor, -1)) stored,
  condition text,
  delivery text not null,
  seller_type text not null,
  has_photo boolean not null,
  -- What it can be filtered by: see filter_facts().
  facts jsonb not null,
  state text not null,
  lat float8,
  lng float8,
  published_at timestamptz not null,
  expires_at timestamptz not null,
  quality smallint not null,
  is_accessory boolean not null,
  -- How many words each part of the document has: a word says more about a short text than about a long one.
  title_length smallint not null,
  label_length smallint not null,
  synonym_length smallint not null,
  text_length smallint not null,
  document tsvector not null,
  card jsonb not null
);
comment on table public.listing_search is 'Internal to search_listings(): no grants, public facts only. Written by triggers of listings and listing_photos.';
comment on column public.listing_search.document is 'Words and stems: A title, B category and attributes, C synonyms and place, D description, also as <language>:<stem> when not English; t:<stem> title words, k:<stem> words of B, u:<stem> and w:<stem> what title and description say more than once, f:<stem> what it is made for, and marks to filter by: c:<category> for the leaf and all above it, v:<column>:<value>, a: and n: of fact_marks(), g: of place_marks(), and those of search_marks() (a colon never occurs in a word).';
comment on column public.listing_search.quality is '0 to 3: photos, a real description, attributes. A tie-breaker, never a filter.';
-- Long values go out of line: facets and counts scan narrow rows.
alter table public.listing_search set (toast_tuple_target = 256);
alter table public.listing_search alter column card set storage external;
alter table public.listing_search alter column facts set storage main;
create index listing_search_document_idx on public.listing_search using gin (document) with (fastupdate = off);
create index listing_search_newest_idx on public.listing_search (published_at desc, listing_id desc);
create index listing_search_category_newest_idx on public.listing_search (category, published_at desc, listing_id desc);
create index listing_search_root_newest_idx on public.listing_search (root, published_at desc, listing_id desc);
create index listing_search_cheapest_idx on public.listing_search (price_low, listing_id);
create index listing_search_category_cheapest_idx on public.listing_search (category, price_low, listing_id);
create index listing_search_root_cheapest_idx on public.listing_search (root, price_low, listing_id);
create index listing_search_dearest_idx on public.listing_search (price_high desc, listing_id desc);
create index listing_search_category_dearest_idx on public.listing_search (category, price_high desc, listing_id desc);
create index listing_search_root_dearest_idx on public.listing_search (root, price_high desc, listing_id desc);
create index listing_search_seller_idx on public.listing_search (seller_id, published_at desc);
create index listing_search_place_idx on public.listing_search (lat, lng);

alter table public.listing_search enable row level security;
revoke all on public.listing_search from anon, authenticated;

create function private.weighted_words(input text, weight text, first_position integer, language text) returns text
language sql stable
set search_path = ''
return (
  select string_agg(format('''%s'':%s%s', lexeme, least(first_position + place, 16000), weight), ' ')
  from unnest(private.search_words(input)) with ordinality as found (word, place),
    lateral (
      select word as lexeme union select private.stem(word) union select private.stem_in(weighted_words.language, word)
      -- Who types "128" means "128 GB" as well.
      union select substring(word from '^(\d+)[a-z]+$') from private.units measured where measured.word = substring(word from '^\d+([a-z]+)$')) as forms
  where lexeme is not null
);
comment on function private.weighted_words(text, text, integer, text) is 'The words and their stems as tsvector input; each section starts at a position of its own.';

-- What the attributes of an ad say in words: labels for B, their synonyms for C; all for C where nobody can filter by them.
create function private.attribute_words(given jsonb, definitions jsonb, out said text, out synonyms text)
language sql stable
set search_path = ''
begin atomic
  select string_agg(worded.label, ' ') filter (where worded.is_filter),
    concat_ws(' ', string_agg(worded.label, ' ') filter (where not worded.is_filter),
      string_agg((select string_agg(synonym, ' ') from jsonb_array_elements_text(choice -> 'synonyms') as alike (synonym)), ' '))
  from jsonb_array_elements(definitions) as defined (definition)
  cross join lateral (select given ->> (definition ->> 'key') as answer) as entered
  left join lateral (
    select option as choice from jsonb_array_elements(definition -> 'options') as offered (option)
    where option ->> 'id' = entered.answer limit 1) as chosen on true
  cross join lateral (
    select coalesce(definition ->> 'filterable', 'true') = 'true' as is_filter, case definition ->> 'type'
      when 'enum' then choice ->> 'label'
      when 'bool' then case when entered.answer = 'true' then definition -> 'label' ->> 'en' end
      else concat_ws(' ', entered.answer, definition ->> 'unit') end as label) as worded
  where entered.answer is not null;
end;

-- Ads in the order in which they would stand if all fitted equally well, as days: a level of quality is worth three days, a
-- word more in the title costs two, a reservation a week (about what they weigh in the score). It never has to be written anew as
-- time passes.
create function private.standing_day(published_at timestamptz, quality smallint, state text, title_length smallint) returns integer
language sql immutable
set search_path = ''
return floor(extract(epoch from published_at) / 86400)::integer + 3 * quality - case when state = 'reserved' then 7 else 0 end
  - 2 * least(12, title_length);

-- Marks for words that very many ads have. d:<scale>:<block>: the block of 2^scale standing days that the ad lies in, for the
-- best of them. b:<halvings>: the ad is in a half, a quarter, ... of all ads, chosen by a hash of its id: a fair sample.
create function private.search_marks(listing_id uuid, published_at timestamptz, quality smallint, state text, title_length smallint)
returns text[]
language sql immutable
set search_path = ''
begin atomic
  select array(
    select format('d:%s:%s', scale, private.standing_day(published_at, quality, state, title_length) >> scale) from unnest('{0,1,3,5}'::integer[]) as scale
    union all
    select 'b:' || halvings from generate_series(1, 10) as halvings
    where uuid_hash_extended(listing_id, 0) & ((1 << halvings) - 1) = 0);
end;

-- The best 2^scale to 2^(scale + 1) days: the block that is now and the one before. What has quality stands ahead of its day,
-- what has a title of many words behind: the best is one of three words.
create function private.best_standing(at timestamptz, scale integer) returns tsquery
language sql immutable
set search_path = ''
begin atomic
  select string_agg(format('''d:%s:%s''', scale, (private.standing_day(at, 3::smallint, 'active', 3::smallint) >> scale) - back), '|')::tsquery
  from generate_series(0, 1) as back;
end;

-- v:<column>:<value> of what has few values and no index of its own, and steps of the price: see fact_marks().
create function private.column_marks(type text, condition text, delivery text, seller_type text, has_photo boolean, price_minor integer) returns text[]
language sql immutable
set search_path = ''
return array_remove(array['v:type:' || type, 'v:condition:' || condition, 'v:seller_type:' || seller_type,
  case when delivery in ('pickup', 'both') then 'v:delivery:pickup' end, case when delivery in ('ship', 'both') then 'v:delivery:ship' end,
  case when has_photo then 'v:photo' end, private.number_mark('.price', private.number_step(price_minor))], null);

-- Where an ad is on two grids, of a tenth of a degree and of a whole one, so that places are found by the same index as words.
create function private.place_marks(lat float8, lng float8) returns text[]
language sql immutable
set search_path = ''
return case when lat is null or lng is null then '{}' else array[
  format('g:10:%s:%s', floor(lat * 10), mod(floor((lng + 180) * 10)::integer, 3600)),
  format('g:1:%s:%s', floor(lat), mod(floor(lng + 180)::integer, 360))] end;

create function private.sample_of(halvings integer) returns tsquery
language sql immutable
set search_path = ''
return format('''b:%s''', halvings)::tsquery;

-- Words and their stems stand at one place: counting places counts words.
create function private.length_of(document tsvector, weight "char") returns smallint
language sql immutable
set search_path = ''
return (
  select least(32000, count(distinct place))::smallint
  from unnest(ts_filter(document, array[weight])) as found, unnest(found.positions) as place
);

-- Marks of what a text says more than once.
create function private.repeated_words(mark text, input text) returns text[]
language sql stable
set search_path = ''
return array(
  select mark || ':' || private.stem(word) from unnest(private.search_words(input)) as word
  where not private.is_stop_word(word) group by private.stem(word) having count(*) > 1);

create function private.search_document(listing public.listings, category public.categories) returns tsvector
language sql stable
set search_path = ''
begin atomic
  with recursive written as (
    select private.language_of(listing) as language
  ),
  path as (
    select category.slug as slug, category.parent as parent, category.name as name, category.synonyms as synonyms,
      category.synonyms_i18n as i18n
    union all
    select above.slug, above.parent, above.name, above.synonyms, above.synonyms_i18n
    from path join public.categories above on above.slug = path.parent
  ),
  named as (
    select string_agg((select string_agg(each.value, ' ') from jsonb_each_text(path.name) as each), ' ')
        filter (where path.slug = category.slug) as names,
      string_agg(array_to_string(path.synonyms, ' '), ' ') filter (where path.slug = category.slug) as synonyms,
      string_agg((select string_agg(word, ' ') from jsonb_each(path.i18n) as language (key, words),
        jsonb_array_elements_text(words) as word), ' ') filter (where path.slug = category.slug) as foreign_synonyms,
      string_agg(path.name ->> 'en', ' ') filter (where path.slug <> category.slug) as above
    from path
  )
  select concat_ws(' ',
      private.weighted_words(listing.title, 'A', 0, written.language),
      private.weighted_words(concat_ws(' ', named.names, attribute.said), 'B', 200, written.language),
      private.weighted_words(concat_ws(' ', named.synonyms, named.foreign_synonyms, named.above, attribute.synonyms,
        listing.area, listing.city, case listing.type when 'free' then 'free gratis offert' when 'wanted' then 'wanted' end), 'C', 600, written.language),
      private.weighted_words(listing.description, 'D', 1200, written.language))::tsvector
    || array_to_tsvector(array(select 'c:' || path.slug from path)
      || array(select distinct 't:' || private.stem(word) from unnest(private.search_words(listing.title)) as word)
      || private.repeated_words('u', listing.title) || private.repeated_words('w', listing.description)
      || array(select 'f:' || word from unnest((private.title_parts(listing.title, '')).made_for) as word)
      || array(select distinct 'k:' || private.stem(word) from unnest(private.search_words(concat_ws(' ', named.names, attribute.said))) as word))
  from written, named, private.attribute_words(listing.attributes, category.attributes) as attribute;
end;

-- The item of a search answer, ready made: everything about it but the distance.
create function private.listing_card(listing public.listings) returns jsonb
language sql stable
set search_path = ''
begin atomic
  select jsonb_build_object(
    'id', listing.id, 'ad_no', listing.ad_no, 'title', listing.title, 'type', listing.type,
    'price_minor', listing.price_minor, 'previous_price_minor', listing.previous_price_minor,
    'price_type', listing.price_type, 'currency', listing.currency, 'condition', listing.condition,
    'category', listing.category, 'area', listing.area, 'city', listing.city, 'lat', listing.lat, 'lng', listing.lng,
    'distance_km', null, 'delivery', listing.delivery, 'state', listing.state, 'published_at', listing.first_published_at,
    'seller_id', listing.seller_id, 'cover', shown.list -> 0, 'photo_count', shown.total,
    'photos', coalesce((
      select jsonb_agg(photo - '{width,height}'::text[] order by place)
      from jsonb_array_elements(shown.list) with ordinality as first (photo, place) where place <= 4), '[]'))
  from (
    select count(*) as total, jsonb_agg(jsonb_build_object('path', photo.path, 'alt', photo.alt, 'width', photo.width,
      'height', photo.height) order by photo.position, photo.created_at, photo.id) as list
    from public.listing_photos photo where photo.listing_id = listing.id) as shown;
end;

-- Security definer: nobody but the triggers writes the index.
create function private.refresh_search(changed uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings;
  filed public.categories;
  quality smallint;
  seller_type text;
  facts jsonb;
  indexed tsvector;
begin
  select * into ad from public.listings listing where listing.id = changed;
  if not found or ad.state not in ('active', 'reserved') then
    delete from public.listing_search entry where entry.listing_id = changed;
    return;
  end if;
  select * into filed from public.categories category where category.slug = ad.category;
  quality := (ad.photo_count >= 1)::integer + (char_length(ad.description) >= 200)::integer + (ad.attributes <> '{}')::integer;
  select coalesce(min(seller.seller_type), 'private') into seller_type from public.sellers seller where seller.id = ad.seller_id;
  facts := private.filter_facts(ad.attributes, ad.category);
  indexed := private.search_document(ad, filed);
  indexed := indexed || array_to_tsvector(
    private.search_marks(ad.id, ad.first_published_at, quality, ad.state, private.length_of(indexed, 'a'))
    || private.fact_marks(facts)
    || private.column_marks(ad.type, ad.condition, ad.delivery, seller_type, ad.photo_count > 0, ad.price_minor)
    || private.place_marks(ad.lat, ad.lng));

  insert into public.listing_search as entry (listing_id, seller_id, category, root, ord, type, price_minor, condition,
    delivery, seller_type, has_photo, facts, state, lat, lng, published_at, expires_at, quality, is_accessory, title_length,
    label_length, synonym_length, text_length, document, card)
  values (ad.id, ad.seller_id, ad.category, private.root_of(ad.category), filed.ord_from, ad.type, ad.price_minor, ad.condition,
    ad.delivery, seller_type, ad.photo_count > 0, facts, ad.state, ad.lat, ad.lng, ad.first_published_at, ad.expires_at,
    quality, (private.title_parts(ad.title, filed.name ->> 'en')).is_accessory, private.length_of(indexed, 'a'),
    private.length_of(indexed, 'b'), private.length_of(indexed, 'c'), private.length_of(indexed, 'd'), indexed,
    private.listing_card(ad))
  on conflict (listing_id) do update set
    category = excluded.category, root = excluded.root, ord = excluded.ord, type = excluded.type,
    price_minor = excluded.price_minor, condition = excluded.condition, delivery = excluded.delivery,
    seller_type = excluded.seller_type, has_photo = excluded.has_photo, facts = excluded.facts, state = excluded.state,
    lat = excluded.lat, lng = excluded.lng, published_at = excluded.published_at, expires_at = excluded.expires_at,
    quality = excluded.quality, is_accessory = excluded.is_accessory, title_length = excluded.title_length,
    label_length = excluded.label_length, synonym_length = excluded.synonym_length, text_length = excluded.text_length,
    document = excluded.document, card = excluded.card;

  -- Also a brand that only the details name.
  perform private.learn_words(ad.title, concat_ws(' ', ad.description, (select string_agg(value, ' ') from jsonb_each_text(ad.attributes))),
    private.language_of(ad));
end
$$;

create function private.index_listing() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.refresh_search(new.id);
  return null;
end
$$;
grant execute on function private.refresh_search(uuid) to authenticated, service_role;
create trigger index_listing_insert after insert on public.listings
  for each row when (new.state in ('active', 'reserved')) execute function private.index_listing();
create trigger index_listing_update after update of category, type, title, description, price_minor, currency, price_type,
  condition, attributes, area, city, lat, lng, delivery, state, first_published_at, expires_at, seller_id on public.listings
  for each row when (old.state in ('active', 'reserved') or new.state in ('active', 'reserved'))
  execute function private.index_listing();

create function private.index_seller() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.refresh_search(entry.listing_id) from public.listing_search entry where entry.seller_id = new.id;
  return null;
end
$$;
create trigger index_seller after update of seller_type on public.sellers
  for each row when (new.seller_type <> old.seller_type) execute function private.index_seller();

create function private.index_photo() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (select from public.listing_search entry where entry.listing_id = coalesce(new.listing_id, old.listing_id)) then
    perform private.refresh_search(coalesce(new.listing_id, old.listing_id));
  end if;
  return null;
end
$$;
-- Fires after carry_photos (triggers run in the order of their names), which sets the counts.
create trigger index_photo after insert or delete or update of position, alt on public.listing_photos
  for each row execute function private.index_photo();

create function private.count_category() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.category = old.category then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    update private.category_counters set ads = ads - 1 where category = old.category;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.category_counters as counter (category, ads) values (new.category, 1)
    on conflict (category) do update set ads = counter.ads + 1;
  end if;
  return null;
end
$$;
create trigger count_category after insert or delete or update of category on public.listing_search
  for each row execute function private.count_category();

-- Security definer: the counters have no grants.
create function public.category_counts() returns table (slug text, count bigint)
language sql stable security definer
set search_path = ''
as $$
  select category.slug, coalesce(sum(counter.ads), 0)::bigint
  from public.categories category
  left join public.categories leaf on leaf.ord_from between category.ord_from and category.ord_to
  left join private.category_counters counter on counter.category = leaf.slug
  group by category.slug, category.ord_from
  order by category.ord_from
$$;
comment on function public.category_counts() is 'Ads on offer per category, each with everything below it, in the order of the tree.';
grant execute on function public.category_counts() to anon, authenticated;
