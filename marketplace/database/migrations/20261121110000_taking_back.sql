-- What was said can be taken back for five minutes; who does not want to be seen reading sees nobody read; the list shows no
-- words that their reader is warned of.

alter table public.messages
  add column deleted_at timestamptz,
  drop constraint messages_check,
  add constraint messages_say_something check (kind <> 'text' or body is not null or deleted_at is not null);
comment on column public.messages.deleted_at is 'When its sender took it back: what it said is gone from here, and kept for moderators as long as what was masked.';
comment on table public.message_originals is
  'What masked messages and those that were taken back said (of a photo: its path). Kept for 90 days, for moderators; what was masked also for reveal_message().';

alter table public.conversations
  add column last_message_hint text check (last_message_hint in ('photo', 'warned', 'deleted'));
comment on column public.conversations.last_message_hint is
  'What the last message is, where its words are not shown: a photo, one that is warned of, one that was taken back. Its body is empty then.';

-- Security definer: runs for the sender, who may write neither.
create function private.hint_at_last_message() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.conversations talk set
    last_message_body = case when new.notice is null then talk.last_message_body else '' end,
    last_message_hint = case when new.notice is not null then 'warned' when new.kind = 'image' then 'photo' end
  where talk.id = new.conversation_id
    and (talk.last_message_hint is not null or new.notice is not null or new.kind = 'image');
  return null;
end
$$;
-- Named to run after deliver_message, which copies the words.
create trigger deliver_message_hint after insert on public.messages
  for each row when (new.kind <> 'system') execute function private.hint_at_last_message();

-- The file of a photo that was taken back goes at once, unless somebody has reported it: then a moderator sees it first.
create table private.deleted_photos (
  path text primary key,
  message_id uuid not null,
  deleted_at timestamptz not null default now()
);
comment on table private.deleted_photos is 'Taken back and reported: hidden from the two people, and gone once the reports are decided.';

-- Security definer: the list is closed, and storage's policies run as whoever asks.
create function private.is_deleted_photo(path text) returns boolean
language sql stable security definer
set search_path = ''
return exists (select from private.deleted_photos photo where photo.path = is_deleted_photo.path);
grant execute on function private.is_deleted_photo(text) to authenticated;

alter policy "the two people of a conversation see its photos" on storage.objects
  using (bucket_id = 'chat-photos' and exists (select from public.conversations conversation
      where conversation.id = private.conversation_of_topic('conversation:' || split_part(name, '/', 1)))
    and not private.is_deleted_photo(name));

create index reports_of_photos_idx on public.reports ((evidence -> 'payload' ->> 'path')) where target_kind = 'message';
create policy "moderators see photos of conversations that were reported" on storage.objects
  for select to authenticated
  using (bucket_id = 'chat-photos' and (select private.has_role('moderator', 'admin')) and exists (select from public.reports report
    where report.target_kind = 'message' and report.evidence -> 'payload' ->> 'path' = name));

-- The row; the bytes of files without one are swept by the storage service.
create function private.remove_chat_photo(path text) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects stored where stored.bucket_id = 'chat-photos' and stored.name = remove_chat_photo.path;
  perform set_config('storage.allow_delete_query', 'false', true);
end
$$;

create function private.is_under_report(message uuid) returns boolean
language sql stable
set search_path = ''
return exists (select from public.reports report where report.target_kind = 'message' and report.target_id = message
  and report.state in ('new', 'triaged', 'in_review', 'appealed'));

-- For the job: photos that were taken back, once nobody has to look at them any more.
create function private.forget_deleted_photos() returns integer
language plpgsql
set search_path = ''
as $$
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

-- Security definer: messages are written by nobody, and what they said is kept where only moderators look.
create function public.delete_message(message_id uuid) returns public.messages
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  talk public.conversations;
  said public.messages;
  path text;
  later integer;
  person uuid;
