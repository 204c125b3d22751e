-- Security definer: reads the stored object's size.
create or replace function private.admit_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  stored jsonb;
  owner uuid;
  photos integer;
begin
  -- Serialises uploads, to enforce the limit.
  select listing.seller_id into owner from public.listings listing where listing.id = new.listing_id for no key update;
  if owner is null or split_part(new.path, '/', 1) <> owner::text then
    raise exception using errcode = '42501', message = 'You can only add your own photos to your own ads.';
  end if;
  select object.metadata into stored from storage.objects object
    where object.bucket_id = 'listing-photos' and object.name = new.path;
  perform private.refuse_if(not found, 'SK131', 'photo_not_uploaded');
  select count(*) into photos from public.listing_photos photo where photo.listing_id = new.listing_id;
  perform private.refuse_if(photos >= 20, 'SK132', 'ad_photos_full');
  new.width := (stored ->> 'width')::integer;
  new.height := (stored ->> 'height')::integer;
  new.bytes := (stored ->> 'size')::bigint;
  return new;
end
$$;
create or replace trigger admit_photo before insert on public.listing_photos
  for each row execute function private.admit_photo();

-- Security definer: cover and count are closed to the seller.
create or replace function private.carry_photos() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := coalesce(new.listing_id, old.listing_id);
  left_over integer;
begin
  select count(*) into left_over from public.listing_photos photo where photo.listing_id = changed;
  perform private.refuse_if(tg_op = 'DELETE' and left_over = 0 and exists (
    select from public.listings listing join public.categories category on category.slug = listing.category
    where listing.id = changed and listing.state in ('active', 'reserved', 'paused') and listing.type in ('sell', 'free')
      and category.photo_min > 0), 'SK133', 'last_photo_stays');
  update public.listings listing set
    photo_count = left_over,
    cover_path = (select photo.path from public.listing_photos photo where photo.listing_id = changed
      order by photo.position, photo.created_at, photo.id limit 1)
  where listing.id = changed;
  return null;
end
$$;
create or replace trigger carry_photos after insert or delete or update of position on public.listing_photos
  for each row execute function private.carry_photos();
