-- Security definer: the table is closed.
create or replace function private.is_deleted_photo(path text) returns boolean
language sql stable security definer set search_path = ''
return exists (select from private.deleted_photos photo where photo.path = is_deleted_photo.path);
grant execute on function private.is_deleted_photo(text) to authenticated;

-- Deletes the row only: the storage service sweeps files without one.
create or replace function private.remove_chat_photo(path text) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects stored where stored.bucket_id = 'chat-photos' and stored.name = remove_chat_photo.path;
  perform set_config('storage.allow_delete_query', 'false', true);
end
$$;

create or replace function private.is_under_report(message uuid) returns boolean
language sql stable set search_path = ''
return exists (select from public.reports report where report.target_kind = 'message' and report.target_id = message
  and report.state in ('new', 'triaged', 'in_review', 'appealed'));

-- For the job: deletes photos of deleted messages, unless reported.
create or replace function private.forget_deleted_photos() returns integer
language plpgsql set search_path = '' as $$
declare
  photo private.deleted_photos;
  forgotten integer := 0;
begin
  for photo in
    delete from private.deleted_photos old where not private.is_under_report(old.message_id) returning old.*
  loop
    perform private.remove_chat_photo(photo.path);
    forgotten := forgotten + 1;
  end loop;
  return forgotten;
end
$$;

-- Security definer: messages are immutable; originals are for moderators only.
create or replace function public.delete_message(message_id uuid) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  talk public.conversations;
  said public.messages;
  path text;
  later integer;
begin
  -- Lock the conversation first, as all counting does.
  select conversation.* into talk from public.conversations conversation
    where conversation.id = (select message.conversation_id from public.messages message
      where message.id = delete_message.message_id and message.sender_id = me)
    for no key update;
  perform private.refuse_if(not found, 'SK213', 'no_such_own_message');
  select * into said from public.messages message where message.id = delete_message.message_id;
  if said.deleted_at is not null then
    return said;
  end if;
  perform private.refuse_if(said.kind not in ('text', 'image'), 'SK214', 'message_not_deletable');
  perform private.refuse_if(said.created_at < now() - interval '5 minutes', 'SK215', 'message_too_old_to_delete');

  path := case when said.kind = 'image' then said.payload ->> 'path' end;
  insert into public.message_originals (message_id, conversation_id, body)
    values (said.id, talk.id, coalesce(path, said.body)) on conflict do nothing;
  if path is not null and private.is_under_report(said.id) then
    insert into private.deleted_photos (path, message_id) values (path, said.id) on conflict do nothing;
  elsif path is not null then
    perform private.remove_chat_photo(path);
  end if;
  update public.messages message set deleted_at = now(), body = null, payload = '{}', notice = null, notice_sentence = null,
      masked = false
    where message.id = said.id returning * into said;

  -- Counts by position, since read receipts may be off.
  select count(*) into later from public.messages message where message.conversation_id = talk.id and message.sender_id = me
    and message.kind <> 'system' and message.deleted_at is null and (message.created_at, message.id) > (said.created_at, said.id);
  update public.conversations conversation set
    buyer_unread = conversation.buyer_unread - (me = conversation.seller_id and later < conversation.buyer_unread)::integer,
    seller_unread = conversation.seller_unread - (me = conversation.buyer_id and later < conversation.seller_unread)::integer
  where conversation.id = talk.id;
  update public.conversations conversation set last_message_body = '', last_message_hint = 'deleted'
    where conversation.id = talk.id and not exists (select from public.messages message where message.conversation_id = talk.id
      and message.kind <> 'system' and (message.created_at, message.id) > (said.created_at, said.id));

  perform realtime.send(jsonb_build_object('message', to_jsonb(said)), 'message', 'conversation:' || talk.id, true);
  perform private.send_unread(talk.id, talk.buyer_id, talk.seller_id);
  return said;
end
$$;
comment on function public.delete_message(uuid) is
  'Deletes the caller''s message or photo for both users, within five minutes. Idempotent.';
grant execute on function public.delete_message(uuid) to authenticated;

-- Security definer: reveals only whether both have read receipts on.
create or replace function public.shows_receipts(public.conversations) returns boolean
language sql stable security definer set search_path = ''
return not exists (select from public.profiles person where person.id in ($1.buyer_id, $1.seller_id) and not person.read_receipts)
  and auth.uid() in ($1.buyer_id, $1.seller_id);
comment on function public.shows_receipts(public.conversations) is 'Whether read receipts are visible in a conversation: only if both users want it.';
grant execute on function public.shows_receipts(conversations) to authenticated;
