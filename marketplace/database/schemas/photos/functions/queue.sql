-- Moderators need to see photos to decide: the queue shows an ad's photos, each next to the similar one of another ad.

-- Security definer: prints are closed, and moderators see hidden ads. Called by moderation_queue, which checks the role.
create or replace function private.photos_to_judge(ad uuid) returns jsonb
language sql stable security definer set search_path = ''
return case when ad is null then '{}' else jsonb_build_object(
  'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', photo.id, 'path', photo.path, 'alt', photo.alt)
      order by photo.position, photo.id), '[]')
    from (select * from public.listing_photos shown where shown.listing_id = ad order by shown.position, shown.id limit 12) photo),
  'same_photos', (select coalesce(jsonb_agg(jsonb_build_object('photo_id', copy.photo_id, 'path', mine.path, 'other_path', theirs.path,
      'ad', listing.id, 'title', listing.title, 'state', listing.state, 'price_minor', listing.price_minor, 'currency', listing.currency,
      'published_at', listing.first_published_at,
      'seller', (select jsonb_build_object('display_name', seller.display_name, 'avatar_path', seller.avatar_path)
        from public.sellers seller where seller.id = copy.other_seller),
      'same_seller', copy.other_seller = own.seller_id) order by listing.first_published_at), '[]')
    from (select distinct on (found.other_ad) found.* from private.copies_of_photos(ad) found
      order by found.other_ad, found.photo_id limit 4) copy
    join public.listing_photos mine on mine.id = copy.photo_id
    join public.listing_photos theirs on theirs.id = copy.other_photo
    join public.listings listing on listing.id = copy.other_ad
    join public.listings own on own.id = ad)) end;
