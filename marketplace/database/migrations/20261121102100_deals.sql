-- Deals: what was agreed by accepting an offer, until the thing is in the other's hands or the deal is off.

create table public.deals (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references public.listings on delete cascade,
  conversation_id uuid not null references public.conversations on delete cascade,
  offer_id uuid not null unique references public.offers on delete cascade,
  buyer_id uuid not null constraint deals_buyer_id_fkey references public.sellers on delete cascade,
  seller_id uuid not null constraint deals_seller_id_fkey references public.sellers on delete cascade,
  amount_minor integer not null check (amount_minor between 0 and 100000000),
  ship_cost_minor integer check (ship_cost_minor between 0 and 1000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  item_title text not null,
  mode text not null check (mode in ('meetup', 'ship')),
  state text not null default 'agreed'
    check (state in ('agreed', 'scheduled', 'handed_over', 'completed', 'cancelled', 'no_show')),
  meet_at timestamptz,
  meet_place text check (char_length(meet_place) between 2 and 120),
  proposed_by uuid,
  proposed_at timestamptz,
  proposed_place text check (char_length(proposed_place) between 2 and 120),
  carrier text check (char_length(carrier) between 2 and 60),
  tracking_number text check (char_length(tracking_number) between 4 and 60),
  reserved_until timestamptz not null,
  handed_over_at timestamptz,
  ended_at timestamptz,
  ended_by uuid,
  end_reason text check (end_reason in ('changed_mind', 'no_agreement', 'not_as_described', 'unsafe', 'other', 'ran_out', 'ad_removed')),
  no_show_by uuid,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (buyer_id <> seller_id),
  check ((state in ('completed', 'cancelled', 'no_show')) = (ended_at is not null)),
  check ((state = 'no_show') = (no_show_by is not null)),
  check ((state = 'cancelled') = (end_reason is not null)),
  check (state <> 'scheduled' or meet_at is not null and meet_place is not null),
  check (num_nulls(proposed_by, proposed_at, proposed_place) in (0, 3))
);
comment on table public.deals is 'One agreement about one ad. Written by the verbs only. The ad is reserved for the buyer as long as it is open.';
comment on column public.deals.buyer_id is 'Who gets the thing and pays for it. Under a wanted ad that is the person of the ad.';
comment on column public.deals.ended_by is 'Who ended it; null: the clock or the moderators.';
create unique index deals_one_open_idx on public.deals (listing_id) where state in ('agreed', 'scheduled', 'handed_over');
create index deals_buyer_idx on public.deals (buyer_id, created_at desc);
create index deals_seller_idx on public.deals (seller_id, created_at desc);
create index deals_conversation_idx on public.deals (conversation_id);
create index deals_lapse_idx on public.deals (reserved_until) where state in ('agreed', 'scheduled');

alter table public.deals enable row level security;
create policy "only the two people of a deal see it" on public.deals
  for select to authenticated using (buyer_id = (select auth.uid()) or seller_id = (select auth.uid()));
revoke all on public.deals from anon, authenticated;
grant select on public.deals to authenticated;

create table private.handover_codes (
  deal_id uuid primary key references public.deals on delete cascade,
  code_hash text not null,
  attempts smallint not null default 0,
  created_at timestamptz not null default now()
);
comment on table private.handover_codes is 'The code that the buyer gives when the thing is in their hands: hashed, and dead after five wrong tries.';

insert into public.notification_kinds (kind, group_name, title, urgent) values
  ('meetup_proposed', 'deals', 'A time and place to meet', true),
  ('meetup_confirmed', 'deals', 'A meet-up is confirmed', true),
  ('meetup_soon', 'deals', 'A meet-up is near', true),
  ('deal_shipped', 'deals', 'Your parcel is on its way', false),
  ('deal_receipt_due', 'deals', 'Has your parcel arrived', false),
  ('deal_completed', 'deals', 'A deal is done', false),
  ('deal_cancelled', 'deals', 'A deal is off', true),
  ('deal_no_show', 'deals', 'Somebody says you did not come', true);

-- Security definer: as record_offer_change.
create function private.record_deal_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.state <> old.state then
    insert into public.trade_events (conversation_id, deal_id, actor_id, from_state, to_state, details, created_at)
    values (new.conversation_id, new.id, auth.uid(), case when tg_op = 'UPDATE' then old.state end, new.state,
      jsonb_strip_nulls(jsonb_build_object('amount_minor', new.amount_minor, 'offer_id', new.offer_id, 'reason', new.end_reason,
        'no_show_by', new.no_show_by)), new.changed_at);
  end if;
  perform realtime.send(jsonb_build_object('deal', to_jsonb(new)), 'deal', 'conversation:' || new.conversation_id, true);
  return null;
end
$$;
create trigger record_deal after insert or update on public.deals
  for each row execute function private.record_deal_change();

-- An ad that somebody has been promised is neither sold to another, nor paused, nor deleted, nor does it run out. Moderators may
-- still take it away: that ends the deal.
create function private.keep_promise() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not exists (select from public.deals deal
    where deal.listing_id = new.id and deal.state in ('agreed', 'scheduled', 'handed_over')) then
    return new;
  elsif new.state = 'expired' then
    return null; -- its time is over once the deal is
  elsif new.state in ('hidden', 'removed') then
    update public.deals deal set
      state = 'cancelled', end_reason = 'ad_removed', ended_at = now(), ended_by = null, changed_at = now()
    where deal.listing_id = new.id and deal.state in ('agreed', 'scheduled');
    return new;
  end if;
  raise exception using errcode = 'PT409',
    message = 'There is a deal on this ad. Finish it or call it off in the conversation first.';
end
$$;
create trigger keep_promise before update of state on public.listings
  for each row when (old.state = 'reserved' and new.state <> 'reserved')
  execute function private.keep_promise();

-- Puts an ad back on offer whose deal is off. Security definer: anybody of the deal may end it, and so does the clock.
create function private.free_listing(wanted uuid) returns void
language sql security definer
set search_path = ''
as $$
  update public.listings listing set state =
    case when listing.expires_at < now() or private.listing_problem(listing) is not null then 'expired' else 'active' end
  where listing.id = wanted and listing.state = 'reserved'
$$;

create function private.deal_talk(deal public.deals) returns public.conversations
language sql stable
set search_path = ''
as $$ select * from public.conversations conversation where conversation.id = deal.conversation_id $$;

create function private.deal_facts(deal public.deals, teller uuid) returns jsonb
language sql stable
set search_path = ''
return private.trade_facts(private.deal_talk(deal), teller, jsonb_strip_nulls(jsonb_build_object('deal_id', deal.id,
  'amount_minor', deal.amount_minor, 'currency', deal.currency, 'meet_at', deal.meet_at, 'place', deal.meet_place,
  'reason', deal.end_reason, 'tracking_number', deal.tracking_number)));

create function private.other_of_deal(deal public.deals, person uuid) returns uuid
language sql immutable
set search_path = ''
return case when person = deal.buyer_id then deal.seller_id else deal.buyer_id end;

-- Ends the reserves that ran out; of one ad, or of all for the job. Security definer: other people's deals.
create function private.lapse_deals(of_listing uuid default null) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  stale record;
  over public.deals;
  ended integer := 0;
begin
  for stale in
    select deal.id, deal.listing_id from public.deals deal
    where deal.state in ('agreed', 'scheduled') and deal.reserved_until <= now() and (of_listing is null or deal.listing_id = of_listing)
    order by deal.listing_id
  loop
    -- The ad first, as every verb does; whoever holds it is ending or going on with the deal this moment.
    perform from public.listings listing where listing.id = stale.listing_id for no key update skip locked;
    continue when not found;
    update public.deals deal set state = 'cancelled', end_reason = 'ran_out', ended_at = now(), changed_at = now()
      where deal.id = stale.id and deal.state in ('agreed', 'scheduled') and deal.reserved_until <= now()
      returning * into over;
    continue when not found;
    perform private.free_listing(over.listing_id);
    perform private.say_in_talk(over.conversation_id, over.seller_id, 'deal_ran_out', jsonb_build_object('deal_id', over.id));
    perform private.notify(over.buyer_id, 'deal_cancelled', private.deal_facts(over, null), over.id::text);
    perform private.notify(over.seller_id, 'deal_cancelled', private.deal_facts(over, null), over.id::text);
    ended := ended + 1;
  end loop;
  return ended;
end
$$;

-- Security definer: takes the ad off the market for everybody else.
create function public.accept_offer(offer_id uuid) returns public.deals
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  held record;
  made public.deals;
begin
  held := private.lock_offer(accept_offer.offer_id);
  if (held.offer).from_id = me then
    raise exception using errcode = 'PT409', message = 'This is your own offer: the other person accepts it.';
  end if;
  select * into made from public.deals deal where deal.offer_id = (held.offer).id;
  if found then
    return made;
  end if;
  perform private.require_pending(held.offer);
  perform private.require_open_trade(held.talk, held.ad);
  if ((held.ad).type = 'free') <> ((held.offer).amount_minor = 0) then
    raise exception using errcode = 'PT409', message = 'The ad has become another one since this was offered. Decline it, and agree anew.';
  end if;
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
  perform private.say_in_talk(made.conversation_id, me, 'offer_accepted',
    jsonb_build_object('offer_id', made.offer_id, 'deal_id', made.id, 'amount_minor', made.amount_minor, 'currency', made.currency));
  perform private.notify((held.offer).from_id, 'offer_accepted', private.deal_facts(made, me), made.offer_id::text);
  return made;
end
$$;
comment on function public.accept_offer(uuid) is
  'Agrees: reserves the ad for 72 hours and opens the deal in one step; every other open offer on the ad is out. Again changes nothing.';

-- The deal, its ad locked, for one of its two people. Security definer: for the verbs.
create function private.own_deal(wanted uuid, allowed_states text[], refusal text) returns public.deals
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  deal public.deals;
begin
  if me is null then
    raise exception using errcode = 'PT401', message = 'Sign in to see your deals.';
  end if;
  select * into deal from public.deals known where known.id = wanted and me in (known.buyer_id, known.seller_id);
  if not found then
    raise exception using errcode = 'PT404', message = 'This deal does not exist, or it is not yours.';
  end if;
  perform from public.listings listing where listing.id = deal.listing_id for no key update;
  perform private.lapse_deals(deal.listing_id);
  select * into deal from public.deals known where known.id = wanted for update;
  if not deal.state = any(allowed_states) then
    raise exception using errcode = 'PT409', message = case deal.state
      when 'completed' then 'This deal is done already.'
      when 'cancelled' then case deal.end_reason when 'ran_out' then 'The reserve ran out, so this deal is off.' else 'This deal is off.' end
      when 'no_show' then 'This deal ended: somebody did not come.'
      else refusal end;
  end if;
  return deal;
end
$$;

-- Short texts of a card stand outside the messages that are looked at for scams: they may not lead anywhere.
create function private.has_contact(text text) returns boolean
language sql immutable
set search_path = ''
return text ~* '@|https?:|www\.|\m[a-z0-9-]+\.(com|net|org|info|biz|shop|store|online|site|app|io|co|eu|pt|es|de|fr|uk|me|ly|link)\M|([0-9][ ().-]?){8,}';

-- Security definer for this and the verbs below: deals are closed to callers.
create function public.propose_meetup(deal_id uuid, meet_at timestamptz, place text) returns public.deals
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  deal public.deals := private.own_deal(propose_meetup.deal_id, array['agreed', 'scheduled'], 'The thing is on its way already.');
begin
  if char_length(btrim(coalesce(place, ''))) not between 2 and 120 then
    raise exception using errcode = 'PT422', message = 'Say where to meet, in 2 to 120 characters.';
  elsif private.has_contact(place) then
    raise exception using errcode = 'PT422', message = 'Write the place only: no links, e-mail addresses or phone numbers.';
  elsif (private.deal_talk(deal)).state <> 'open' then
    raise exception using errcode = 'PT403', message = 'This conversation is closed: nothing more can be arranged in it.';
  elsif propose_meetup.meet_at is null or propose_meetup.meet_at < now() then
    raise exception using errcode = 'PT422', message = 'Choose a time that is still to come.';
  elsif propose_meetup.meet_at > now() + interval '30 days' then
    raise exception using errcode = 'PT422', message = 'Choose a time within the next 30 days.';
  elsif deal.proposed_by = me and deal.proposed_at = propose_meetup.meet_at and deal.proposed_place = btrim(place) then
    return deal; -- the same tap once more
  end if;
  update public.deals known set mode = 'meetup', ship_cost_minor = null, proposed_by = me, proposed_at = propose_meetup.meet_at,
    proposed_place = btrim(place), changed_at = now()
  where known.id = deal.id returning * into deal;
  insert into public.messages (conversation_id, sender_id, kind, payload)
  values (deal.conversation_id, me, 'meetup', jsonb_build_object('deal_id', deal.id, 'meet_at', deal.proposed_at, 'place', deal.proposed_place));
  update public.conversations conversation set last_message_body = 'Meet-up: ' || deal.proposed_place
  where conversation.id = deal.conversation_id and conversation.last_message_body = '';
  perform private.notify(private.other_of_deal(deal, me), 'meetup_proposed',
    private.deal_facts(deal, me) || jsonb_build_object('meet_at', deal.proposed_at, 'place', deal.proposed_place),
    deal.id || ' ' || deal.proposed_at);
  return deal;
end
$$;
comment on function public.propose_meetup(uuid, timestamptz, text) is 'Puts a time and a place forward. What is confirmed stays until the other person confirms the new one.';

create function public.confirm_meetup(deal_id uuid, meet_at timestamptz) returns public.deals
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  deal public.deals := private.own_deal(confirm_meetup.deal_id, array['agreed', 'scheduled'], 'The thing is on its way already.');
begin
  if deal.proposed_by is null and deal.meet_at = confirm_meetup.meet_at then
    return deal;
  elsif deal.proposed_by is null or deal.proposed_at is distinct from confirm_meetup.meet_at then
    raise exception using errcode = 'PT409', message = 'The proposal has changed. Look at it again.';
  elsif deal.proposed_by = me then
    raise exception using errcode = 'PT409', message = 'This is your own proposal: the other person confirms it.';
  elsif deal.proposed_at < now() then
    raise exception using errcode = 'PT409', message = 'That time is over. Propose another one.';
  end if;
  update public.deals known set state = 'scheduled', meet_at = known.proposed_at, meet_place = known.proposed_place,
    proposed_by = null, proposed_at = null, proposed_place = null,
    reserved_until = greatest(known.reserved_until, known.proposed_at + interval '24 hours'), changed_at = now()
  where known.id = deal.id returning * into deal;
  perform private.say_in_talk(deal.conversation_id, me, 'meetup_confirmed',
    jsonb_build_object('deal_id', deal.id, 'meet_at', deal.meet_at, 'place', deal.meet_place));
  perform private.notify(private.other_of_deal(deal, me), 'meetup_confirmed', private.deal_facts(deal, me), deal.id || ' ' || deal.meet_at);
  return deal;
end
$$;
comment on function public.confirm_meetup(uuid, timestamptz) is 'Agrees to the proposed time and place. The ad stays reserved until a day after it.';

create function public.show_handover_code(deal_id uuid) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  deal public.deals := private.own_deal(show_handover_code.deal_id, array['agreed', 'scheduled'], 'The thing is on its way already.');
  bytes bytea := extensions.gen_random_bytes(4);
  code text := lpad(((get_byte(bytes, 0)::bigint * 16777216 + get_byte(bytes, 1) * 65536 + get_byte(bytes, 2) * 256 + get_byte(bytes, 3)) % 10000)::text, 4, '0');
begin
  if deal.buyer_id <> auth.uid() then
    raise exception using errcode = 'PT403', message = 'The code is the buyer''s: ask for it when the thing is in their hands.';
  end if;
  insert into private.handover_codes as known (deal_id, code_hash) values (deal.id, extensions.crypt(code, extensions.gen_salt('bf', 6)))
  on conflict on constraint handover_codes_pkey do update set code_hash = excluded.code_hash, attempts = 0, created_at = now();
  return code;
end
$$;
comment on function public.show_handover_code(uuid) is 'A fresh code of four digits for the buyer, to be told to the seller at the handover. Only its hash is kept; the one before no longer counts.';

-- Completes a deal, whoever does: the ad is sold here, for this price. Security definer: for the verbs and the clock.
create function private.complete_deal(wanted uuid, who uuid) returns public.deals
language plpgsql security definer
set search_path = ''
as $$
declare
  deal public.deals;
  ad public.listings;
begin
  -- By way of handed_over, so that the log tells both.
  update public.deals known set state = 'handed_over', handed_over_at = now(), changed_at = now()
    where known.id = wanted and known.state in ('agreed', 'scheduled');
  update public.deals known set state = 'completed', ended_at = now(), ended_by = who, changed_at = now()
    where known.id = wanted returning * into deal;
  select * into ad from public.listings listing where listing.id = deal.listing_id;
  if ad.state = 'reserved' then
    perform private.settle_sale(ad, deal.amount_minor, 'here');
  end if;
  perform private.say_in_talk(deal.conversation_id, coalesce(who, deal.buyer_id), 'deal_completed', jsonb_build_object('deal_id', deal.id));
  if who is distinct from deal.buyer_id then
    perform private.notify(deal.buyer_id, 'deal_completed', private.deal_facts(deal, deal.seller_id), deal.id::text);
  end if;
  if who is distinct from deal.seller_id then
    perform private.notify(deal.seller_id, 'deal_completed', private.deal_facts(deal, deal.buyer_id), deal.id::text);
  end if;
  return deal;
end
$$;

create function public.enter_handover_code(deal_id uuid, code text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  most constant smallint := 5;
  deal public.deals := private.own_deal(enter_handover_code.deal_id, array['agreed', 'scheduled'], 'The thing is on its way already.');
  kept private.handover_codes;
begin
  if deal.seller_id <> auth.uid() then
    raise exception using errcode = 'PT403', message = 'The seller enters the code. Tell it to them when the thing is in your hands.';
  end if;
  select * into kept from private.handover_codes known where known.deal_id = deal.id for update;
  if not found then
    raise exception using errcode = 'PT409', message = 'The buyer has not opened the code yet: it is on their page of this deal.';
  elsif kept.attempts >= most then
    raise exception using errcode = 'PT429', message = 'Too many wrong codes. Ask the buyer to open a new one.';
  elsif extensions.crypt(btrim(coalesce(enter_handover_code.code, '')), kept.code_hash) <> kept.code_hash then
    -- Told, not raised: raising would take the counting back.
    update private.handover_codes known set attempts = known.attempts + 1 where known.deal_id = deal.id;
    return jsonb_build_object('accepted', false, 'tries_left', most - kept.attempts - 1);
  end if;
  delete from private.handover_codes known where known.deal_id = deal.id;
  return jsonb_build_object('accepted', true, 'deal', to_jsonb(private.complete_deal(deal.id, auth.uid())));
end
$$;
comment on function public.enter_handover_code(uuid, text) is 'The seller enters what the buyer told: the deal is done. Answers {accepted, tries_left} or {accepted, deal}.';

create function public.confirm_receipt(deal_id uuid) returns public.deals
language plpgsql security definer
set search_path = ''
as $$
declare
  deal public.deals := private.own_deal(confirm_receipt.deal_id, array['agreed', 'scheduled', 'handed_over', 'completed'], '');
begin
  if deal.buyer_id <> auth.uid() then
    raise exception using errcode = 'PT403', message = 'Only the buyer can say that it has arrived.';
  elsif deal.state = 'completed' then
    return deal;
  end if;
  return private.complete_deal(deal.id, auth.uid());
end
$$;
comment on function public.confirm_receipt(uuid) is 'The buyer has it: the deal is done, with or without a code.';

create function public.choose_shipping(deal_id uuid) returns public.deals
language plpgsql security definer
set search_path = ''
as $$
declare
  deal public.deals := private.own_deal(choose_shipping.deal_id, array['agreed'], 'A meet-up is agreed. Change its time, or call it off.');
  ad public.listings;
begin
  select * into ad from public.listings listing where listing.id = deal.listing_id;
  if ad.delivery = 'pickup' then
    raise exception using errcode = 'PT409', message = 'The ad is for pick-up only.';
  elsif deal.mode = 'ship' then
    return deal;
  end if;
  update public.deals known set mode = 'ship', ship_cost_minor = ad.ship_cost_minor, proposed_by = null, proposed_at = null,
    proposed_place = null, changed_at = now()
  where known.id = deal.id returning * into deal;
  perform private.say_in_talk(deal.conversation_id, auth.uid(), 'deal_ships', jsonb_build_object('deal_id', deal.id));
  return deal;
end
$$;
comment on function public.choose_shipping(uuid) is 'The thing is sent instead of handed over. Proposing a meet-up goes back.';

create function public.mark_shipped(deal_id uuid, carrier text, tracking_number text) returns public.deals
language plpgsql security definer
set search_path = ''
as $$
declare
  deal public.deals := private.own_deal(mark_shipped.deal_id, array['agreed', 'handed_over'], 'A meet-up is agreed: this deal is not shipped.');
begin
  if deal.seller_id <> auth.uid() then
    raise exception using errcode = 'PT403', message = 'Only the seller can say that it was sent.';
  elsif deal.mode <> 'ship' then
    raise exception using errcode = 'PT409', message = 'This deal is a meet-up. Choose shipping first.';
  elsif char_length(btrim(coalesce(carrier, ''))) not between 2 and 60 then
    raise exception using errcode = 'PT422', message = 'Say who carries it, in 2 to 60 characters.';
  elsif private.has_contact(carrier) then
    raise exception using errcode = 'PT422', message = 'Write the name of the carrier only.';
  elsif btrim(coalesce(tracking_number, '')) !~ '^[A-Za-z0-9][A-Za-z0-9 -]{2,58}[A-Za-z0-9]$' then
    raise exception using errcode = 'PT422', message = 'Enter the tracking number: 4 to 60 letters and digits.';
  end if;
  if deal.state = 'handed_over' then
    -- A number typed wrong is put right.
    update public.deals known set carrier = btrim(mark_shipped.carrier), tracking_number = btrim(mark_shipped.tracking_number), changed_at = now()
    where known.id = deal.id returning * into deal;
    return deal;
  end if;
  update public.deals known set state = 'handed_over', handed_over_at = now(), carrier = btrim(mark_shipped.carrier),
    tracking_number = btrim(mark_shipped.tracking_number), changed_at = now()
  where known.id = deal.id returning * into deal;
  perform private.say_in_talk(deal.conversation_id, auth.uid(), 'deal_shipped',
    jsonb_build_object('deal_id', deal.id, 'carrier', deal.carrier, 'tracking_number', deal.tracking_number));
  perform private.notify(deal.buyer_id, 'deal_shipped', private.deal_facts(deal, auth.uid()), deal.id::text);
  return deal;
end
$$;
comment on function public.mark_shipped(uuid, text, text) is 'The parcel is with the carrier. Done when the buyer confirms it, or 14 days later.';

create function public.cancel_deal(deal_id uuid, reason text) returns public.deals
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  deal public.deals := private.own_deal(cancel_deal.deal_id, array['agreed', 'scheduled'], 'The thing is on its way: it can no longer be called off.');
begin
  if coalesce(reason, '') not in ('changed_mind', 'no_agreement', 'not_as_described', 'unsafe', 'other') then
    raise exception using errcode = 'PT422', message = 'Say why: changed_mind, no_agreement, not_as_described, unsafe or other.';
  end if;
  update public.deals known set state = 'cancelled', end_reason = reason, ended_at = now(), ended_by = me, changed_at = now()
  where known.id = deal.id returning * into deal;
  perform private.free_listing(deal.listing_id);
  perform private.say_in_talk(deal.conversation_id, me, 'deal_cancelled', jsonb_build_object('deal_id', deal.id, 'reason', reason));
  perform private.notify(private.other_of_deal(deal, me), 'deal_cancelled', private.deal_facts(deal, me), deal.id::text);
  return deal;
end
$$;
comment on function public.cancel_deal(uuid, text) is 'Calls a deal off before the handover. The ad is on offer again.';

create function public.report_no_show(deal_id uuid) returns public.deals
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  deal public.deals := private.own_deal(report_no_show.deal_id, array['scheduled'], 'No meet-up is agreed yet.');
begin
  if now() < deal.meet_at + interval '15 minutes' then
    raise exception using errcode = 'PT409', message = 'Wait until 15 minutes after the time you agreed.';
  end if;
  update public.deals known set state = 'no_show', no_show_by = private.other_of_deal(deal, me), ended_at = now(), ended_by = me, changed_at = now()
  where known.id = deal.id returning * into deal;
  perform private.free_listing(deal.listing_id);
  perform private.say_in_talk(deal.conversation_id, me, 'deal_no_show', jsonb_build_object('deal_id', deal.id, 'no_show_by', deal.no_show_by));
  perform private.notify(deal.no_show_by, 'deal_no_show', private.deal_facts(deal, me), deal.id::text);
  return deal;
end
$$;
comment on function public.report_no_show(uuid) is 'The other person did not come, 15 minutes after the time. The ad is on offer again.';

-- For the job: parcels that nobody spoke about for 14 days have arrived. Security definer: other people's deals.
create function private.complete_received() returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  sent record;
  done integer := 0;
begin
  for sent in
    select deal.id, deal.listing_id from public.deals deal
    where deal.state = 'handed_over' and deal.handed_over_at < now() - interval '14 days' order by deal.listing_id
  loop
    perform from public.listings listing where listing.id = sent.listing_id for no key update skip locked;
    continue when not found;
    if exists (select from public.deals deal where deal.id = sent.id and deal.state = 'handed_over') then
      perform private.complete_deal(sent.id, null);
      done := done + 1;
    end if;
  end loop;
  return done;
end
$$;

-- For the job: a day and two hours before a meet-up both are told, and buyers are asked after 12 days whether the parcel came.
create function private.remind_of_deals() returns void
language sql security definer
set search_path = ''
as $$
  select private.notify(person, 'meetup_soon', private.deal_facts(deal, private.other_of_deal(deal, person)),
    deal.id || ' ' || deal.meet_at || case when deal.meet_at < now() + interval '2 hours' then ' soon' else ' tomorrow' end)
  from public.deals deal cross join lateral unnest(array[deal.buyer_id, deal.seller_id]) as person
  where deal.state = 'scheduled' and deal.meet_at between now() and now() + interval '24 hours';
  select private.notify(deal.buyer_id, 'deal_receipt_due', private.deal_facts(deal, deal.seller_id), deal.id::text)
  from public.deals deal
  where deal.state = 'handed_over' and deal.handed_over_at < now() - interval '12 days';
$$;

grant execute on function public.accept_offer(uuid), public.propose_meetup(uuid, timestamptz, text),
  public.confirm_meetup(uuid, timestamptz), public.show_handover_code(uuid), public.enter_handover_code(uuid, text),
  public.confirm_receipt(uuid), public.choose_shipping(uuid), public.mark_shipped(uuid, text, text),
  public.cancel_deal(uuid, text), public.report_no_show(uuid) to authenticated;
