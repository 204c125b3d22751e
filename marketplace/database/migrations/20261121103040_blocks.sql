-- Somebody who is blocked cannot write, and neither side sees whether the other is there. Who was blocked is not told so.

create table public.blocks (
  blocker_id uuid not null default auth.uid() references public.sellers on delete cascade,
  blocked_id uuid not null references public.sellers on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_two_people check (blocker_id <> blocked_id)
);
create index blocks_blocked_idx on public.blocks (blocked_id);
alter table public.blocks enable row level security;
create policy "people see whom they blocked" on public.blocks
  for select to authenticated using (blocker_id = (select auth.uid()));
revoke all on public.blocks from anon, authenticated;
grant select on public.blocks to authenticated;

alter table public.conversations
  add column lock_reason text check (lock_reason in ('blocked', 'moderation', 'listing_removed'));
comment on column public.conversations.lock_reason is 'Why nothing more can be said in a locked conversation; null when its ad was taken down before reasons were kept.';

-- Security definer: the other person's blocks are closed.
create function private.is_blocked_between(one uuid, other uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.blocks block
    where block.blocker_id = one and block.blocked_id = other or block.blocker_id = other and block.blocked_id = one)
$$;
grant execute on function private.is_blocked_between(uuid, uuid) to authenticated;

-- Security definer: conversations are the functions' to lock.
create function public.block_person(person uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  if me is null then
    raise exception using errcode = 'PT401', message = 'Sign in to block somebody.';
  elsif person = me then
    raise exception using errcode = 'PT422', message = 'You cannot block yourself.';
  elsif not exists (select from public.sellers seller where seller.id = person) then
    raise exception using errcode = 'PT404', message = 'This person is no longer here.';
  end if;
  insert into public.blocks (blocker_id, blocked_id) values (me, person) on conflict do nothing;
  update public.conversations talk set state = 'locked', lock_reason = 'blocked'
    where talk.state = 'open' and (talk.buyer_id = me and talk.seller_id = person or talk.buyer_id = person and talk.seller_id = me);
end
$$;
comment on function public.block_person(uuid) is 'Neither can write to the other until it is undone; their conversations are locked.';

-- Security definer: as above.
create function public.unblock_person(person uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  delete from public.blocks block where block.blocker_id = me and block.blocked_id = person;
  if not found or private.is_blocked_between(me, person) then
    return;
  end if;
  update public.conversations talk set state = 'open', lock_reason = null
    where talk.state = 'locked' and talk.lock_reason = 'blocked'
      and (talk.buyer_id = me and talk.seller_id = person or talk.buyer_id = person and talk.seller_id = me)
      and not exists (select from public.listings ad where ad.id = talk.listing_id and ad.state = 'deleted');
end
$$;
comment on function public.unblock_person(uuid) is 'Opens their conversations again, unless the other person blocked as well.';

-- Security definer: as is_blocked_between.
create function private.refuse_between_blocked() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (select from public.blocks block where block.blocker_id = new.buyer_id and block.blocked_id = new.seller_id) then
    raise exception using errcode = 'PT403', message = 'You blocked this person. Unblock them in your settings to write to them.';
  elsif private.is_blocked_between(new.buyer_id, new.seller_id) then
    raise exception using errcode = 'PT403', message = 'This person takes no messages from you.';
  end if;
  return new;
end
$$;
create trigger refuse_between_blocked before insert on public.conversations
  for each row execute function private.refuse_between_blocked();

-- Security definer: realtime.send is closed to callers. Both pages look again what state the conversation is in.
create function private.tell_of_lock() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  person uuid;
begin
  perform realtime.send(jsonb_build_object('conversation_id', new.id, 'state', new.state), 'state', 'conversation:' || new.id, true);
  foreach person in array array[new.buyer_id, new.seller_id] loop
    perform realtime.send(jsonb_build_object('conversation_id', new.id, 'unread_total', private.unread_total(person)),
      'conversation', 'user:' || person, true);
  end loop;
  return null;
end
$$;
create trigger tell_of_lock after update of state on public.conversations
  for each row when (old.state is distinct from new.state) execute function private.tell_of_lock();

-- Nobody is seen online by somebody they blocked, nor the other way round.
alter policy "people who talk with one another see whether the other is online" on realtime.messages
  using (extension = 'presence' and (
    private.person_of_topic((select realtime.topic())) = (select auth.uid())
    or not private.is_blocked_between(private.person_of_topic((select realtime.topic())), (select auth.uid())) and (
      exists (
        select from public.conversations conversation
        where conversation.buyer_id = private.person_of_topic((select realtime.topic()))
          and conversation.seller_id = (select auth.uid()))
      or exists (
        select from public.conversations conversation
        where conversation.seller_id = private.person_of_topic((select realtime.topic()))
          and conversation.buyer_id = (select auth.uid())))));
-- Presence in the conversation itself ends with its lock, as speaking there does.
alter policy "the two people of a conversation listen to it and see who is there" on realtime.messages
  using (extension in ('broadcast', 'presence') and exists (
    select from public.conversations conversation
    where conversation.id = private.conversation_of_topic((select realtime.topic()))
      and (extension = 'broadcast' or conversation.state = 'open')
      and (select auth.uid()) in (conversation.buyer_id, conversation.seller_id)));

grant execute on function public.block_person(uuid), public.unblock_person(uuid) to authenticated;
