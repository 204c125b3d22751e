-- Fixtures of the storage tests: in buckets whose id begins with `people`, each user has a folder.

create policy "people do as they like in their own folder" on storage.objects
  for all to authenticated
  using (bucket_id like 'people%' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id like 'people%' and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "people read what is shared" on storage.objects
  for select to authenticated
  using (bucket_id like 'people%' and (storage.foldername(name))[1] = 'shared');
