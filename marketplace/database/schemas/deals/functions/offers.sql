create or replace function private.offer_floor(ad public.listings) returns integer
language sql immutable set search_path = ''
return case when ad.type <> 'wanted' and ad.price_minor > 0 then greatest(1, ceil(ad.price_minor * ad.offer_floor_pct / 100.0)::integer) else 1 end;

-- The problem with an amount, or null. Wanted ads allow any amount, free items none.
create or replace function private.amount_problem(ad public.listings, by_role text, amount integer) returns jsonb
language sql immutable set search_path = ''
return case
  when ad.type = 'free' and amount = 0 then null
  when ad.type = 'free' then private.problem('SK347', 'free_without_amount')
  when amount is null or amount < 1 then private.problem('SK348', 'no_amount')
  when amount > 100000000 then private.problem('SK349', 'amount_too_high')
  when ad.type = 'wanted' or coalesce(ad.price_minor, 0) = 0 then null
  when amount > ad.price_minor and by_role = 'seller'
    then private.problem('SK350', 'counter_above_price', jsonb_build_object('amount', private.money(ad.price_minor, ad.currency)))
  when amount > ad.price_minor
    then private.problem('SK351', 'offer_above_price', jsonb_build_object('amount', private.money(ad.price_minor, ad.currency)))
  when by_role = 'buyer' and amount < private.offer_floor(ad)
    then private.problem('SK352', 'offer_below_floor', jsonb_build_object('amount', private.money(private.offer_floor(ad), ad.currency)))
end;

-- Creates an offer after validation by its callers. Security definer: the tables are closed.
create or replace function private.place_offer(talk public.conversations, ad public.listings, me uuid, amount integer, said uuid,
  words text, answered uuid) returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  side text := case when me = talk.buyer_id then 'buyer' else 'seller' end;
  made public.offers;
begin
  perform private.refuse(private.amount_problem(ad, side, amount));
  perform private.refuse_if(ad.type = 'free' and side = 'seller', 'SK340', 'giver_cannot_offer');
  perform private.refuse_if(side = 'buyer' and (
    select count(*) from public.offers offer where offer.conversation_id = talk.id and offer.by_role = 'buyer') >= 3,
    'SK341', 'offers_used_up', jsonb_build_object('type', ad.type));
  perform private.refuse_if(char_length(words) > 2000, 'SK342', 'offer_message_too_long');
  insert into public.offers (conversation_id, listing_id, from_id, by_role, amount_minor, currency, counters_id, client_id)
  values (talk.id, ad.id, me, side, amount, ad.currency, answered, said) returning * into made;
  insert into public.messages (conversation_id, sender_id, kind, body, payload, client_id)
  values (talk.id, me, 'offer', nullif(btrim(words), ''), jsonb_build_object('offer_id', made.id, 'amount_minor', amount,
    'currency', made.currency, 'by_role', side, 'expires_at', made.expires_at), said);
  perform private.notify(case when me = talk.buyer_id then talk.seller_id else talk.buyer_id end, 'offer_received',
    private.offer_facts(talk, me, jsonb_build_object('offer_id', made.id, 'amount_minor', amount, 'currency', made.currency,
      'is_counter', answered is not null)), made.id::text);
  return made;
end
$$;

-- The user for whom the ad is reserved can still make a deal.
create or replace function private.require_open_deal(talk public.conversations, ad public.listings) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse_if(ad.state = 'sold', 'SK108', 'ad_sold');
  perform private.refuse_if(ad.state = 'reserved' and not exists (
    select from public.reservations known where known.conversation_id = talk.id and known.state = 'held'), 'SK109', 'ad_reserved');
  perform private.refuse_if(ad.state not in ('active', 'reserved') or ad.expires_at < now(), 'SK110', 'ad_not_on_offer');
  perform private.refuse_if(talk.state <> 'open', 'SK343', 'conversation_closed_for_offers');
end
$$;

-- Security definer: offers and their messages are closed.
create or replace function public.make_offer(amount_minor integer, client_id uuid, listing_id uuid default null,
  conversation_id uuid default null, message text default null) returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  ad public.listings;
  talk public.conversations;
  made public.offers;
begin
  perform private.refuse_if(me is null, 'SK344', 'offer_signed_out');
  select * into made from public.offers offer where offer.from_id = me and offer.client_id = make_offer.client_id;
  if found then
    return made;
  end if;
  if make_offer.conversation_id is not null then
    select * into talk from public.conversations conversation
      where conversation.id = make_offer.conversation_id and me in (conversation.buyer_id, conversation.seller_id);
    perform private.refuse_if(not found, 'SK201', 'no_such_conversation');
  else
    select * into ad from public.listings listing where listing.id = make_offer.listing_id;
    perform private.refuse_if(ad.seller_id = me, 'SK345', 'own_ad_offer');
    talk := private.open_conversation(ad, me);
  end if;

  -- Lock the ad first: agreements about it are sequential.
  perform from public.listings listing where listing.id = talk.listing_id for no key update;
  -- A concurrent request may have succeeded.
  select * into made from public.offers offer where offer.from_id = me and offer.client_id = make_offer.client_id;
  if found then
    return made;
  end if;
  perform private.expire_deals(talk.listing_id);
  perform private.expire_offers(talk.listing_id);
  select * into ad from public.listings listing where listing.id = talk.listing_id;
  perform private.require_open_deal(talk, ad);

  select * into made from public.offers offer where offer.conversation_id = talk.id and offer.state = 'pending';
  perform private.refuse_if(made.from_id <> me, 'SK346', 'offer_open_already');
  if made.id is not null then
    update public.offers offer set state = 'superseded', changed_at = now() where offer.id = made.id;
  end if;
  return private.place_offer(talk, ad, me, amount_minor, client_id, message, null);
end
$$;
comment on function public.make_offer(integer, uuid, uuid, uuid, text) is
  'Makes an offer (0 requests a free item): on an ad, which opens the conversation, or in a conversation. Replaces the caller''s open offer; idempotent by client_id.';
grant execute on function public.make_offer(integer, uuid, uuid, uuid, text) to authenticated;
