-- Security definer, as the functions below: deals are closed.
create or replace function public.propose_meetup(deal_id uuid, meet_at timestamptz, place text) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  deal public.deals := private.lock_own_deal(propose_meetup.deal_id, array['agreed', 'scheduled'], private.problem('SK316', 'on_its_way'), true);
begin
  perform private.refuse_if(char_length(btrim(coalesce(place, ''))) not between 2 and 120, 'SK301', 'bad_meetup_place');
  perform private.refuse_if(private.has_contact(place), 'SK302', 'contact_in_meetup_place');
  perform private.refuse_if((private.deal_talk(deal)).state <> 'open', 'SK303', 'conversation_closed_for_deals');
  perform private.refuse_if(propose_meetup.meet_at is null or propose_meetup.meet_at < now(), 'SK304', 'meetup_in_past');
  perform private.refuse_if(propose_meetup.meet_at > now() + interval '30 days', 'SK305', 'meetup_too_late');
  if deal.proposed_by = me and deal.proposed_at = propose_meetup.meet_at and deal.proposed_place = btrim(place) then
    return deal; -- idempotent
  end if;
  update public.deals known set mode = 'meetup', ship_cost_minor = null, proposed_by = me, proposed_at = propose_meetup.meet_at,
    proposed_place = btrim(place), changed_at = now()
  where known.id = deal.id returning * into deal;
  insert into public.messages (conversation_id, sender_id, kind, payload)
  values (deal.conversation_id, me, 'meetup', jsonb_build_object('deal_id', deal.id, 'meet_at', deal.proposed_at, 'place', deal.proposed_place));
  perform private.notify(private.other_of_deal(deal, me), 'meetup_proposed',
    private.deal_facts(deal, me) || jsonb_build_object('meet_at', deal.proposed_at, 'place', deal.proposed_place),
    deal.id || ' ' || deal.proposed_at);
  return deal;
end
$$;
comment on function public.propose_meetup(uuid, timestamptz, text) is 'Proposes a time and place. A confirmed meet-up stays valid until the other user confirms the new one.';
grant execute on function public.propose_meetup(uuid, timestamptz, text) to authenticated;

create or replace function public.confirm_meetup(deal_id uuid, meet_at timestamptz) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  deal public.deals := private.lock_own_deal(confirm_meetup.deal_id, array['agreed', 'scheduled'], private.problem('SK316', 'on_its_way'), true);
begin
  if deal.proposed_by is null and deal.meet_at = confirm_meetup.meet_at then
    return deal;
  end if;
  perform private.refuse_if(deal.proposed_by is null or deal.proposed_at is distinct from confirm_meetup.meet_at, 'SK306', 'proposal_changed');
  perform private.refuse_if(deal.proposed_by = me, 'SK307', 'own_proposal');
  perform private.refuse_if(deal.proposed_at < now(), 'SK308', 'proposal_over');
  update public.deals known set state = 'scheduled', meet_at = known.proposed_at, meet_place = known.proposed_place,
    proposed_by = null, proposed_at = null, proposed_place = null,
    reserved_until = greatest(known.reserved_until, known.proposed_at + interval '24 hours'), changed_at = now()
  where known.id = deal.id returning * into deal;
  perform private.set_deadline(due.order_id, due.event, greatest(due.due_at, deal.meet_at + interval '24 hours'))
    from private.order_deadlines due join public.orders bought on bought.id = due.order_id
    where bought.deal_id = deal.id and due.event = 'not_met';
  perform private.post_system_message(deal.conversation_id, me, 'meetup_confirmed',
    jsonb_build_object('deal_id', deal.id, 'meet_at', deal.meet_at, 'place', deal.meet_place));
  perform private.notify(private.other_of_deal(deal, me), 'meetup_confirmed', private.deal_facts(deal, me), deal.id || ' ' || deal.meet_at);
  return deal;
end
$$;
comment on function public.confirm_meetup(uuid, timestamptz) is 'Confirms the proposed time and place. The ad stays reserved until a day after it.';
grant execute on function public.confirm_meetup(uuid, timestamptz) to authenticated;

create or replace function public.choose_shipping(deal_id uuid) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  deal public.deals := private.lock_own_deal(choose_shipping.deal_id, array['agreed'], private.problem('SK317', 'meetup_agreed'));
  ad public.listings;
begin
  select * into ad from public.listings listing where listing.id = deal.listing_id;
  perform private.refuse_if(ad.delivery = 'pickup', 'SK309', 'pickup_only');
  if deal.mode = 'ship' then
    return deal;
  end if;
  update public.deals known set mode = 'ship', ship_cost_minor = ad.ship_cost_minor, proposed_by = null, proposed_at = null,
    proposed_place = null, changed_at = now()
  where known.id = deal.id returning * into deal;
  perform private.post_system_message(deal.conversation_id, auth.uid(), 'deal_ships', jsonb_build_object('deal_id', deal.id));
  return deal;
