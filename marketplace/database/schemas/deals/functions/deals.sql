create or replace function private.deal_talk(deal public.deals) returns public.conversations
language sql stable set search_path = ''
as $$ select * from public.conversations conversation where conversation.id = deal.conversation_id $$;

create or replace function private.deal_facts(deal public.deals, teller uuid) returns jsonb
language sql stable set search_path = ''
return private.offer_facts(private.deal_talk(deal), teller, jsonb_strip_nulls(jsonb_build_object('deal_id', deal.id,
  'amount_minor', deal.amount_minor, 'currency', deal.currency, 'meet_at', deal.meet_at, 'place', deal.meet_place,
  'reason', deal.end_reason, 'tracking_number', deal.tracking_number)));

create or replace function private.other_of_deal(deal public.deals, person uuid) returns uuid
language sql immutable set search_path = ''
return case when person = deal.buyer_id then deal.seller_id else deal.buyer_id end;

-- Security definer: reserves the ad.
create or replace function public.accept_offer(offer_id uuid) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  held record;
  made public.deals;
begin
  held := private.lock_offer(accept_offer.offer_id);
  perform private.refuse_if((held.offer).from_id = me, 'SK322', 'own_offer_not_acceptable');
  select * into made from public.deals deal where deal.offer_id = (held.offer).id;
  if found then
    return made;
  end if;
  perform private.require_pending(held.offer);
  perform private.require_open_deal(held.talk, held.ad);
  perform private.refuse_if(((held.ad).type = 'free') <> ((held.offer).amount_minor = 0), 'SK323', 'ad_changed_since_offer');
  update public.offers offer set state = 'accepted', changed_at = now() where offer.id = (held.offer).id;
  insert into public.deals (listing_id, conversation_id, offer_id, buyer_id, seller_id, amount_minor, ship_cost_minor, currency,
    item_title, mode, reserved_until)
  values ((held.ad).id, (held.talk).id, (held.offer).id,
    case when (held.ad).type = 'wanted' then (held.talk).seller_id else (held.talk).buyer_id end,
    case when (held.ad).type = 'wanted' then (held.talk).buyer_id else (held.talk).seller_id end,
    (held.offer).amount_minor, case when (held.ad).delivery = 'ship' then (held.ad).ship_cost_minor end, (held.offer).currency,
    (held.ad).title, case when (held.ad).delivery = 'ship' then 'ship' else 'meetup' end, now() + interval '72 hours')
  returning * into made;
  perform private.supersede_offers(made.listing_id);
  update public.listings listing set state = 'reserved' where listing.id = made.listing_id;
  perform private.post_system_message(made.conversation_id, me, 'offer_accepted',
    jsonb_build_object('offer_id', made.offer_id, 'deal_id', made.id, 'amount_minor', made.amount_minor, 'currency', made.currency));
  perform private.notify((held.offer).from_id, 'offer_accepted', private.deal_facts(made, me), made.offer_id::text);
  return made;
end
$$;
comment on function public.accept_offer(uuid) is
  'Accepts an offer: reserves the ad for 72 hours, opens the deal and supersedes all other open offers. Idempotent.';
grant execute on function public.accept_offer(uuid) to authenticated;

-- Whether an open order exists for the deal, whose rules then apply.
create or replace function private.has_open_order(deal uuid) returns boolean
language sql stable set search_path = ''
return exists (select from public.orders bought
  where bought.deal_id = deal and bought.is_open);

-- A deal of the caller, with its ad locked. If it is paid for here, only its meet-up can change. Security definer: deals are closed.
create or replace function private.lock_own_deal(wanted uuid, allowed_states text[], refusal jsonb, for_meetup boolean default false) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  deal public.deals;
begin
  perform private.refuse_if(me is null, 'SK324', 'deals_signed_out');
  select * into deal from public.deals known where known.id = wanted and me in (known.buyer_id, known.seller_id);
  perform private.refuse_if(not found, 'SK325', 'no_such_deal');
  perform from public.listings listing where listing.id = deal.listing_id for no key update;
  perform private.expire_deals(deal.listing_id);
  select * into deal from public.deals known where known.id = wanted for update;
  perform private.refuse_if(deal.state in ('completed', 'cancelled', 'no_show') and not deal.state = any(allowed_states),
    'SK326', 'deal_over', jsonb_build_object('how', case when deal.end_reason = 'ran_out' then 'ran_out' else deal.state end));
  if not deal.state = any(allowed_states) then
    perform private.refuse(refusal);
  elsif private.has_open_order(deal.id) and not (for_meetup
      and exists (select from public.orders bought where bought.deal_id = deal.id and bought.delivery = 'meet' and bought.state = 'paid')) then
    raise exception using errcode = 'SK380', message = 'deal_being_bought';
  end if;
  return deal;
end
$$;

-- Texts of cards are not scanned for scams, so contact details are refused.
create or replace function private.has_contact(text text) returns boolean
language sql immutable set search_path = ''
return text ~* '@|https?:|www\.|\m[a-z0-9-]+\.(com|net|org|info|biz|shop|store|online|site|app|io|co|eu|pt|es|de|fr|uk|me|ly|link)\M|([0-9][ ().-]?){8,}';
