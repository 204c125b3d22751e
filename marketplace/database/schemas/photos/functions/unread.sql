-- Storage answers an upload before it has read codes and text, and stores the result later (metadata.reading: waiting, failed, or absent when done).
-- Until then the contents are unknown: an ad of a new account waits, and so does a photo in a conversation. A long queue lets nothing through.

-- The processing state of a photo. The lock waits for a concurrent result, or makes it wait for this row, which it would miss otherwise. Security
-- definer: prints and storage rows are closed.
create or replace function private.keep_print(photo public.listing_photos) returns void
language sql security definer set search_path = ''
begin atomic
  with object as (
    select stored.metadata from storage.objects stored where stored.bucket_id = 'listing-photos' and stored.name = photo.path for share)
  insert into private.photo_prints (photo_id, listing_id, seller_id, phash, bands, codes, texts, reading)
  select photo.id, photo.listing_id, listing.seller_id,
    case when object.metadata ->> 'perceptualHash' ~ '^[0-9a-f]{16}$' then ('x' || (object.metadata ->> 'perceptualHash'))::bit(64) end,
    case when object.metadata ->> 'perceptualHash' ~ '^[0-9a-f]{16}$' then private.bands_of(object.metadata ->> 'perceptualHash') else '{}' end,
    private.strings_in(object.metadata -> 'codes'), private.strings_in(object.metadata -> 'texts'), object.metadata ->> 'reading'
  from public.listings listing
  left join object on true
  where listing.id = photo.listing_id
  on conflict (photo_id) do update set phash = excluded.phash, bands = excluded.bands, codes = excluded.codes, texts = excluded.texts,
    reading = excluded.reading;
end;

-- A photo was processed: an ad held for no other reason goes live; the recognised contents may hold it instead (private.tidy_listing decides).
create or replace function private.photo_was_read() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  photo public.listing_photos;
  ad public.listings;
  ground record;
begin
  for photo in select * from public.listing_photos shown where shown.path = new.name loop
    perform private.keep_print(photo);
    select * into ad from public.listings listing where listing.id = photo.listing_id for no key update;
    if ad.state = 'pending_review' and ad.state_rule ~ '^photo_(waiting|unread):' then
      select * into ground from private.judge(ad);
      if ground.rule is not null then
        update public.listings listing set state_rule = ground.rule, state_reason = ground.reason where listing.id = ad.id;
      elsif private.standing_of(ad.seller_id) in ('suspended', 'banned') then
        update public.listings listing set state_rule = 'photo_unread:' || photo.id, state_reason = private.problem('SK192', 'held_photo_unread')
        where listing.id = ad.id;
      else
        update public.listings listing set state = 'active', first_published_at = coalesce(listing.first_published_at, now()),
          expires_at = greatest(listing.expires_at, private.expiry_of(listing.category))
        where listing.id = ad.id;
      end if;
    end if;
  end loop;
  return null;
end
$$;
comment on function private.photo_was_read() is 'Security definer: storage writes results with its own rights; ads and prints are closed to it.';
do $$
begin
  -- A feature of our own backend.
  if exists (select from information_schema.columns
    where table_schema = 'storage' and table_name = 'buckets' and column_name = 'image_policy') then
    create or replace trigger photo_was_read after update of metadata on storage.objects
      for each row when (new.bucket_id = 'listing-photos' and old.metadata ->> 'reading' is distinct from new.metadata ->> 'reading')
      execute function private.photo_was_read();
  end if;
end
$$;

-- Security definer: storage rows are closed to the sender's rights here.
create or replace function private.require_read_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reading text;
begin
  select object.metadata ->> 'reading' into reading from storage.objects object
    where object.bucket_id = 'chat-photos' and object.name = new.payload ->> 'path';
  perform private.refuse_if(reading = 'waiting', 'SK181', 'photo_being_checked', '{"retry_after": 1}');
  perform private.refuse_if(reading is not null, 'SK182', 'photo_not_checkable');
  return new;
end
$$;
-- Runs before scam_guard_for_photos, which judges the contents: triggers run in the order of their names.
create or replace trigger photo_is_read before insert on public.messages
  for each row when (new.kind = 'image') execute function private.require_read_photo();
