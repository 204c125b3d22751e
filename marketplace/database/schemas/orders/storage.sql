-- Photos in disputes are named <order>/<person>/<photo>.
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
