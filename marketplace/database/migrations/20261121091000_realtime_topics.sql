-- Who may listen and speak on which private channel. The services send to both kinds with realtime.send().

-- The conversation that a topic names, or null; never an error, whatever a client calls its channel.
create function private.conversation_of_topic(topic text) returns uuid
language sql immutable
set search_path = ''
return case
  when topic ~ '^conversation:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then substr(topic, 14)::uuid
end;
grant execute on function private.conversation_of_topic(text) to authenticated;

create policy "people listen to their own topic" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select auth.uid()));
create policy "the two people of a conversation listen to it and see who is there" on realtime.messages
  for select to authenticated
  using (extension in ('broadcast', 'presence') and exists (
    select from public.conversations conversation
    where conversation.id = private.conversation_of_topic((select realtime.topic()))
      and (select auth.uid()) in (conversation.buyer_id, conversation.seller_id)));
-- Typing and presence come from the clients; messages come from the database and nobody speaks on a user's topic.
create policy "the two people of an open conversation speak in it" on realtime.messages
  for insert to authenticated
  with check (extension in ('broadcast', 'presence') and exists (
    select from public.conversations conversation
    where conversation.id = private.conversation_of_topic((select realtime.topic()))
      and conversation.state = 'open'
      and (select auth.uid()) in (conversation.buyer_id, conversation.seller_id)));
