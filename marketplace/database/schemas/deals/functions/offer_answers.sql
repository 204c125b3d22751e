-- An offer with its conversation and ad, locked, for a participant. Security definer: offers are closed.
create or replace function private.lock_offer(wanted uuid, out offer public.offers, out talk public.conversations, out ad public.listings)
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  perform private.refuse_if(me is null, 'SK332', 'offers_signed_out');
  select conversation.* into talk from public.conversations conversation
    join public.offers known on known.conversation_id = conversation.id
    where known.id = wanted and me in (conversation.buyer_id, conversation.seller_id);
  perform private.refuse_if(not found, 'SK333', 'no_such_offer');
  perform from public.listings listing where listing.id = talk.listing_id for no key update;
  perform private.expire_deals(talk.listing_id);
  perform private.expire_offers(talk.listing_id);
  select * into ad from public.listings listing where listing.id = talk.listing_id;
  select * into offer from public.offers known where known.id = wanted for update;
end
$$;

create or replace function private.require_pending(offer public.offers) returns void
language sql immutable set search_path = ''
return private.refuse_if(offer.state <> 'pending', 'SK334', 'offer_settled', jsonb_build_object('state', offer.state));

-- Security definer: see make_offer.
create or replace function public.counter_offer(offer_id uuid, amount_minor integer, client_id uuid, message text default null)
returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  held record;
  made public.offers;
begin
  held := private.lock_offer(counter_offer.offer_id);
  select * into made from public.offers offer where offer.from_id = me and offer.client_id = counter_offer.client_id;
  if found then
    return made;
  end if;
  perform private.refuse_if((held.offer).from_id = me, 'SK335', 'own_offer_not_counterable');
  perform private.require_pending(held.offer);
  perform private.require_open_deal(held.talk, held.ad);
  perform private.refuse_if((held.ad).type = 'free', 'SK336', 'free_not_counterable');
  perform private.refuse_if((held.ad).type <> 'wanted' and ((held.offer).by_role = 'buyer' and amount_minor <= (held.offer).amount_minor
    or (held.offer).by_role = 'seller' and amount_minor >= (held.offer).amount_minor), 'SK337', 'counter_no_better');
  update public.offers offer set state = 'countered', changed_at = now() where offer.id = (held.offer).id;
  return private.place_offer(held.talk, held.ad, me, amount_minor, client_id, message, (held.offer).id);
end
$$;
comment on function public.counter_offer(uuid, integer, uuid, text) is 'Answers the other user''s open offer with a counter-offer.';
grant execute on function public.counter_offer(uuid, integer, uuid, text) to authenticated;

-- Declines the other user's open offer, or withdraws the caller's own.
create or replace function private.end_offer(wanted uuid, to_state text) returns public.offers
language plpgsql set search_path = '' as $$
declare
  me uuid := auth.uid();
  held record := private.lock_offer(wanted);
  ended public.offers;
begin
  perform private.refuse_if(to_state = 'declined' and (held.offer).from_id = me, 'SK338', 'own_offer_not_declinable');
  perform private.refuse_if(to_state = 'withdrawn' and (held.offer).from_id <> me, 'SK339', 'not_own_offer');
  if (held.offer).state = to_state then
    return held.offer;
  end if;
  perform private.require_pending(held.offer);
  update public.offers offer set state = to_state, changed_at = now() where offer.id = (held.offer).id returning * into ended;
  perform private.post_system_message(ended.conversation_id, me, 'offer_' || to_state, jsonb_build_object('offer_id', ended.id));
  if to_state = 'declined' then
    perform private.notify(ended.from_id, 'offer_declined', private.offer_facts(held.talk, me, jsonb_build_object(
      'offer_id', ended.id, 'amount_minor', ended.amount_minor, 'currency', ended.currency)), ended.id::text);
  end if;
  return ended;
end
$$;

-- Security definer: see make_offer.
create or replace function public.decline_offer(offer_id uuid) returns public.offers
language sql security definer set search_path = ''
return private.end_offer(offer_id, 'declined');
comment on function public.decline_offer(uuid) is 'Declines the other user''s open offer.';
grant execute on function public.decline_offer(uuid) to authenticated;

create or replace function public.withdraw_offer(offer_id uuid) returns public.offers
language sql security definer set search_path = ''
return private.end_offer(offer_id, 'withdrawn');
comment on function public.withdraw_offer(uuid) is 'Withdraws the caller''s open offer. It still counts as one of the three.';
grant execute on function public.withdraw_offer(uuid) to authenticated;

create or replace function public.offer_terms(listing_id uuid) returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_build_object(
    'price_minor', listing.price_minor, 'currency', listing.currency,
    'floor_minor', case when listing.type <> 'wanted' and listing.price_minor > 0
      then greatest(1, ceil(listing.price_minor * listing.offer_floor_pct / 100.0)::integer) end,
    'tries', 3, 'tries_left', greatest(0, 3 - (
      select count(*) from public.offers offer where offer.listing_id = listing.id and offer.from_id = auth.uid() and offer.by_role = 'buyer')),
    'open', (
      select jsonb_build_object('id', offer.id, 'amount_minor', offer.amount_minor, 'mine', offer.from_id = auth.uid())
      from public.offers offer join public.conversations talk on talk.id = offer.conversation_id
      where offer.listing_id = listing.id and talk.buyer_id = auth.uid() and offer.state = 'pending' and offer.expires_at > now()))
  from public.listings listing where listing.id = offer_terms.listing_id
);
comment on function public.offer_terms(uuid) is 'What a buyer needs to know before making an offer: minimum, offers left, and the open offer.';
grant execute on function public.offer_terms(uuid) to authenticated;
