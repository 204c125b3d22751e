-- Photos in conversations are named <conversation>/<sender>/<photo>.
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
