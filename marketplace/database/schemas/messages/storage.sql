-- Bucket for photos in conversations, named <conversation>/<sender>/<photo>.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('chat-photos', 'chat-photos', false, 20971520, array['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif']);

-- On our own backend, images are oriented, stripped of metadata and resized.
do $$
begin
  if exists (select from information_schema.columns
    where table_schema = 'storage' and table_name = 'buckets' and column_name = 'image_policy') then
    update storage.buckets set image_policy = '{"maxEdge": 1600, "maxPixels": 50000000, "readCodes": true, "readText": true}' where id = 'chat-photos';
  end if;
end
$$;

create policy "the two people of a conversation see its photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'chat-photos' and exists (select from public.conversations conversation
      where conversation.id = private.conversation_of_topic('conversation:' || split_part(name, '/', 1)))
    and not private.is_deleted_photo(name));

create policy "people add photos to their own open conversations" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'chat-photos' and split_part(name, '/', 2) = (select auth.uid())::text and split_part(name, '/', 3) <> ''
    and exists (select from public.conversations conversation
      where conversation.id = private.conversation_of_topic('conversation:' || split_part(name, '/', 1)) and conversation.state = 'open'));

create policy "moderators see photos of conversations that were reported" on storage.objects
  for select to authenticated
  using (bucket_id = 'chat-photos' and (select private.has_role('moderator', 'admin')) and exists (select from public.reports report
    where report.target_kind = 'message' and report.evidence -> 'payload' ->> 'path' = name));
