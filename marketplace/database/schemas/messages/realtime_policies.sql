create policy "people listen to their own topic" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select auth.uid()));

-- Presence ends when the conversation is locked.
create policy "the two people of a conversation listen to it and see who is there" on realtime.messages
  for select to authenticated
  using (extension in ('broadcast', 'presence') and exists (
    select from public.conversations conversation
    where conversation.id = (select private.conversation_of_topic(realtime.topic()))
      and (extension = 'broadcast' or conversation.state = 'open')
      and (select auth.uid()) in (conversation.buyer_id, conversation.seller_id)));

-- Clients send typing and presence; messages come from the database. User topics are read-only.
create policy "the two people of an open conversation speak in it" on realtime.messages
  for insert to authenticated
  with check (extension in ('broadcast', 'presence') and exists (
    select from public.conversations conversation
    where conversation.id = (select private.conversation_of_topic(realtime.topic()))
      and conversation.state = 'open'
      and (select auth.uid()) in (conversation.buyer_id, conversation.seller_id)));

-- Blocked users don't see each other online.
create policy "people who talk with one another see whether the other is online" on realtime.messages
  for select to authenticated
  using (extension = 'presence' and (
    (select private.user_of_topic(realtime.topic())) = (select auth.uid())
    or not private.is_blocked_between((select private.user_of_topic(realtime.topic())), (select auth.uid())) and (
      exists (
        select from public.conversations conversation
        where conversation.buyer_id = (select private.user_of_topic(realtime.topic()))
          and conversation.seller_id = (select auth.uid()))
      or exists (
        select from public.conversations conversation
        where conversation.seller_id = (select private.user_of_topic(realtime.topic()))
          and conversation.buyer_id = (select auth.uid())))));

create policy "people are present on their own topic" on realtime.messages
  for insert to authenticated
  with check (extension = 'presence' and (select private.user_of_topic(realtime.topic())) = (select auth.uid()));