begin
  -- The conversation first, as everything that counts in it does.
  select conversation.* into talk from public.conversations conversation
    where conversation.id = (select message.conversation_id from public.messages message
      where message.id = delete_message.message_id and message.sender_id = me)
    for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'This message does not exist, or somebody else wrote it.';
  end if;
  select * into said from public.messages message where message.id = delete_message.message_id;
  if said.deleted_at is not null then
    return said;
  elsif said.kind not in ('text', 'image') then
    raise exception using errcode = 'PT422', message = 'Only words and photos can be deleted. Withdraw an offer instead.';
  elsif said.created_at < now() - interval '5 minutes' then
    raise exception using errcode = 'PT409', message = 'A message can be deleted for five minutes, and this one is older.';
  end if;

  path := case when said.kind = 'image' then said.payload ->> 'path' end;
  insert into public.message_originals (message_id, conversation_id, body)
    values (said.id, talk.id, coalesce(path, said.body)) on conflict do nothing;
  if path is not null and private.is_under_report(said.id) then
    insert into private.deleted_photos (path, message_id) values (path, said.id) on conflict do nothing;
  elsif path is not null then
    perform private.remove_chat_photo(path);
  end if;
  update public.messages message set deleted_at = now(), body = null, payload = '{}', notice = null, masked = false
    where message.id = said.id returning * into said;

  -- The newest ones are the unread ones: ticks say nothing where they are turned off.
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
  foreach person in array array[talk.buyer_id, talk.seller_id] loop
    perform realtime.send(jsonb_build_object('conversation_id', talk.id, 'unread_total', private.unread_total(person)),
      'conversation', 'user:' || person, true);
  end loop;
  return said;
end
$$;
comment on function public.delete_message(uuid) is
  'Takes back what the caller said up to five minutes ago, words or a photo, for both people. Repeating it changes nothing.';
grant execute on function public.delete_message(uuid) to authenticated;

-- Receipts ------------------------------------------------------------------------------------------------------------------

alter table public.profiles add column read_receipts boolean not null default true;
comment on column public.profiles.read_receipts is 'Whether others see that this person has read. Who turns it off does not see it of others.';
grant update (read_receipts) on public.profiles to authenticated;

-- Security definer: the other person's profile is closed; that one of the two wants no receipts is all that is told.
create function public.shows_receipts(public.conversations) returns boolean
language sql stable security definer
set search_path = ''
return not exists (select from public.profiles person where person.id in ($1.buyer_id, $1.seller_id) and not person.read_receipts)
  and auth.uid() in ($1.buyer_id, $1.seller_id);
comment on function public.shows_receipts(public.conversations) is 'Whether the two people of a conversation see one another read: only if both want it.';
grant execute on function public.shows_receipts(public.conversations) to authenticated;

-- As before, but without a trace for the other person where one of the two wants none.
create or replace function public.mark_conversation_read(conversation_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  moment timestamptz := now();
  talk public.conversations;
  receipts boolean;
begin
  select * into talk from public.conversations conversation
    where conversation.id = mark_conversation_read.conversation_id and me in (conversation.buyer_id, conversation.seller_id)
    for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'This conversation does not exist, or you are not part of it.';
  end if;
  receipts := public.shows_receipts(talk);
  update public.messages message set read_at = case when receipts then moment end, delivered_at = coalesce(message.delivered_at, moment)
    where message.conversation_id = talk.id and message.sender_id <> me and message.read_at is null
      and (receipts or message.delivered_at is null);
  if not found and (case when me = talk.buyer_id then talk.buyer_unread else talk.seller_unread end) = 0 then
    return;
  end if;
  update public.conversations conversation set
    buyer_unread = case when me = talk.buyer_id then 0 else conversation.buyer_unread end,
    seller_unread = case when me = talk.seller_id then 0 else conversation.seller_unread end
  where conversation.id = talk.id;
  if receipts then
    perform realtime.send(jsonb_build_object('reader_id', me, 'read_at', moment), 'read', 'conversation:' || talk.id, true);
  else
    perform realtime.send(jsonb_build_object('reader_id', me, 'delivered_at', moment), 'delivered', 'conversation:' || talk.id, true);
  end if;
  perform realtime.send(jsonb_build_object('conversation_id', talk.id, 'unread_total', private.unread_total(me)),
    'conversation', 'user:' || me, true);
end
$$;
