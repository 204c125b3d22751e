-- What a thread and its row in the list say about a deal: in the order it happened, once, and up to date.

-- A deal says that the ad is reserved, sold or free again; in its own conversation the ad's line would say it twice.
-- Security definer: as tell_conversations, whose lines these are.
create or replace function private.leave_out_echo() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Of this transaction: the deal was made or ended at its now().
  if exists (select from public.deals deal
    where deal.conversation_id = new.conversation_id and now() in (deal.created_at, deal.ended_at)) then
    return null;
  end if;
  return new;
end
$$;
create or replace trigger leave_out_echo before insert on public.messages
  for each row when (new.kind = 'system' and new.body in ('listing_reserved', 'listing_sold', 'listing_active'))
  execute function private.leave_out_echo();
