-- The item of a search answer, ready made: everything about it but the distance.
create or replace function private.listing_card(listing public.listings) returns jsonb
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
create or replace function private.refresh_search(changed uuid) returns void
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
    || private.place_marks(ad.lat, ad.lng)
    || private.impact_marks(indexed, private.length_of(indexed, 'a'), private.length_of(indexed, 'b'), private.length_of(indexed, 'c'), private.length_of(indexed, 'd')));

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
grant execute on function private.refresh_search(uuid) to authenticated, service_role;

create or replace function private.index_listing() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.refresh_search(new.id);
  return null;
end
$$;
create or replace trigger index_listing_insert after insert on public.listings
  for each row when (new.state in ('active', 'reserved')) execute function private.index_listing();
create or replace trigger index_listing_update after update of category, type, title, description, price_minor, currency, price_type,
  condition, attributes, area, city, lat, lng, delivery, state, first_published_at, expires_at, seller_id on public.listings
  for each row when (old.state in ('active', 'reserved') or new.state in ('active', 'reserved'))
  execute function private.index_listing();

create or replace function private.index_seller() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.refresh_search(entry.listing_id) from public.listing_search entry where entry.seller_id = new.id;
  return null;
end
$$;
create or replace trigger index_seller after update of seller_type on public.sellers
  for each row when (new.seller_type <> old.seller_type) execute function private.index_seller();

create or replace function private.index_photo() returns trigger
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
create or replace trigger index_photo after insert or delete or update of position, alt on public.listing_photos
  for each row execute function private.index_photo();
