-- Offers: what one person of a conversation would pay or take for the ad. One is open at a time; accepting one makes a deal.

alter table public.listings
  add column offer_floor_pct smallint not null default 50 check (offer_floor_pct between 0 and 100);
comment on column public.listings.offer_floor_pct is 'The least a buyer may offer, in percent of the asking price. The seller''s to set.';
grant insert (offer_floor_pct), update (offer_floor_pct) on public.listings to authenticated;

create table public.offers (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations on delete cascade,
  listing_id uuid not null references public.listings on delete cascade,
  from_id uuid not null references public.sellers on delete cascade,
  by_role text not null check (by_role in ('buyer', 'seller')),
  amount_minor integer not null check (amount_minor between 0 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null default 'pending'
    check (state in ('pending', 'accepted', 'declined', 'countered', 'withdrawn', 'expired', 'superseded')),
  counters_id uuid references public.offers on delete cascade,
  client_id uuid not null,
  expires_at timestamptz not null default now() + interval '48 hours',
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint offers_said_once unique (from_id, client_id)
);
comment on table public.offers is 'One amount, put forward by one side of a conversation. Written by make_offer() and the verbs that answer it; words that go with it are its message.';
comment on column public.offers.amount_minor is 'Zero for a free ad, and for nothing else: asking for the thing is an offer of nothing.';
comment on column public.offers.by_role is 'The side of the conversation that it comes from: its buyer_id or its seller_id.';
comment on column public.offers.client_id is 'Chosen by the device: sending again after a lost answer makes no second offer.';
comment on column public.offers.state is 'pending may already be over: current_state() counts the clock in.';
create unique index offers_one_open_idx on public.offers (conversation_id) where state = 'pending';
create index offers_conversation_idx on public.offers (conversation_id, created_at);
create index offers_listing_idx on public.offers (listing_id) where state = 'pending';
create index offers_over_idx on public.offers (expires_at) where state = 'pending';

alter table public.offers enable row level security;
create policy "only the two people of a conversation see its offers" on public.offers
  for select to authenticated
  using (exists (select from public.conversations conversation where conversation.id = conversation_id));
revoke all on public.offers from anon, authenticated;
grant select on public.offers to authenticated;

create function public.current_state(offer public.offers) returns text
language sql stable
set search_path = ''
return case when offer.state = 'pending' and offer.expires_at <= now() then 'expired' else offer.state end;
comment on function public.current_state(public.offers) is 'The state of an offer by the clock: over after 48 hours, whether or not the job has come round.';
grant execute on function public.current_state(public.offers) to authenticated;

create table public.trade_events (
  id bigint generated always as identity primary key,
  conversation_id uuid not null references public.conversations on delete cascade,
  offer_id uuid,
  deal_id uuid,
  actor_id uuid,
  from_state text,
  to_state text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  check (num_nonnulls(offer_id, deal_id) = 1)
);
comment on table public.trade_events is 'Append-only: each change of an offer or a deal, and who made it (null: the clock). Written by triggers only.';
create index trade_events_conversation_idx on public.trade_events (conversation_id, id);
alter table public.trade_events enable row level security;
create policy "only the two people of a conversation read what became of its offers and deals" on public.trade_events
  for select to authenticated
  using (exists (select from public.conversations conversation where conversation.id = conversation_id));
revoke all on public.trade_events from anon, authenticated;
grant select on public.trade_events to authenticated;

-- Security definer: the log is closed to everybody, and realtime.send to callers.
create function private.record_offer_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.trade_events (conversation_id, offer_id, actor_id, from_state, to_state, details, created_at)
  values (new.conversation_id, new.id, auth.uid(), case when tg_op = 'UPDATE' then old.state end, new.state,
    jsonb_build_object('amount_minor', new.amount_minor, 'by_role', new.by_role), new.changed_at);
  perform realtime.send(jsonb_build_object('offer', to_jsonb(new)), 'offer', 'conversation:' || new.conversation_id, true);
  return null;
end
$$;
create trigger record_offer after insert on public.offers
  for each row execute function private.record_offer_change();
create trigger record_offer_change after update of state on public.offers
  for each row when (old.state is distinct from new.state)
  execute function private.record_offer_change();

insert into public.notification_kinds (kind, group_name, title, urgent) values
  ('offer_received', 'deals', 'An offer', false),
  ('offer_accepted', 'deals', 'Your offer was accepted', true),
  ('offer_declined', 'deals', 'Your offer was declined', false),
  ('offer_expired', 'deals', 'Your offer ran out', false);

-- What a notification about a trade carries: ids, and the few facts of its sentence.
create function private.trade_facts(talk public.conversations, teller uuid, more jsonb default '{}') returns jsonb
language sql stable
set search_path = ''
return (
  select jsonb_build_object('conversation_id', talk.id, 'listing_id', talk.listing_id, 'title', listing.title,
    'from', (select seller.display_name from public.sellers seller where seller.id = teller)) || more
  from public.listings listing where listing.id = talk.listing_id
);

-- A line in the conversation that says what happened, in the name of whoever did it.
create function private.say_in_talk(talk uuid, who uuid, what text, details jsonb) returns void
language sql
set search_path = ''
as $$
  insert into public.messages (conversation_id, sender_id, kind, body, payload) values (talk, who, 'system', what, details)
$$;

create function private.money_text(minor integer, currency text) returns text
language sql immutable
set search_path = ''
return currency || ' ' || trim(to_char(minor / 100.0, case when minor % 100 = 0 then 'FM999,999,990' else 'FM999,999,990.00' end));

create function private.offer_floor(ad public.listings) returns integer
language sql immutable
set search_path = ''
return case when ad.type <> 'wanted' and ad.price_minor > 0 then greatest(1, ceil(ad.price_minor * ad.offer_floor_pct / 100.0)::integer) else 1 end;

-- What speaks against an amount, as a sentence, or null. Under a wanted ad both sides are free to name any; what is free is asked
-- for with none.
create function private.amount_problem(ad public.listings, by_role text, amount integer) returns text
language sql immutable
set search_path = ''
return case
  when ad.type = 'free' and amount = 0 then null
  when ad.type = 'free' then 'This is free: ask for it without an amount.'
  when amount is null or amount < 1 then 'Enter an amount.'
  when amount > 100000000 then 'The highest amount is 1,000,000.'
  when ad.type = 'wanted' or coalesce(ad.price_minor, 0) = 0 then null
  when amount > ad.price_minor and by_role = 'seller'
    then format('You ask for %s: a counter-offer cannot be higher.', private.money_text(ad.price_minor, ad.currency))
  when amount > ad.price_minor
    then format('The asking price is %s. Offer that or less.', private.money_text(ad.price_minor, ad.currency))
  when by_role = 'buyer' and amount < private.offer_floor(ad)
    then format('The seller takes offers from %s on.', private.money_text(private.offer_floor(ad), ad.currency))
end;

-- Ends the offers whose 48 hours are over; of one ad, or of all for the job. Security definer: other people's offers too.
create function private.expire_offers(of_listing uuid default null) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  over public.offers;
  talk public.conversations;
  ended integer := 0;
begin
  for over in
    select * from public.offers offer
    where offer.state = 'pending' and offer.expires_at <= now() and (of_listing is null or offer.listing_id = of_listing)
    order by offer.id
    for update skip locked -- somebody is answering it this moment
  loop
    update public.offers offer set state = 'expired', changed_at = now() where offer.id = over.id;
    select * into talk from public.conversations conversation where conversation.id = over.conversation_id;
    perform private.say_in_talk(over.conversation_id, over.from_id, 'offer_expired', jsonb_build_object('offer_id', over.id));
    perform private.notify(over.from_id, 'offer_expired',
      private.trade_facts(talk, null, jsonb_build_object('amount_minor', over.amount_minor, 'currency', over.currency)), over.id::text);
    ended := ended + 1;
  end loop;
  return ended;
end
$$;

-- Takes every open offer on an ad out of the running. Security definer: other people's offers.
create function private.supersede_offers(of_listing uuid) returns void
language sql security definer
set search_path = ''
as $$
  update public.offers offer set state = 'superseded', changed_at = now()
  where offer.listing_id = of_listing and offer.state = 'pending'
$$;

-- Security definer: as above.
create function private.drop_offers_with_listing() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.supersede_offers(new.id);
  return null;
end
$$;
create trigger drop_offers_with_listing after update of state on public.listings
  for each row when (old.state in ('active', 'reserved') and new.state not in ('active', 'reserved'))
  execute function private.drop_offers_with_listing();

-- Puts an amount into a conversation, once the verbs have found that it may be. Security definer: the tables are closed.
create function private.place_offer(talk public.conversations, ad public.listings, me uuid, amount integer, said uuid,
  words text, answered uuid) returns public.offers
language plpgsql security definer
set search_path = ''
as $$
declare
  side text := case when me = talk.buyer_id then 'buyer' else 'seller' end;
  problem text := private.amount_problem(ad, side, amount);
  made public.offers;
begin
  if problem is not null then
    raise exception using errcode = 'PT422', message = problem;
  elsif ad.type = 'free' and side = 'seller' then
    raise exception using errcode = 'PT422', message = 'Whoever would like it asks for it; you say yes.';
  elsif side = 'buyer' and (
    select count(*) from public.offers offer where offer.conversation_id = talk.id and offer.by_role = 'buyer') >= 3 then
    raise exception using errcode = 'PT409',
      message = case when ad.type = 'free' then 'You have asked for this three times, which is as often as one can. Write to the giver instead.'
        else 'You have made three offers on this ad, which is as many as there are. Write to the seller instead.' end;
  elsif char_length(words) > 2000 then
    raise exception using errcode = 'PT422', message = 'A message can have 2,000 characters. Shorten it.';
  end if;
  insert into public.offers (conversation_id, listing_id, from_id, by_role, amount_minor, currency, counters_id, client_id)
  values (talk.id, ad.id, me, side, amount, ad.currency, answered, said) returning * into made;
  insert into public.messages (conversation_id, sender_id, kind, body, payload, client_id)
  values (talk.id, me, 'offer', nullif(btrim(words), ''), jsonb_build_object('offer_id', made.id, 'amount_minor', amount,
    'currency', made.currency, 'by_role', side, 'expires_at', made.expires_at), said);
  update public.conversations conversation set last_message_body = case
      when amount = 0 then 'Would like to have it' else 'Offer: ' || private.money_text(amount, made.currency) end
  where conversation.id = talk.id and conversation.last_message_body = '';
  perform private.notify(case when me = talk.buyer_id then talk.seller_id else talk.buyer_id end, 'offer_received',
    private.trade_facts(talk, me, jsonb_build_object('offer_id', made.id, 'amount_minor', amount, 'currency', made.currency,
      'is_counter', answered is not null)), made.id::text);
  return made;
end
$$;

-- Refuses unless something can still be agreed in this conversation. The ad is locked by the caller, and read after that.
create function private.require_open_trade(talk public.conversations, ad public.listings) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if ad.state = 'sold' then
    raise exception using errcode = 'PT409', message = 'This ad has been sold. Look for similar ones.';
  elsif ad.state = 'reserved' then
    raise exception using errcode = 'PT409', message = 'This ad is reserved. If that falls through, it is on offer again.';
  elsif ad.state <> 'active' or ad.expires_at < now() then
    raise exception using errcode = 'PT409', message = 'This ad is no longer on offer.';
  elsif talk.state <> 'open' then
    raise exception using errcode = 'PT403', message = 'This conversation is closed: no offers can be made in it.';
  end if;
end
$$;

-- Security definer: offers and messages of this kind are closed to callers.
create function public.make_offer(amount_minor integer, client_id uuid, listing_id uuid default null,
  conversation_id uuid default null, message text default null) returns public.offers
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  ad public.listings;
  talk public.conversations;
  made public.offers;
begin
  if me is null then
    raise exception using errcode = 'PT401', message = 'Sign in to make an offer.';
  end if;
  select * into made from public.offers offer where offer.from_id = me and offer.client_id = make_offer.client_id;
  if found then
    return made;
  end if;
  if make_offer.conversation_id is not null then
    select * into talk from public.conversations conversation
      where conversation.id = make_offer.conversation_id and me in (conversation.buyer_id, conversation.seller_id);
    if not found then
      raise exception using errcode = 'PT404', message = 'This conversation does not exist, or you are not part of it.';
    end if;
  else
    select * into ad from public.listings listing where listing.id = make_offer.listing_id;
    if ad.seller_id = me then
      raise exception using errcode = 'PT422', message = 'You cannot make an offer on your own ad.';
    end if;
    talk := private.open_conversation(ad, me);
  end if;

  -- Every verb locks the ad first: whatever is agreed about it, is agreed one after another.
  perform from public.listings listing where listing.id = talk.listing_id for no key update;
  -- The same tap once more may have come through meanwhile.
  select * into made from public.offers offer where offer.from_id = me and offer.client_id = make_offer.client_id;
  if found then
    return made;
  end if;
  perform private.lapse_deals(talk.listing_id);
  perform private.expire_offers(talk.listing_id);
  select * into ad from public.listings listing where listing.id = talk.listing_id;
  perform private.require_open_trade(talk, ad);

  select * into made from public.offers offer where offer.conversation_id = talk.id and offer.state = 'pending';
  if found and made.from_id <> me then
    raise exception using errcode = 'PT409', message = 'There is an open offer already. Accept, counter or decline it.';
  elsif found then
    update public.offers offer set state = 'superseded', changed_at = now() where offer.id = made.id;
  end if;
  return private.place_offer(talk, ad, me, amount_minor, client_id, message, null);
end
$$;
comment on function public.make_offer(integer, uuid, uuid, uuid, text) is
  'Offers an amount (0 to ask for what is free): on an ad (which opens the conversation) or in a conversation. A new one takes the place of one''s own open one; the same client_id again changes nothing.';

-- The offer and what is around it, the ad locked, for somebody of its conversation. Security definer: for the verbs.
create function private.lock_offer(wanted uuid, out offer public.offers, out talk public.conversations, out ad public.listings)
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  if me is null then
    raise exception using errcode = 'PT401', message = 'Sign in to answer offers.';
  end if;
  select conversation.* into talk from public.conversations conversation
    join public.offers known on known.conversation_id = conversation.id
    where known.id = wanted and me in (conversation.buyer_id, conversation.seller_id);
  if not found then
    raise exception using errcode = 'PT404', message = 'This offer does not exist, or it is not yours to answer.';
  end if;
  perform from public.listings listing where listing.id = talk.listing_id for no key update;
  perform private.lapse_deals(talk.listing_id);
  perform private.expire_offers(talk.listing_id);
  select * into ad from public.listings listing where listing.id = talk.listing_id;
  select * into offer from public.offers known where known.id = wanted for update;
end
$$;

-- Why an offer can no longer be answered, in words.
create function private.require_pending(offer public.offers) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if offer.state <> 'pending' then
    raise exception using errcode = 'PT409', message = case offer.state
      when 'accepted' then 'This offer was accepted already.'
      when 'declined' then 'This offer was declined already.'
      when 'countered' then 'This offer was answered with another one.'
      when 'withdrawn' then 'This offer was withdrawn.'
      when 'expired' then 'This offer has run out: offers hold for 48 hours.'
      else 'This offer no longer holds: something else came first.' end;
  end if;
end
$$;

-- Security definer: see make_offer.
create function public.counter_offer(offer_id uuid, amount_minor integer, client_id uuid, message text default null)
returns public.offers
language plpgsql security definer
set search_path = ''
as $$
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
  if (held.offer).from_id = me then
    raise exception using errcode = 'PT409', message = 'This is your own offer. Withdraw it, or make another one.';
  end if;
  perform private.require_pending(held.offer);
  perform private.require_open_trade(held.talk, held.ad);
  if (held.ad).type = 'free' then
    raise exception using errcode = 'PT422', message = 'It is free: say yes or no.';
  elsif (held.ad).type <> 'wanted' and ((held.offer).by_role = 'buyer' and amount_minor <= (held.offer).amount_minor
    or (held.offer).by_role = 'seller' and amount_minor >= (held.offer).amount_minor) then
    raise exception using errcode = 'PT422', message = 'Theirs is as good or better for you. Accept it instead.';
  end if;
  update public.offers offer set state = 'countered', changed_at = now() where offer.id = (held.offer).id;
  return private.place_offer(held.talk, held.ad, me, amount_minor, client_id, message, (held.offer).id);
end
$$;
comment on function public.counter_offer(uuid, integer, uuid, text) is 'Answers the other person''s open offer with another amount.';

-- Security definer: see make_offer.
create function public.decline_offer(offer_id uuid) returns public.offers
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  held record;
  answered public.offers;
begin
  held := private.lock_offer(decline_offer.offer_id);
  if (held.offer).from_id = me then
    raise exception using errcode = 'PT409', message = 'This is your own offer. Withdraw it instead.';
  elsif (held.offer).state = 'declined' then
    return held.offer;
  end if;
  perform private.require_pending(held.offer);
  update public.offers offer set state = 'declined', changed_at = now() where offer.id = (held.offer).id returning * into answered;
  perform private.say_in_talk(answered.conversation_id, me, 'offer_declined', jsonb_build_object('offer_id', answered.id));
  perform private.notify(answered.from_id, 'offer_declined', private.trade_facts(held.talk, me, jsonb_build_object(
    'offer_id', answered.id, 'amount_minor', answered.amount_minor, 'currency', answered.currency)), answered.id::text);
  return answered;
end
$$;
comment on function public.decline_offer(uuid) is 'Says no to the other person''s open offer.';

-- Security definer: see make_offer.
create function public.withdraw_offer(offer_id uuid) returns public.offers
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  held record;
  taken public.offers;
begin
  held := private.lock_offer(withdraw_offer.offer_id);
  if (held.offer).from_id <> me then
    raise exception using errcode = 'PT409', message = 'This is not your offer. Decline it instead.';
  elsif (held.offer).state = 'withdrawn' then
    return held.offer;
  end if;
  perform private.require_pending(held.offer);
  update public.offers offer set state = 'withdrawn', changed_at = now() where offer.id = (held.offer).id returning * into taken;
  perform private.say_in_talk(taken.conversation_id, me, 'offer_withdrawn', jsonb_build_object('offer_id', taken.id));
  return taken;
end
$$;
comment on function public.withdraw_offer(uuid) is 'Takes one''s own open offer back. It stays one of the three.';

create function public.offer_terms(listing_id uuid) returns jsonb
language sql stable
set search_path = ''
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
comment on function public.offer_terms(uuid) is 'What the caller needs to know before making an offer as a buyer: floor, tries left, and the offer that is open.';
grant execute on function public.make_offer(integer, uuid, uuid, uuid, text), public.counter_offer(uuid, integer, uuid, text),
  public.decline_offer(uuid), public.withdraw_offer(uuid), public.offer_terms(uuid) to authenticated;
grant execute on function private.expire_offers(uuid) to service_role;
