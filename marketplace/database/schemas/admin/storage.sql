-- Bucket for the logo.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('branding', 'branding', true, 1048576, array['image/png', 'image/webp', 'image/jpeg', 'image/avif']);
do $$
begin
  if exists (select from information_schema.columns
    where table_schema = 'storage' and table_name = 'buckets' and column_name = 'image_policy') then
    update storage.buckets set image_policy = '{"maxEdge": 512, "maxPixels": 16000000}' where id = 'branding';
  end if;
end
$$;

create policy "administrators see the pictures of the brand" on storage.objects
  for select to authenticated using (bucket_id = 'branding' and (select private.has_role('admin')));

create policy "administrators add pictures of the brand" on storage.objects
  for insert to authenticated with check (bucket_id = 'branding' and (select private.has_role('admin')));

create policy "administrators remove pictures of the brand" on storage.objects
  for delete to authenticated using (bucket_id = 'branding' and (select private.has_role('admin')));
