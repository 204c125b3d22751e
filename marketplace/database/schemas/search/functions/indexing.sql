-- Indexes an ad: its words by section, marks, and the card for pages.

create or replace function private.weighted_words(input text, weight text, first_position integer, language text) returns text
language sql stable set search_path = ''
return (
  select string_agg(concat('''', lexeme, ''':', least(first_position + place, 16000), weight), ' ')
  from (
    select distinct forms.lexeme, found.place
    from unnest(private.search_words(input)) with ordinality as found (word, place),
      lateral (values (word), (private.stem(word)), (private.stem_in(weighted_words.language, word)),
        -- "128" matches "128 GB" too.
        (case when word ~ '^\d+[a-z]+$' then (select substring(found.word from '^\d+') from private.units measured
          where measured.word = substring(found.word from '[a-z]+$')) end)) as forms (lexeme)
    where forms.lexeme is not null) as said
);
comment on function private.weighted_words(text, text, integer, text) is 'The words and their stems as tsvector input; each section starts at a fixed position.';

-- Attributes as words: labels for B, synonyms for C; all for C if they cannot be filtered by.
create or replace function private.attribute_words(given jsonb, definitions jsonb, out said text, out synonyms text)
language sql stable set search_path = ''
begin atomic
  select string_agg(worded.label, ' ') filter (where worded.is_filter),
    concat_ws(' ', string_agg(worded.label, ' ') filter (where not worded.is_filter),
      string_agg((select string_agg(synonym, ' ') from jsonb_array_elements_text(choice -> 'synonyms') as alike (synonym)), ' '),
      string_agg((select string_agg(value, ' ') from jsonb_each_text(choice -> 'labels')), ' '))
  from jsonb_array_elements(definitions) as defined (definition)
  cross join lateral (select given ->> (definition ->> 'key') as answer) as entered
  left join lateral (
    select option as choice from jsonb_array_elements(definition -> 'options') as offered (option)
    where option ->> 'id' = entered.answer limit 1) as chosen on true
  cross join lateral (
    select coalesce(definition ->> 'filterable', 'true') = 'true' as is_filter, case definition ->> 'type'
      when 'enum' then choice ->> 'label'
      when 'bool' then case when entered.answer = 'true' then definition -> 'label' ->> 'en' end
      -- Three seats are "3seat"; a screen's unit "in" is a word.
      else concat_ws(' ', entered.answer, coalesce(case definition ->> 'unit' when 'in' then 'inch' else definition ->> 'unit' end,
        (select known.unit from private.units known where known.word = definition ->> 'key'))) end as label) as worded
  where entered.answer is not null;
end;

create or replace function private.search_document(listing public.listings, category public.categories, facts jsonb) returns tsvector
language sql stable set search_path = ''
begin atomic
  with recursive written as materialized (
    select coalesce(nullif(listing.language, 'en'), private.guessed_language(concat_ws(' ', listing.title, listing.description)), 'en') as language,
      private.split_compounds(private.search_words(listing.title)) as title, private.search_words(left(listing.description, 1000)) as description
  ),
  path as (
    select category.slug as slug, category.parent as parent, category.name as name, category.synonyms as synonyms,
      category.synonyms_i18n as i18n
    union all
    select above.slug, above.parent, above.name, above.synonyms, above.synonyms_i18n
    from path join public.categories above on above.slug = path.parent
  ),
  named as (
    -- A name that lists several items ("Kettles & toasters", "Audio, TV & photo") does not say which one an ad is.
    select string_agg((select string_agg(each.value, ' ') from jsonb_each_text(path.name) as each), ' ')
        filter (where path.slug = category.slug and path.name ->> 'en' !~ '[,&]') as names,
      string_agg((select string_agg(each.value, ' ') from jsonb_each_text(path.name) as each), ' ')
        filter (where path.slug = category.slug and path.name ->> 'en' ~ '[,&]') as several,
      string_agg(array_to_string(path.synonyms, ' '), ' ') filter (where path.slug = category.slug) as synonyms,
      string_agg((select string_agg(word, ' ') from jsonb_each(path.i18n) as language (key, words),
        jsonb_array_elements_text(words) as word), ' ') filter (where path.slug = category.slug) as foreign_synonyms,
      string_agg((select string_agg(each.value, ' ') from jsonb_each_text(path.name) as each), ' ')
        filter (where path.slug <> category.slug and path.name ->> 'en' !~ '[,&]') as above
    from path
  )
  select concat_ws(' ',
      private.weighted_words(listing.title, 'A', 0, written.language),
      private.weighted_words(concat_ws(' ', named.names, attribute.said), 'B', 200, written.language),
      private.weighted_words(concat_ws(' ', named.synonyms, named.foreign_synonyms, named.above, attribute.synonyms,
        listing.area, listing.city, case listing.type when 'free' then 'free gratis offert' when 'wanted' then 'wanted' end), 'C', 600, written.language),
      private.weighted_words(concat_ws(' ', listing.description, named.several), 'D', 1200, written.language),
      (select string_agg(format('''h:%s'':1A', thing), ' ')
        from unnest(private.things_of(written.title, written.description, listing.attributes ->> 'model', category.slug)) as thing),
      (select string_agg(format('''f:%s'':1A', word), ' ') from unnest((private.title_parts(listing.title, '')).made_for) as word),
      -- Its qualities, in the title and the attributes or only mentioned, and the other items mentioned.
      (select string_agg(case when named.thing like 'q-%' then format('''h:%s'':200%s', named.thing, place.weight) else format('''m:%s'':200D', named.thing) end, ' ')
        from (values ('B', written.title || private.search_words(attribute.said)), ('D', written.description)) as place (weight, words),
          private.named_things(place.words) as found, unnest(found.things) as named (thing)))::tsvector
    || array_to_tsvector(array['n:' || (uuid_hash_extended(listing.id, 0) & 7)] || array(select 'c:' || listing.condition where listing.condition is not null)
      || array(select 'd:' || way from unnest('{pickup,ship}'::text[]) as way where listing.delivery in (way, 'both'))
      || array(select distinct 't:' || private.stem(word) from unnest(private.search_words(listing.title)) as word)
      || array(select distinct 'v:' || private.stem(word) from unnest(private.search_words(attribute.said)) as word)
      || array(
        select distinct 'a:' || fact.key || ':' || private.folded(one.said)
        from jsonb_each(facts) as fact (key, value), jsonb_array_elements_text(case jsonb_typeof(fact.value) when 'array' then fact.value
          else jsonb_build_array(fact.value) end) as one (said) where jsonb_typeof(fact.value) <> 'number'))
  from written, named, private.attribute_words(listing.attributes, category.attributes) as attribute;
end;

-- The precomputed item of a search result, without the distance.
create or replace function private.listing_card(listing public.listings) returns jsonb
language sql stable set search_path = ''
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

-- Security definer: only triggers write the index.
create or replace function private.refresh_search(changed uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings;
  filed public.categories;
  facts jsonb;
  indexed tsvector;
begin
  select * into ad from public.listings listing where listing.id = changed;
  if not found or ad.state not in ('active', 'reserved') then
    delete from private.listing_search entry where entry.listing_id = changed;
    return;
  end if;
  select * into filed from public.categories category where category.slug = ad.category;
  facts := private.filter_facts(ad.attributes, ad.category);
  indexed := private.search_document(ad, filed, facts);
  indexed := indexed || array_to_tsvector(array(select 's:' || said.lexeme from unnest(ts_filter(indexed, '{a,b,c}')) as said where said.lexeme !~ '^[hfm]:'));
  insert into private.listing_search as entry (listing_id, seller_id, category, root, ord, type, price_minor, condition,
    delivery, seller_type, has_photo, facts, state, lat, lng, published_at, expires_at, quality, is_accessory, title_length,
    document, head, card)
  values (ad.id, ad.seller_id, ad.category, private.root_of(ad.category), filed.ord_from, ad.type, ad.price_minor, ad.condition,
    ad.delivery, coalesce((select seller.seller_type from public.sellers seller where seller.id = ad.seller_id), 'private'),
    ad.photo_count > 0, facts, ad.state, ad.lat, ad.lng, ad.first_published_at, ad.expires_at,
    (ad.photo_count >= 1)::integer + (char_length(ad.description) >= 200)::integer + (ad.attributes <> '{}')::integer,
    (private.title_parts(ad.title, filed.name ->> 'en')).is_accessory,
    -- A word and its stem share a position, so that positions count words.
    (select count(distinct place) from unnest(ts_filter(indexed, '{a}')) as said, unnest(said.positions) as place), indexed,
    ts_filter(indexed, '{a,b}'), private.listing_card(ad))
  on conflict (listing_id) do update set
    category = excluded.category, root = excluded.root, ord = excluded.ord, type = excluded.type,
    price_minor = excluded.price_minor, condition = excluded.condition, delivery = excluded.delivery,
    seller_type = excluded.seller_type, has_photo = excluded.has_photo, facts = excluded.facts, state = excluded.state,
    lat = excluded.lat, lng = excluded.lng, published_at = excluded.published_at, expires_at = excluded.expires_at,
    quality = excluded.quality, is_accessory = excluded.is_accessory, title_length = excluded.title_length,
    document = excluded.document, head = excluded.head, card = excluded.card;

  -- Also a brand that only the attributes name.
  perform private.learn_words(ad.title, concat_ws(' ', ad.description, (select string_agg(value, ' ') from jsonb_each_text(ad.attributes))));
end
$$;
grant execute on function private.refresh_search(uuid) to authenticated, service_role;

create or replace function private.index_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'listings' then
    -- Words take most of the time and are skipped for changes of price, reservation and renewal.
    if tg_op = 'UPDATE' and new.state in ('active', 'reserved')
        and (new.category, new.type, new.title, new.description, new.condition, new.attributes, new.area, new.city, new.delivery, new.seller_id)
          is not distinct from
          (old.category, old.type, old.title, old.description, old.condition, old.attributes, old.area, old.city, old.delivery, old.seller_id) then
      update private.listing_search entry set state = new.state, price_minor = new.price_minor, lat = new.lat, lng = new.lng,
        published_at = new.first_published_at, expires_at = new.expires_at, card = private.listing_card(new)
      where entry.listing_id = new.id;
      if found then
        return null;
      end if;
    end if;
    perform private.refresh_search(new.id);
  elsif tg_table_name = 'sellers' then
    perform private.refresh_search(entry.listing_id) from private.listing_search entry where entry.seller_id = new.id;
  else
    perform private.refresh_search(entry.listing_id) from private.listing_search entry where entry.listing_id = coalesce(new.listing_id, old.listing_id);
  end if;
  return null;
end
$$;
create or replace trigger index_listing_insert after insert on public.listings
  for each row when (new.state in ('active', 'reserved')) execute function private.index_changed();
create or replace trigger index_listing_update after update of category, type, title, description, price_minor, currency, price_type,
  condition, attributes, area, city, lat, lng, delivery, state, first_published_at, expires_at, seller_id on public.listings
  for each row when (old.state in ('active', 'reserved') or new.state in ('active', 'reserved'))
  execute function private.index_changed();
create or replace trigger index_seller after update of seller_type on public.sellers
  for each row when (new.seller_type <> old.seller_type) execute function private.index_changed();
-- Runs after carry_photos (triggers run in the order of their names), which sets the counts.
create or replace trigger index_photo after insert or delete or update of position, alt on public.listing_photos
  for each row execute function private.index_changed();

-- Reindexes the next ads; returns how many, 0 at the end. If another transaction is changing one of them, it does nothing and is called again.
create or replace function private.renew_search(batch integer) returns integer
language plpgsql set search_path = ''
set lock_timeout = '100ms'
as $$
declare
  from_id uuid;
  up_to uuid;
  renewed integer;
begin
  select coalesce(renewal.done_up_to, '00000000-0000-0000-0000-000000000000') into from_id
  from private.search_renewal renewal where not renewal.is_done for update;
  if not found then
    return 0;
  end if;
  up_to := (select max(next.listing_id::text)::uuid from (
    select entry.listing_id from private.listing_search entry where entry.listing_id > from_id order by entry.listing_id limit batch) as next);
  perform private.refresh_search(entry.listing_id) from private.listing_search entry where entry.listing_id > from_id and entry.listing_id <= up_to;
  get diagnostics renewed = row_count;
  update private.search_renewal set done_up_to = coalesce(up_to, done_up_to), is_done = up_to is null;
  if up_to is null then
    perform private.count_common_words();
    return 0;
  end if;
  return greatest(1, renewed);
exception when lock_not_available then
  return 1;
end
$$;
comment on function private.renew_search(integer) is 'Reindexes the next ads of an upgraded market; returns 0 at the end. For a job.';
grant execute on function private.renew_search(integer) to service_role;
