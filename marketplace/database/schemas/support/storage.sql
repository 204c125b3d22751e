-- Pictures of support tickets: <ticket>/<picture>. Only the server's function uploads them, also for visitors.
create policy "who sees a ticket sees its pictures" on storage.objects
  for select to authenticated
  using (bucket_id = 'ticket-attachments'
    and exists (select from public.tickets ticket where ticket.id::text = split_part(objects.name, '/', 1)));
