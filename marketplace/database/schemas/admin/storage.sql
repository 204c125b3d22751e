-- The logo.
create policy "administrators see the pictures of the brand" on storage.objects
  for select to authenticated using (bucket_id = 'branding' and (select private.has_role('admin')));

create policy "administrators add pictures of the brand" on storage.objects
  for insert to authenticated with check (bucket_id = 'branding' and (select private.has_role('admin')));

create policy "administrators remove pictures of the brand" on storage.objects
  for delete to authenticated using (bucket_id = 'branding' and (select private.has_role('admin')));
