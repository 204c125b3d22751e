-- Buckets for ad photos and avatars, read through public URLs.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('listing-photos', 'listing-photos', true, 20971520, array['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif']),
  ('avatars', 'avatars', true, 5242880, array['image/jpeg', 'image/png', 'image/webp', 'image/avif']);

-- On our own backend, images are validated, oriented, stripped of metadata and resized; QR codes are read immediately, text later.
do $$
begin
  if exists (select from information_schema.columns
    where table_schema = 'storage' and table_name = 'buckets' and column_name = 'image_policy') then
    update storage.buckets set image_policy = '{"maxEdge": 2560, "minEdge": 500, "maxPixels": 50000000, "readCodes": true, "readText": true}' where id = 'listing-photos';
    update storage.buckets set image_policy = '{"maxEdge": 512, "maxPixels": 50000000}' where id = 'avatars';
  end if;
end
$$;

create policy "people see their own pictures in storage" on storage.objects
  for select to authenticated
  using (bucket_id in ('listing-photos', 'avatars') and split_part(name, '/', 1) = (select auth.uid())::text);

create policy "people upload pictures below their own folder" on storage.objects
  for insert to authenticated
  with check (bucket_id in ('listing-photos', 'avatars') and split_part(name, '/', 1) = (select auth.uid())::text
    and split_part(name, '/', 2) <> '');

create policy "people replace their own avatar" on storage.objects
  for update to authenticated
  using (bucket_id = 'avatars' and split_part(name, '/', 1) = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and split_part(name, '/', 1) = (select auth.uid())::text);

-- Photos in use can't be replaced.
create policy "people delete their own pictures that no ad shows" on storage.objects
  for delete to authenticated
  using (bucket_id in ('listing-photos', 'avatars') and split_part(name, '/', 1) = (select auth.uid())::text
    and not exists (select from public.listing_photos photo where bucket_id = 'listing-photos' and photo.path = name));
