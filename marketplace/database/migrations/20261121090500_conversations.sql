-- Conversations about an ad between one buyer and its seller, and their messages.

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references public.listings on delete cascade,
  buyer_id uuid not null constraint conversations_buyer_id_fkey references public.sellers on delete cascade,
  seller_id uuid not null constraint conversations_seller_id_fkey references public.sellers on delete cascade,
  state text not null default 'open' check (state in ('open', 'locked', 'closed')),
  last_message_at timestamptz not null default now(),
  last_message_body text not null default '',
  last_sender_id uuid,
  buyer_unread integer not null default 0 check (buyer_unread >= 0),
  seller_unread integer not null default 0 check (seller_unread >= 0),
  buyer_archived_at timestamptz,
  seller_archived_at timestamptz,
  first_reply_at timestamptz,
  opened_at timestamptz default now(),
  created_at timestamptz not null default now(),
  unique (listing_id, buyer_id),
  constraint conversations_two_people check (buyer_id <> seller_id)
);
comment on table public.conversations is 'One chat about one ad. The buyer is whoever wrote first; under a wanted ad that is the person who offers.';
comment on column public.conversations.opened_at is 'Null while all that was said in it waits for a moderator: until then the seller hears nothing of it.';
create index conversations_buyer_idx on public.conversations (buyer_id, last_message_at desc);
create index conversations_seller_idx on public.conversations (seller_id, last_message_at desc);
create index conversations_buyer_unread_idx on public.conversations (buyer_id) where buyer_unread > 0;
create index conversations_seller_unread_idx on public.conversations (seller_id) where seller_unread > 0;

alter table public.conversations enable row level security;
create policy "only the two people of a conversation read it" on public.conversations
  for select to authenticated
  using (buyer_id = (select auth.uid()) or seller_id = (select auth.uid()) and opened_at is not null);
revoke all on public.conversations from anon, authenticated;
grant select on public.conversations to authenticated;

-- A conversation keeps the ad readable for the two, whatever becomes of the ad.
create policy "people of a conversation keep reading its ad" on public.listings
  for select to authenticated
  using (exists (select from public.conversations conversation where conversation.listing_id = listings.id));

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations on delete cascade,
  sender_id uuid not null default auth.uid() references public.sellers on delete cascade,
  kind text not null default 'text' check (kind in ('text', 'image', 'offer', 'system', 'meetup')),
  body text check (char_length(btrim(body)) between 1 and 2000),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  read_at timestamptz,
  unique (conversation_id, sender_id, client_id),
  check (kind <> 'text' or body is not null)
);
comment on table public.messages is 'What was said. Never edited. Of kind system, body is a code such as offer_accepted or listing_sold.';
comment on column public.messages.client_id is 'Chosen by the sender''s device: sending again after a lost answer cannot say it twice.';
create index messages_conversation_idx on public.messages (conversation_id, created_at desc, id);
create index messages_unread_idx on public.messages (conversation_id, sender_id) where read_at is null;

alter table public.messages enable row level security;
create policy "only the two people of a conversation read its messages" on public.messages
  for select to authenticated
  using (exists (select from public.conversations conversation where conversation.id = conversation_id));
create policy "people write in their own name in their own open conversations" on public.messages
  for insert to authenticated
  with check (sender_id = (select auth.uid()) and kind = 'text'
    and exists (select from public.conversations conversation
      where conversation.id = conversation_id and conversation.state = 'open'));
revoke all on public.messages from anon, authenticated;
grant select, insert (conversation_id, body, client_id) on public.messages to authenticated;

-- Tells the two people why nothing more can be said; to anybody else the policy says nothing at all.
create function private.refuse_in_closed_conversation() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.kind = 'text' and btrim(new.body) = '' then
    raise exception using errcode = 'PT422', message = 'Write something first: the message is empty.';
  elsif char_length(new.body) > 2000 then
    raise exception using errcode = 'PT422', message = 'A message can have 2,000 characters. Shorten it or send it in two parts.';
  elsif new.kind = 'text' and exists (select from public.conversations conversation
    where conversation.id = new.conversation_id and conversation.state <> 'open'
      and auth.uid() in (conversation.buyer_id, conversation.seller_id)) then
    raise exception using errcode = 'PT403', message = 'This conversation is closed: no more messages can be sent in it.';
  end if;
  return new;
