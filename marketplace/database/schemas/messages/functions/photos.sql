-- Photos in conversations are stored as <conversation>/<sender>/<photo>.

-- Security definer: image messages are closed, since callers could name any object.
create or replace function public.send_photo(conversation_id uuid, path text, client_id uuid) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  talk public.conversations;
  stored jsonb;
  sent public.messages;
begin
  select * into talk from public.conversations conversation
    where conversation.id = send_photo.conversation_id
      and (me = conversation.buyer_id or me = conversation.seller_id and conversation.opened_at is not null);
  perform private.refuse_if(not found, 'SK201', 'no_such_conversation');
  -- Idempotent.
  select * into sent from public.messages message where message.conversation_id = talk.id and message.sender_id = me
    and message.client_id = send_photo.client_id;
  if found then
    return sent;
  end if;
  perform private.refuse_if(talk.state <> 'open', 'SK209', 'conversation_closed');
  perform private.refuse_if(not exists (select from public.messages message where message.conversation_id = talk.id and message.kind <> 'system'),
    'SK216', 'words_before_photo');
  perform private.refuse_if(split_part(path, '/', 1) <> talk.id::text or split_part(path, '/', 2) <> me::text,
    'SK217', 'photo_of_other_conversation');
  select object.metadata into stored from storage.objects object where object.bucket_id = 'chat-photos' and object.name = path;
  perform private.refuse_if(not found, 'SK218', 'chat_photo_not_uploaded');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('send_photo:' || me, 0));
  perform private.refuse_if(private.trust_level(me) < 2 and (select count(*) >= 10 from public.messages message where message.conversation_id = talk.id
      and message.sender_id = me and message.kind = 'image' and message.created_at > now() - interval '1 day'),
    'SK219', 'chat_photos_used_up', '{"retry_after": 86400}');
  perform private.consume_rate_limit(me, 'photo');
  insert into public.messages (conversation_id, sender_id, kind, payload, client_id)
  values (talk.id, me, 'image', jsonb_build_object('path', path, 'width', stored -> 'width', 'height', stored -> 'height'), send_photo.client_id)
  returning * into sent;
  return sent;
end
$$;
comment on function public.send_photo(uuid, text, uuid) is 'Sends a photo stored in chat-photos under <conversation>/<own id>/ as a message. Idempotent.';
grant execute on function public.send_photo(uuid, text, uuid) to authenticated;

-- Finds conversations by text, person or ad. With the caller's rights.
create or replace function public.find_conversations(q text) returns setof public.conversations
language sql stable set search_path = '' as $$
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
comment on function public.find_conversations(text) is 'The caller''s conversations that contain these words in messages, in the ad''s title or the other user''s name. 50 at most.';
grant execute on function public.find_conversations(text) to authenticated;
