-- Pictures of support tickets: <ticket>/<picture>. Only the server's function uploads them, also for visitors.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('ticket-attachments', 'ticket-attachments', false, 5242880, array['image/jpeg', 'image/png', 'image/webp']);

-- If the backend supports it: they must be images, and lose GPS position and time.
do $$
begin
  if exists (select from information_schema.columns
    where table_schema = 'storage' and table_name = 'buckets' and column_name = 'image_policy') then
    update storage.buckets set image_policy = '{"maxEdge": 2560, "maxPixels": 50000000}' where id = 'ticket-attachments';
  end if;
end
$$;

create policy "who sees a ticket sees its pictures" on storage.objects
  for select to authenticated
  using (bucket_id = 'ticket-attachments'
    and exists (select from public.tickets ticket where ticket.id::text = split_part(objects.name, '/', 1)));
