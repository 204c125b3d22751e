-- Bucket for photos in disputes, named <order>/<person>/<photo>.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('dispute-photos', 'dispute-photos', false, 20971520, array['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif']);

-- On our own backend, images are oriented, stripped of metadata and resized.
do $$
begin
  if exists (select from information_schema.columns
    where table_schema = 'storage' and table_name = 'buckets' and column_name = 'image_policy') then
    update storage.buckets set image_policy = '{"maxEdge": 1600, "maxPixels": 50000000}' where id = 'dispute-photos';
  end if;
end
$$;

create policy "the two people of an order see the photos of its dispute" on storage.objects
  for select to authenticated
  using (bucket_id = 'dispute-photos' and exists (select from public.orders bought where bought.id::text = split_part(objects.name, '/', 1)));

create policy "moderators see the photos of disputes" on storage.objects
  for select to authenticated
  using (bucket_id = 'dispute-photos' and (select private.has_role('moderator', 'admin'))
    and exists (select from public.disputes dispute where dispute.order_id::text = split_part(objects.name, '/', 1)));

create policy "people add photos to disputes of orders they are part of" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'dispute-photos' and split_part(name, '/', 2) = (select auth.uid())::text and split_part(name, '/', 3) <> ''
    and exists (select from public.orders bought
      where bought.id::text = split_part(objects.name, '/', 1) and bought.state in ('shipped', 'delivered', 'disputed', 'returning')));
