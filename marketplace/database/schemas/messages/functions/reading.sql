create or replace function private.unread_total(person uuid) returns integer
language sql stable set search_path = ''
return (
  select coalesce(sum(unread), 0)::integer from (
    select buyer_unread as unread from public.conversations where buyer_id = person and buyer_unread > 0
    union all
    select seller_unread from public.conversations where seller_id = person and seller_unread > 0) as counted
);
grant execute on function private.unread_total(uuid) to authenticated;

-- Without read receipts, the other user sees nothing.
create or replace function public.mark_conversation_read(conversation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  moment timestamptz := now();
  talk public.conversations;
  receipts boolean;
begin
  select * into talk from public.conversations conversation
    where conversation.id = mark_conversation_read.conversation_id and me in (conversation.buyer_id, conversation.seller_id)
    for no key update;
  perform private.refuse_if(not found, 'SK201', 'no_such_conversation');
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
  perform private.send_unread(talk.id, me);
end
$$;
grant execute on function public.mark_conversation_read(uuid) to authenticated;

-- Security definer: as above.
create or replace function public.mark_delivered(conversation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  moment timestamptz := now();
begin
  perform private.refuse_if(not exists (select from public.conversations conversation
    where conversation.id = mark_delivered.conversation_id and me in (conversation.buyer_id, conversation.seller_id)),
    'SK201', 'no_such_conversation');
  update public.messages message set delivered_at = moment
    where message.conversation_id = mark_delivered.conversation_id and message.sender_id <> me
      and message.read_at is null and message.delivered_at is null;
  if found then
    perform realtime.send(jsonb_build_object('reader_id', me, 'delivered_at', moment), 'delivered',
      'conversation:' || mark_delivered.conversation_id, true);
  end if;
end
$$;
grant execute on function public.mark_delivered(uuid) to authenticated;

-- Security definer: other columns are closed.
create or replace function public.archive_conversation(conversation_id uuid, archived boolean default true) returns public.conversations
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  talk public.conversations;
begin
  update public.conversations conversation set
    buyer_archived_at = case when me = conversation.buyer_id then case when archived then now() end else conversation.buyer_archived_at end,
    seller_archived_at = case when me = conversation.seller_id then case when archived then now() end else conversation.seller_archived_at end
  where conversation.id = archive_conversation.conversation_id and me in (conversation.buyer_id, conversation.seller_id)
  returning * into talk;
  perform private.refuse_if(not found, 'SK201', 'no_such_conversation');
  return talk;
end
$$;
grant execute on function public.archive_conversation(uuid, boolean) to authenticated;

create or replace function public.unread_total() returns integer
language sql stable set search_path = ''
return private.unread_total(auth.uid());
comment on function public.unread_total() is 'Unread messages of the caller in all conversations, for the badge in the header.';
grant execute on function public.unread_total() to authenticated;

-- Security definer: system messages are closed.
create or replace function private.post_to_conversations() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  what text;
begin
  if new.state = 'deleted' then
    update public.conversations set state = 'locked' where listing_id = new.id and state = 'open';
  end if;
  what := case
    when new.state = old.state then 'listing_price_changed'
    when new.state in ('reserved', 'sold', 'paused', 'expired', 'hidden', 'deleted') then 'listing_' || new.state
    when new.state = 'pending_review' then 'listing_paused'
    when new.state = 'removed' then 'listing_hidden'
    when new.state = 'active' then 'listing_active'
  end;
  insert into public.messages (conversation_id, sender_id, kind, body, payload)
  select conversation.id, new.seller_id, 'system', what,
    case when what = 'listing_price_changed'
      then jsonb_build_object('from_minor', old.price_minor, 'to_minor', new.price_minor, 'currency', new.currency)
      else '{}' end
  from public.conversations conversation
  where conversation.listing_id = new.id and conversation.state <> 'closed' and what is not null
    and not private.has_own_news(conversation.id, what);
  perform realtime.send(jsonb_build_object('listing_id', new.id, 'state', new.state, 'version', new.version),
    'listing', 'user:' || new.seller_id, true);
  return null;
end
$$;
create or replace trigger tell_conversations after update on public.listings
  for each row
  when (old.state is distinct from new.state or old.price_changed_at is distinct from new.price_changed_at)
  execute function private.post_to_conversations();
