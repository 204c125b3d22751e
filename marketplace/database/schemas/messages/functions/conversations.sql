-- Explains to participants why the policy refuses a message.
create or replace function private.refuse_in_closed_conversation() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_if(new.kind = 'text' and btrim(new.body) = '', 'SK207', 'message_empty');
  perform private.refuse_if(char_length(new.body) > 2000, 'SK208', 'message_too_long');
  perform private.refuse_if(new.kind = 'text' and exists (select from public.conversations conversation
    where conversation.id = new.conversation_id and conversation.state <> 'open'
      and auth.uid() in (conversation.buyer_id, conversation.seller_id)), 'SK209', 'conversation_closed');
  return new;
end
$$;
create or replace trigger refuse_in_closed_conversation before insert on public.messages
  for each row execute function private.refuse_in_closed_conversation();

-- Updates the unread counts of these users.
create or replace function private.send_unread(talk uuid, variadic people uuid[]) returns void
language sql set search_path = '' as $$
  select realtime.send(jsonb_build_object('conversation_id', talk, 'unread_total', private.unread_total(person)), 'conversation', 'user:' || person, true)
  from unnest(people) as person
$$;

-- Security definer: the recipient's counters and realtime.send are closed.
create or replace function private.deliver_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  conversation public.conversations;
begin
  if new.kind = 'system' then
    -- Lines about the ad are not previewed: everyone who asked about it gets them.
    update public.conversations talk set
      last_message_body = '', last_message_hint = new.body, last_message_at = new.created_at, last_sender_id = new.sender_id
    where talk.id = new.conversation_id and new.body ~ '^(offer|meetup|deal|order)_';
  else
    update public.conversations talk set
      last_message_at = new.created_at,
      last_message_body = case
        when new.notice is not null then ''
        when new.kind = 'meetup' then coalesce(new.payload ->> 'place', '')
        when new.kind = 'offer' and new.body is null then coalesce((new.payload ->> 'amount_minor') || ' ' || (new.payload ->> 'currency'), '')
        else left(coalesce(new.body, ''), 200) end,
      last_message_hint = case
        when new.notice is not null then 'warned'
        when new.kind = 'image' then 'photo'
        when new.kind = 'meetup' then 'meetup'
        when new.kind = 'offer' and new.body is null then 'offer' end,
      last_sender_id = new.sender_id,
      buyer_unread = talk.buyer_unread + (new.sender_id = talk.seller_id)::integer,
      seller_unread = talk.seller_unread + (new.sender_id = talk.buyer_id)::integer,
      buyer_archived_at = null,
      seller_archived_at = null,
      first_reply_at = coalesce(talk.first_reply_at, case when new.sender_id = talk.seller_id then new.created_at end)
    where talk.id = new.conversation_id;
  end if;

  select * into conversation from public.conversations talk where talk.id = new.conversation_id;
  perform realtime.send(jsonb_build_object('message', to_jsonb(new)), 'message', 'conversation:' || new.conversation_id, true);
  perform private.send_unread(conversation.id, conversation.buyer_id, conversation.seller_id);
  return null;
end
$$;
create or replace trigger deliver_message after insert on public.messages
  for each row execute function private.deliver_message();

-- Opens or returns the caller's conversation about an ad. Security definer: the table is closed.
create or replace function private.open_conversation(ad public.listings, me uuid) returns public.conversations
language plpgsql security definer set search_path = '' as $$
declare
  talk public.conversations;
begin
  -- Serialised per user, to enforce the limit.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('start_conversation:' || me, 0));
  select * into talk from public.conversations conversation
    where conversation.listing_id = ad.id and conversation.buyer_id = me;
  if found then
    return talk;
  end if;
  perform private.refuse_if(ad.state = 'sold', 'SK108', 'ad_sold');
  perform private.refuse_if(ad.state is null or ad.state not in ('active', 'reserved'), 'SK210', 'no_such_ad_on_offer');
  perform private.consume_rate_limit(me, 'conversation');
  insert into public.conversations (listing_id, buyer_id, seller_id) values (ad.id, me, ad.seller_id) returning * into talk;
  update public.listings set chats_count = chats_count + 1 where id = ad.id;
  return talk;
end
$$;

-- Security definer: as above.
create or replace function public.start_conversation(listing_id uuid, body text, client_id uuid) returns public.conversations
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  ad public.listings;
  talk public.conversations;
begin
  perform private.refuse_if(me is null, 'SK211', 'messages_signed_out');
  perform private.refuse_if(coalesce(btrim(start_conversation.body), '') = '', 'SK207', 'message_empty');
  select * into ad from public.listings listing where listing.id = start_conversation.listing_id;
  perform private.refuse_if(found and ad.seller_id = me, 'SK212', 'own_ad_message');
  talk := private.open_conversation(ad, me);
  insert into public.messages (conversation_id, sender_id, body, client_id)
  values (talk.id, me, start_conversation.body, start_conversation.client_id)
  on conflict on constraint messages_conversation_id_sender_id_client_id_key do nothing;
  select * into talk from public.conversations conversation where conversation.id = talk.id;
  return talk;
end
$$;
comment on function public.start_conversation(uuid, text, uuid) is 'Sends the first message about an ad (or a further one). Idempotent by client_id.';
grant execute on function public.start_conversation(uuid, text, uuid) to authenticated;