end
$$;
create trigger refuse_in_closed_conversation before insert on public.messages
  for each row execute function private.refuse_in_closed_conversation();

create function private.unread_total(person uuid) returns integer
language sql stable
set search_path = ''
return (
  select coalesce(sum(unread), 0)::integer from (
    select buyer_unread as unread from public.conversations where buyer_id = person and buyer_unread > 0
    union all
    select seller_unread from public.conversations where seller_id = person and seller_unread > 0) as counted
);

-- Security definer: the other person's counters are not the sender's to write, and realtime.send is closed to callers.
create function private.deliver_message() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  conversation public.conversations;
  person uuid;
begin
  if new.kind <> 'system' then
    update public.conversations talk set
      last_message_at = new.created_at,
      last_message_body = left(coalesce(new.body, ''), 200),
      last_sender_id = new.sender_id,
      buyer_unread = talk.buyer_unread + (new.sender_id = talk.seller_id)::integer,
      seller_unread = talk.seller_unread + (new.sender_id = talk.buyer_id)::integer,
      buyer_archived_at = null,
      seller_archived_at = null,
      first_reply_at = coalesce(talk.first_reply_at, case when new.sender_id = talk.seller_id then new.created_at end)
    where talk.id = new.conversation_id
    returning * into conversation;
  else
    select * into conversation from public.conversations talk where talk.id = new.conversation_id;
  end if;

  perform realtime.send(jsonb_build_object('message', to_jsonb(new)), 'message', 'conversation:' || new.conversation_id, true);
  foreach person in array array[conversation.buyer_id, conversation.seller_id] loop
    perform realtime.send(
      jsonb_build_object('conversation_id', conversation.id, 'unread_total', private.unread_total(person)),
      'conversation', 'user:' || person, true);
  end loop;
  return null;
end
$$;
create trigger deliver_message after insert on public.messages
  for each row execute function private.deliver_message();

-- The conversation of a person about an ad, begun if there is none yet. Security definer: the table's grants leave that to
-- the functions that say something in it.
create function private.open_conversation(ad public.listings, me uuid) returns public.conversations
language plpgsql security definer
set search_path = ''
as $$
declare
  talk public.conversations;
begin
  -- One at a time per person, so that two taps at once cannot both pass the limit.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('start_conversation:' || me, 0));
  select * into talk from public.conversations conversation
    where conversation.listing_id = ad.id and conversation.buyer_id = me;
  if found then
    return talk;
  end if;
  if ad.state = 'sold' then
    raise exception using errcode = 'PT409', message = 'This ad has been sold. Look for similar ones.';
  elsif ad.state is null or ad.state not in ('active', 'reserved') then
    raise exception using errcode = 'PT404', message = 'This ad is no longer on offer.';
  end if;
  perform private.take_allowance(me, 'conversation');
  insert into public.conversations (listing_id, buyer_id, seller_id) values (ad.id, me, ad.seller_id) returning * into talk;
  update public.listings set chats_count = chats_count + 1 where id = ad.id;
  return talk;
end
$$;

-- Security definer: opens a conversation, see above.
create function public.start_conversation(listing_id uuid, body text, client_id uuid) returns public.conversations
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  ad public.listings;
  talk public.conversations;
begin
  if me is null then
    raise exception using errcode = 'PT401', message = 'Sign in to write to the seller.';
  end if;
  if coalesce(btrim(start_conversation.body), '') = '' then
    raise exception using errcode = 'PT422', message = 'Write something first: the message is empty.';
  end if;
  select * into ad from public.listings listing where listing.id = start_conversation.listing_id;
  if found and ad.seller_id = me then
    raise exception using errcode = 'PT422', message = 'You cannot message yourself about your own ad.';
  end if;
  talk := private.open_conversation(ad, me);
  insert into public.messages (conversation_id, sender_id, body, client_id)
  values (talk.id, me, start_conversation.body, start_conversation.client_id)
  on conflict on constraint messages_conversation_id_sender_id_client_id_key do nothing;
  select * into talk from public.conversations conversation where conversation.id = talk.id;
  return talk;
