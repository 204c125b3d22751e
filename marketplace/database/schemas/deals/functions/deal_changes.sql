-- Security definer: as record_offer_change.
create or replace function private.record_deal_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.state <> old.state then
    insert into public.deal_events (conversation_id, deal_id, actor_id, from_state, to_state, details, created_at)
    values (new.conversation_id, new.id, auth.uid(), case when tg_op = 'UPDATE' then old.state end, new.state,
      jsonb_strip_nulls(jsonb_build_object('amount_minor', new.amount_minor, 'offer_id', new.offer_id, 'reason', new.end_reason,
        'no_show_by', new.no_show_by)), new.changed_at);
  end if;
  perform realtime.send(jsonb_build_object('deal', to_jsonb(new)), 'deal', 'conversation:' || new.conversation_id, true);
  return null;
end
$$;
create or replace trigger record_deal after insert or update on public.deals
  for each row execute function private.record_deal_change();

-- Ads with open deals can't be sold otherwise, paused, deleted or expired. Moderators can remove them, which cancels the deals.
create or replace function private.protect_promised_listing() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  promised integer := (select count(*) from public.deals deal
    where deal.listing_id = new.id and deal.state in ('agreed', 'scheduled', 'handed_over') and not private.has_open_order(deal.id))
    + private.units_ordered(new.id);
begin
  if promised = 0 or new.state = 'active' and promised < new.quantity then
    return new;
  elsif new.state = 'expired' then
    return null; -- its time is over once the deal is
  elsif new.state in ('hidden', 'removed') then
    update public.deals deal set
      state = 'cancelled', end_reason = 'ad_removed', ended_at = now(), ended_by = null, changed_at = now()
    where deal.listing_id = new.id and deal.state in ('agreed', 'scheduled')
      -- A shipment in transit continues.
      and not exists (select from private.orders_of(new.id) as bought where bought.deal_id = deal.id and bought.state not in ('awaiting_payment', 'paid'));
    return new;
  end if;
  raise exception using errcode = 'SK321', message = 'deal_open_on_ad';
end
$$;
create or replace trigger keep_promise before update of state on public.listings
  for each row when (old.state = 'reserved' and new.state <> 'reserved' or old.state = 'active' and new.state not in ('active', 'reserved'))
  execute function private.protect_promised_listing();

-- Makes an ad available again after a cancelled deal. Security definer: either party or the job may end a deal.
create or replace function private.free_listing(wanted uuid) returns void
language sql security definer set search_path = '' as $$
  update public.listings listing set state =
    case when listing.expires_at < now() or private.listing_problem(listing) is not null then 'expired' else 'active' end
  where listing.id = wanted and listing.state = 'reserved'
$$;

-- Cancels deals whose reservation expired; of one ad, or of all for the job. Security definer: other people's deals.
create or replace function private.expire_deals(of_listing uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  stale record;
  over public.deals;
  ended integer := 0;
begin
  for stale in
    select deal.id, deal.listing_id from public.deals deal
    where deal.state in ('agreed', 'scheduled') and deal.reserved_until <= now() and (of_listing is null or deal.listing_id = of_listing)
      and not private.has_open_order(deal.id)
    order by deal.listing_id
  loop
    -- Lock the ad first, as every function does; skip it if locked.
    perform from public.listings listing where listing.id = stale.listing_id for no key update skip locked;
    continue when not found;
    update public.deals deal set state = 'cancelled', end_reason = 'ran_out', ended_at = now(), changed_at = now()
      where deal.id = stale.id and deal.state in ('agreed', 'scheduled') and deal.reserved_until <= now()
      returning * into over;
    continue when not found;
    perform private.free_listing(over.listing_id);
    perform private.post_system_message(over.conversation_id, over.seller_id, 'deal_ran_out', jsonb_build_object('deal_id', over.id));
    perform private.notify(person, 'deal_cancelled', private.deal_facts(over, null), over.id::text) from unnest(array[over.buyer_id, over.seller_id]) as person;
    ended := ended + 1;
  end loop;
  return ended;
end
$$;

-- For the job: shipments count as received after 14 days. Security definer: other people's deals.
create or replace function private.complete_received() returns integer
language plpgsql security definer set search_path = '' as $$
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

-- For the job: reminders a day and two hours before a meet-up, and to buyers after 12 days.
create or replace function private.remind_of_deals() returns void
language sql security definer set search_path = '' as $$
  select private.notify(person, 'meetup_soon', private.deal_facts(deal, private.other_of_deal(deal, person)),
    deal.id || ' ' || deal.meet_at || case when deal.meet_at < now() + interval '2 hours' then ' soon' else ' tomorrow' end)
  from public.deals deal cross join lateral unnest(array[deal.buyer_id, deal.seller_id]) as person
  where deal.state = 'scheduled' and deal.meet_at between now() and now() + interval '24 hours';
  select private.notify(deal.buyer_id, 'deal_receipt_due', private.deal_facts(deal, deal.seller_id), deal.id::text)
  from public.deals deal
  where deal.state = 'handed_over' and deal.handed_over_at < now() - interval '12 days';
$$;