end
$$;
comment on function public.choose_shipping(uuid) is 'Switches to shipping instead of a handover, and drops a proposed meet-up.';
grant execute on function public.choose_shipping(uuid) to authenticated;

create or replace function public.mark_deal_shipped(deal_id uuid, carrier text, tracking_number text) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  deal public.deals := private.lock_own_deal(mark_deal_shipped.deal_id, array['agreed', 'handed_over'], private.problem('SK318', 'meetup_agreed_not_shipped'));
  is_correction constant boolean := deal.state = 'handed_over';
begin
  perform private.refuse_if(deal.seller_id <> auth.uid(), 'SK310', 'seller_marks_shipped');
  perform private.refuse_if(deal.mode <> 'ship', 'SK311', 'not_shipping');
  perform private.refuse_if(char_length(btrim(coalesce(carrier, ''))) not between 2 and 60, 'SK312', 'bad_carrier');
  perform private.refuse_if(private.has_contact(carrier), 'SK313', 'contact_in_carrier');
  perform private.refuse_if(btrim(coalesce(tracking_number, '')) !~ '^[A-Za-z0-9][A-Za-z0-9 -]{2,58}[A-Za-z0-9]$', 'SK314', 'bad_tracking_number');
  update public.deals known set state = 'handed_over', handed_over_at = case when is_correction then known.handed_over_at else now() end,
    carrier = btrim(mark_deal_shipped.carrier), tracking_number = btrim(mark_deal_shipped.tracking_number), changed_at = now()
  where known.id = deal.id returning * into deal;
  if not is_correction then
    perform private.post_system_message(deal.conversation_id, auth.uid(), 'deal_shipped',
      jsonb_build_object('deal_id', deal.id, 'carrier', deal.carrier, 'tracking_number', deal.tracking_number));
    perform private.notify(deal.buyer_id, 'deal_shipped', private.deal_facts(deal, auth.uid()), deal.id::text);
  end if;
  return deal;
end
$$;
comment on function public.mark_deal_shipped(uuid, text, text) is 'Marks the parcel as shipped. Complete when the buyer confirms receipt, or 14 days later.';
grant execute on function public.mark_deal_shipped(uuid, text, text) to authenticated;

create or replace function public.cancel_deal(deal_id uuid, reason text) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  deal public.deals := private.lock_own_deal(cancel_deal.deal_id, array['agreed', 'scheduled'], private.problem('SK319', 'on_its_way_not_cancellable'));
begin
  perform private.refuse_if(coalesce(reason, '') not in ('changed_mind', 'no_agreement', 'not_as_described', 'unsafe', 'other'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'reason', 'choices', 'changed_mind, no_agreement, not_as_described, unsafe, other'));
  update public.deals known set state = 'cancelled', end_reason = reason, ended_at = now(), ended_by = me, changed_at = now()
  where known.id = deal.id returning * into deal;
  perform private.free_listing(deal.listing_id);
  perform private.post_system_message(deal.conversation_id, me, 'deal_cancelled', jsonb_build_object('deal_id', deal.id, 'reason', reason));
  perform private.notify(private.other_of_deal(deal, me), 'deal_cancelled', private.deal_facts(deal, me), deal.id::text);
  return deal;
end
$$;
comment on function public.cancel_deal(uuid, text) is 'Cancels a deal before the handover. The ad becomes available again.';
grant execute on function public.cancel_deal(uuid, text) to authenticated;

create or replace function public.report_no_show(deal_id uuid) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  deal public.deals := private.lock_own_deal(report_no_show.deal_id, array['scheduled'], private.problem('SK320', 'no_meetup_agreed'));
begin
  perform private.refuse_if(now() < deal.meet_at + interval '15 minutes', 'SK315', 'no_show_too_early');
  update public.deals known set state = 'no_show', no_show_by = private.other_of_deal(deal, me), ended_at = now(), ended_by = me, changed_at = now()
  where known.id = deal.id returning * into deal;
  perform private.free_listing(deal.listing_id);
  perform private.post_system_message(deal.conversation_id, me, 'deal_no_show', jsonb_build_object('deal_id', deal.id, 'no_show_by', deal.no_show_by));
  perform private.notify(deal.no_show_by, 'deal_no_show', private.deal_facts(deal, me), deal.id::text);
  return deal;
end
$$;
comment on function public.report_no_show(uuid) is 'Reports a no-show, 15 minutes after the agreed time. The ad becomes available again.';
grant execute on function public.report_no_show(uuid) to authenticated;
