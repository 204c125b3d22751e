-- Photos of ads and avatars are read through public URLs.
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