end
$$;
comment on function public.start_conversation(uuid, text, uuid) is 'Writes the first message about an ad (or a further one). Calling again with the same client_id changes nothing.';

-- Security definer: times of reading belong to the reader, but sit on the other person's messages.
create function public.mark_conversation_read(conversation_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  moment timestamptz := now();
  talk public.conversations;
begin
  select * into talk from public.conversations conversation
    where conversation.id = mark_conversation_read.conversation_id and me in (conversation.buyer_id, conversation.seller_id)
    for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'This conversation does not exist, or you are not part of it.';
  end if;
  update public.messages message set read_at = moment, delivered_at = coalesce(message.delivered_at, moment)
    where message.conversation_id = talk.id and message.sender_id <> me and message.read_at is null;
  if not found and (case when me = talk.buyer_id then talk.buyer_unread else talk.seller_unread end) = 0 then
    return;
  end if;
  update public.conversations conversation set
    buyer_unread = case when me = talk.buyer_id then 0 else conversation.buyer_unread end,
    seller_unread = case when me = talk.seller_id then 0 else conversation.seller_unread end
  where conversation.id = talk.id;
  perform realtime.send(jsonb_build_object('reader_id', me, 'read_at', moment), 'read', 'conversation:' || talk.id, true);
  perform realtime.send(jsonb_build_object('conversation_id', talk.id, 'unread_total', private.unread_total(me)),
    'conversation', 'user:' || me, true);
end
$$;

-- Security definer: as above.
create function public.mark_delivered(conversation_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  moment timestamptz := now();
begin
  if not exists (select from public.conversations conversation
    where conversation.id = mark_delivered.conversation_id and me in (conversation.buyer_id, conversation.seller_id)) then
    raise exception using errcode = 'PT404', message = 'This conversation does not exist, or you are not part of it.';
  end if;
  update public.messages message set delivered_at = moment
    where message.conversation_id = mark_delivered.conversation_id and message.sender_id <> me
      and message.read_at is null and message.delivered_at is null;
  if found then
    perform realtime.send(jsonb_build_object('reader_id', me, 'delivered_at', moment), 'delivered',
      'conversation:' || mark_delivered.conversation_id, true);
  end if;
end
$$;

-- Security definer: the conversation's other columns stay closed.
create function public.archive_conversation(conversation_id uuid, archived boolean default true) returns public.conversations
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  talk public.conversations;
begin
  update public.conversations conversation set
    buyer_archived_at = case when me = conversation.buyer_id then case when archived then now() end else conversation.buyer_archived_at end,
    seller_archived_at = case when me = conversation.seller_id then case when archived then now() end else conversation.seller_archived_at end
  where conversation.id = archive_conversation.conversation_id and me in (conversation.buyer_id, conversation.seller_id)
  returning * into talk;
  if not found then
    raise exception using errcode = 'PT404', message = 'This conversation does not exist, or you are not part of it.';
  end if;
  return talk;
end
$$;

create function public.unread_total() returns integer
language sql stable
set search_path = ''
return (
  select coalesce(sum(case when buyer_id = auth.uid() then buyer_unread else seller_unread end), 0)::integer
  from public.conversations
  where buyer_id = auth.uid() and buyer_unread > 0 or seller_id = auth.uid() and seller_unread > 0
);
comment on function public.unread_total() is 'Unread messages of the caller over all conversations: the badge in the header.';

grant execute on function public.start_conversation(uuid, text, uuid), public.mark_conversation_read(uuid),
  public.mark_delivered(uuid), public.archive_conversation(uuid, boolean), public.unread_total() to authenticated;

-- A message cannot be said again by the seller's system lines: they tell both people what happened to the ad.
-- Security definer: writes messages of kind system, which no caller may.
create function private.tell_conversations() returns trigger
language plpgsql security definer
set search_path = ''
as $$
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
  where conversation.listing_id = new.id and conversation.state <> 'closed' and what is not null;
  perform realtime.send(jsonb_build_object('listing_id', new.id, 'state', new.state, 'version', new.version),
    'listing', 'user:' || new.seller_id, true);
  return null;
end
$$;
create trigger tell_conversations after update on public.listings
  for each row
  when (old.state is distinct from new.state or old.price_changed_at is distinct from new.price_changed_at)
  execute function private.tell_conversations();
