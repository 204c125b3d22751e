create or replace function public.current_state(offer public.offers) returns text
language sql stable set search_path = ''
return case when offer.state = 'pending' and offer.expires_at <= now() then 'expired' else offer.state end;
comment on function public.current_state(public.offers) is 'The effective state of an offer: expired after 48 hours, even before the job has stored it.';
grant execute on function public.current_state(offers) to authenticated;

-- Security definer: the log and realtime.send are closed.
create or replace function private.record_offer_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.deal_events (conversation_id, offer_id, actor_id, from_state, to_state, details, created_at)
  values (new.conversation_id, new.id, auth.uid(), case when tg_op = 'UPDATE' then old.state end, new.state,
    jsonb_build_object('amount_minor', new.amount_minor, 'by_role', new.by_role), new.changed_at);
  perform realtime.send(jsonb_build_object('offer', to_jsonb(new)), 'offer', 'conversation:' || new.conversation_id, true);
  return null;
end
$$;
create or replace trigger record_offer after insert on public.offers
  for each row execute function private.record_offer_change();
create or replace trigger record_offer_change after update of state on public.offers
  for each row when (old.state is distinct from new.state)
  execute function private.record_offer_change();

-- Payload of notifications about offers and deals.
create or replace function private.offer_facts(talk public.conversations, teller uuid, more jsonb default '{}') returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_build_object('conversation_id', talk.id, 'listing_id', talk.listing_id, 'title', listing.title,
    'from', (select seller.display_name from public.sellers seller where seller.id = teller)) || more
  from public.listings listing where listing.id = talk.listing_id
);

-- Adds a system message.
create or replace function private.post_system_message(talk uuid, who uuid, what text, details jsonb) returns void
language sql set search_path = '' as $$
  insert into public.messages (conversation_id, sender_id, kind, body, payload) values (talk, who, 'system', what, details)
$$;

-- Expires offers after 48 hours; of one ad, or of all for the job. Security definer: other people's offers.
create or replace function private.expire_offers(of_listing uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  over public.offers;
  talk public.conversations;
  ended integer := 0;
begin
  for over in
    select * from public.offers offer
    where offer.state = 'pending' and offer.expires_at <= now() and (of_listing is null or offer.listing_id = of_listing)
    order by offer.id
    for update skip locked -- being answered by another transaction
  loop
    update public.offers offer set state = 'expired', changed_at = now() where offer.id = over.id;
    select * into talk from public.conversations conversation where conversation.id = over.conversation_id;
    perform private.post_system_message(over.conversation_id, over.from_id, 'offer_expired', jsonb_build_object('offer_id', over.id));
    perform private.notify(over.from_id, 'offer_expired',
      private.offer_facts(talk, null, jsonb_build_object('amount_minor', over.amount_minor, 'currency', over.currency)), over.id::text);
    ended := ended + 1;
  end loop;
  return ended;
end
$$;
grant execute on function private.expire_offers(uuid) to service_role;

-- Supersedes open offers on an ad unless units are left. Security definer: other people's offers.
create or replace function private.supersede_offers(of_listing uuid) returns void
language sql security definer set search_path = '' as $$
  update public.offers offer set state = 'superseded', changed_at = now()
  from public.listings listing
  where offer.listing_id = of_listing and offer.state = 'pending' and listing.id = of_listing
    and not (listing.state in ('active', 'reserved') and private.units_promised(of_listing) < listing.quantity)
$$;

-- Security definer: as above.
create or replace function private.drop_offers_with_listing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.supersede_offers(new.id);
  return null;
end
$$;
create or replace trigger drop_offers_with_listing after update of state on public.listings
  for each row when (old.state in ('active', 'reserved') and new.state not in ('active', 'reserved'))
  execute function private.drop_offers_with_listing();
