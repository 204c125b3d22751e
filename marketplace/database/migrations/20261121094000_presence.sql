-- Who is online: everybody is present on their own topic, and is seen there by those they talk with.

-- The person that a topic names, or null; never an error, whatever a client calls its channel.
create function private.person_of_topic(topic text) returns uuid
language sql immutable
set search_path = ''
return case
  when topic ~ '^user:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then substr(topic, 6)::uuid
end;
grant execute on function private.person_of_topic(text) to authenticated;

create policy "people who talk with one another see whether the other is online" on realtime.messages
  for select to authenticated
  using (extension = 'presence' and (
    private.person_of_topic((select realtime.topic())) = (select auth.uid())
    or exists (
      select from public.conversations conversation
      where conversation.buyer_id = private.person_of_topic((select realtime.topic()))
        and conversation.seller_id = (select auth.uid()))
    or exists (
      select from public.conversations conversation
      where conversation.seller_id = private.person_of_topic((select realtime.topic()))
        and conversation.buyer_id = (select auth.uid()))));
create policy "people are present on their own topic" on realtime.messages
  for insert to authenticated
  with check (extension = 'presence' and private.person_of_topic((select realtime.topic())) = (select auth.uid()));
