-- Photos in conversations: in a bucket that only the two people of the conversation read, named <conversation>/<sender>/<photo>.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('chat-photos', 'chat-photos', false, 20971520, array['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif'])
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Where the backend can: turned upright, stripped of place and time, downsized.
do $$
begin
  if exists (select from information_schema.columns
    where table_schema = 'storage' and table_name = 'buckets' and column_name = 'image_policy') then
    update storage.buckets set image_policy = '{"maxEdge": 1600, "maxPixels": 50000000, "readCodes": true}' where id = 'chat-photos';
  end if;
end
$$;

create policy "the two people of a conversation see its photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'chat-photos' and exists (select from public.conversations conversation
    where conversation.id = private.conversation_of_topic('conversation:' || split_part(name, '/', 1))));
create policy "people add photos to their own open conversations" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'chat-photos' and split_part(name, '/', 2) = (select auth.uid())::text and split_part(name, '/', 3) <> ''
    and exists (select from public.conversations conversation
      where conversation.id = private.conversation_of_topic('conversation:' || split_part(name, '/', 1)) and conversation.state = 'open'));

-- Security definer: messages of kind image are closed to callers, who could name any object.
create function public.send_photo(conversation_id uuid, path text, client_id uuid) returns public.messages
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  talk public.conversations;
  stored jsonb;
  sent public.messages;
begin
  select * into talk from public.conversations conversation
    where conversation.id = send_photo.conversation_id
      and (me = conversation.buyer_id or me = conversation.seller_id and conversation.opened_at is not null);
  if not found then
    raise exception using errcode = 'PT404', message = 'This conversation does not exist, or you are not part of it.';
  end if;
  -- Sent again after a lost answer.
  select * into sent from public.messages message where message.conversation_id = talk.id and message.sender_id = me
    and message.client_id = send_photo.client_id;
  if found then
    return sent;
  elsif talk.state <> 'open' then
    raise exception using errcode = 'PT403', message = 'This conversation is closed: no more messages can be sent in it.';
  elsif not exists (select from public.messages message where message.conversation_id = talk.id and message.kind <> 'system') then
    raise exception using errcode = 'PT403', message = 'Write a few words first, then send the photo.';
  elsif split_part(path, '/', 1) <> talk.id::text or split_part(path, '/', 2) <> me::text then
    raise exception using errcode = 'PT422', message = 'This photo does not belong to this conversation.';
  end if;
  select object.metadata into stored from storage.objects object where object.bucket_id = 'chat-photos' and object.name = path;
  if not found then
    raise exception using errcode = 'PT422', message = 'The photo has not arrived yet. Send it again.';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('send_photo:' || me, 0));
  if private.trust_level(me) < 2 and (select count(*) >= 10 from public.messages message where message.conversation_id = talk.id
      and message.sender_id = me and message.kind = 'image' and message.created_at > now() - interval '1 day') then
    raise exception using errcode = 'PT429', message = 'New accounts can send 10 photos a day in a conversation.',
      detail = 'retry_after=86400', hint = 'The limit ends once you have been here for a week and have sold something.';
  end if;
  perform private.take_allowance(me, 'photo');
  insert into public.messages (conversation_id, sender_id, kind, payload, client_id)
  values (talk.id, me, 'image', jsonb_build_object('path', path, 'width', stored -> 'width', 'height', stored -> 'height'), send_photo.client_id)
  returning * into sent;
  return sent;
end
$$;
comment on function public.send_photo(uuid, text, uuid) is 'Says a photo that was stored in chat-photos under <conversation>/<own id>/. Repeating it changes nothing.';

-- Conversations by what was said in them, whom they are with or what they are about. Under row level security: one's own.
create function public.find_conversations(q text) returns setof public.conversations
language sql stable
set search_path = ''
as $$
  select talk.* from public.conversations talk
  cross join (select '%' || replace(replace(replace(btrim(left(q, 100)), '\', '\\'), '%', '\%'), '_', '\_') || '%') as asked (pattern)
  where char_length(btrim(q)) >= 2 and (
    exists (select from public.listings ad where ad.id = talk.listing_id and ad.title ilike pattern)
    or exists (select from public.sellers other where other.id = case when auth.uid() = talk.buyer_id then talk.seller_id else talk.buyer_id end
      and other.display_name ilike pattern)
    or exists (select from public.messages said where said.conversation_id = talk.id and said.kind <> 'system' and said.body ilike pattern))
  order by talk.last_message_at desc
  limit 50
$$;
comment on function public.find_conversations(text) is 'The caller''s conversations in which these words occur: in messages, in the title of the ad or the other''s name. 50 at most.';
grant execute on function public.send_photo(uuid, text, uuid), public.find_conversations(text) to authenticated;
