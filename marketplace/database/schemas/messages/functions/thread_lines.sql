-- Avoids duplicate lines about a deal in a thread.

-- In its own conversation, a deal's message replaces that of the ad. Security definer: as post_to_conversations().
create or replace function private.drop_duplicate_line() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Same transaction as the deal's change.
  if exists (select from public.deals deal
    where deal.conversation_id = new.conversation_id and now() in (deal.created_at, deal.ended_at)) then
    return null;
  end if;
  return new;
end
$$;
create or replace trigger leave_out_echo before insert on public.messages
  for each row when (new.kind = 'system' and new.body in ('listing_reserved', 'listing_sold', 'listing_active'))
  execute function private.drop_duplicate_line();
