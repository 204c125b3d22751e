-- Security definer: the other user's blocks are closed.
create or replace function private.is_blocked_between(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.blocks block
  where block.blocker_id = one and block.blocked_id = other or block.blocker_id = other and block.blocked_id = one);
grant execute on function private.is_blocked_between(uuid, uuid) to authenticated;

-- Security definer: conversations are closed.
create or replace function public.block_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  perform private.refuse_if(me is null, 'SK202', 'blocking_signed_out');
  perform private.refuse_if(person = me, 'SK203', 'own_block');
  perform private.refuse_if(not exists (select from public.sellers seller where seller.id = person), 'SK204', 'no_such_person');
  insert into public.blocks (blocker_id, blocked_id) values (me, person) on conflict do nothing;
  update public.conversations talk set state = 'locked', lock_reason = 'blocked'
    where talk.state = 'open' and (talk.buyer_id = me and talk.seller_id = person or talk.buyer_id = person and talk.seller_id = me);
end
$$;
comment on function public.block_person(uuid) is 'Blocks a user: neither can write to the other until it is undone; their conversations are locked.';
grant execute on function public.block_person(uuid) to authenticated;

-- Security definer: as above.
create or replace function public.unblock_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
comment on function public.unblock_person(uuid) is 'Unlocks their conversations, unless the other user has blocked too.';
grant execute on function public.unblock_person(uuid) to authenticated;

-- Security definer: as is_blocked_between.
create or replace function private.refuse_between_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(exists (select from public.blocks block where block.blocker_id = new.buyer_id and block.blocked_id = new.seller_id),
    'SK205', 'you_blocked_them');
  perform private.refuse_if(private.is_blocked_between(new.buyer_id, new.seller_id), 'SK206', 'they_take_no_messages');
  return new;
end
$$;
create or replace trigger refuse_between_blocked before insert on public.conversations
  for each row execute function private.refuse_between_blocked();

-- Security definer: realtime.send is closed. Both clients refetch the state.
create or replace function private.broadcast_lock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('conversation_id', new.id, 'state', new.state), 'state', 'conversation:' || new.id, true);
  perform private.send_unread(new.id, new.buyer_id, new.seller_id);
  return null;
end
$$;
create or replace trigger tell_of_lock after update of state on public.conversations
  for each row when (old.state is distinct from new.state) execute function private.broadcast_lock();
