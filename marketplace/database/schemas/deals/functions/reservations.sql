-- The caller's ad of a conversation, locked. Security definer: ads are closed.
create or replace function private.lock_own_conversation_ad(wanted uuid, allowed_states text[], refusal jsonb,
  out talk public.conversations, out ad public.listings)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null, 'SK112', 'own_ads_signed_out');
  select * into talk from public.conversations conversation where conversation.id = wanted and conversation.seller_id = auth.uid();
  perform private.refuse_if(not found, 'SK201', 'no_such_conversation');
  ad := private.lock_own_listing(talk.listing_id, allowed_states, refusal);
  perform private.refuse_if(ad.type = 'wanted', 'SK113', 'wanted_not_sellable');
  perform private.refuse_if(talk.state <> 'open', 'SK303', 'conversation_closed_for_deals');
  perform private.refuse_if(exists (select from public.deals deal
    where deal.conversation_id = talk.id and deal.state in ('agreed', 'scheduled', 'handed_over')), 'SK321', 'deal_open_on_ad');
end
$$;

-- Security definer: ad states and reservations are closed.
create or replace function public.reserve_for(conversation_id uuid) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  held record := private.lock_own_conversation_ad(reserve_for.conversation_id, array['active', 'reserved'], private.problem('SK115', 'only_on_offer_reservable'));
  ad public.listings := held.ad;
  kept public.reservations;
begin
  select * into kept from public.reservations known where known.listing_id = ad.id and known.state = 'held';
  if kept.conversation_id = (held.talk).id then
    return ad; -- idempotent
  end if;
  perform private.refuse_if(exists (select from public.deals deal where deal.listing_id = ad.id and deal.state in ('agreed', 'scheduled', 'handed_over')),
    'SK321', 'deal_open_on_ad');
  perform private.refuse_if(kept.id is not null, 'SK354', 'reserved_for_other');
  perform private.refuse_if(ad.quantity > 1, 'SK355', 'several_not_reservable');
  insert into public.reservations (listing_id, conversation_id, buyer_id, seller_id)
  values (ad.id, (held.talk).id, (held.talk).buyer_id, ad.seller_id) returning * into kept;
  update public.listings listing set state = 'reserved' where listing.id = ad.id returning * into ad;
  perform private.post_system_message(kept.conversation_id, ad.seller_id, 'listing_reserved_for', jsonb_build_object('name',
    (select split_part(seller.display_name, ' ', 1) from public.sellers seller where seller.id = kept.buyer_id)));
  perform private.notify(kept.buyer_id, 'reserved_for_you', private.offer_facts(held.talk, ad.seller_id), kept.id::text);
  return ad;
end
$$;
comment on function public.reserve_for(uuid) is 'Reserves the ad of a conversation for its buyer, until it is made available again or sold. Idempotent.';
grant execute on function public.reserve_for(uuid) to authenticated;

-- Security definer: as above.
create or replace function public.sell_to(conversation_id uuid) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  held record := private.lock_own_conversation_ad(sell_to.conversation_id, array['active', 'reserved', 'paused', 'expired', 'sold'],
    private.problem('SK116', 'only_published_sellable'));
  ad public.listings := held.ad;
  bought public.reservations;
begin
  if exists (select from public.reservations known where known.conversation_id = (held.talk).id and known.state = 'sold') then
    return ad; -- idempotent
  end if;
  perform private.refuse_if(ad.state = 'sold', 'SK114', 'ad_sold_already');
  update public.reservations known set state = 'sold', changed_at = now()
    where known.conversation_id = (held.talk).id and known.state = 'held' returning * into bought;
  if not found then
    insert into public.reservations (listing_id, conversation_id, buyer_id, seller_id, state)
    values (ad.id, (held.talk).id, (held.talk).buyer_id, ad.seller_id, 'sold') returning * into bought;
  end if;
  ad := public.mark_listing_sold(ad.id);
  perform private.post_system_message(bought.conversation_id, ad.seller_id, 'listing_sold_to', jsonb_build_object('name',
    (select split_part(seller.display_name, ' ', 1) from public.sellers seller where seller.id = bought.buyer_id)));
  perform private.notify(bought.buyer_id, 'sold_to_you', private.offer_facts(held.talk, ad.seller_id), bought.id::text);
  return ad;
end
$$;
comment on function public.sell_to(uuid) is 'Marks the ad of a conversation as sold to its buyer. Idempotent.';
grant execute on function public.sell_to(uuid) to authenticated;

-- Ends reservations when an ad is no longer reserved, or available again. Security definer: reservations are closed.
create or replace function private.end_reservations() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ended public.reservations;
begin
  for ended in
    update public.reservations known set state = 'released', changed_at = now()
    where known.listing_id = new.id and known.state = case old.state when 'sold' then 'sold' else 'held' end returning *
  loop
    perform private.notify(ended.buyer_id, 'reservation_ended', jsonb_build_object('conversation_id', ended.conversation_id,
      'listing_id', new.id, 'title', new.title), ended.id::text);
  end loop;
  return null;
end
$$;
create or replace trigger end_reservations after update of state on public.listings
  for each row when (old.state = 'reserved' and new.state <> 'reserved' or old.state = 'sold' and new.state = 'active')
  execute function private.end_reservations();

-- Replaced by a message with the name.
create or replace function private.has_own_news(talk uuid, what text) returns boolean
language sql stable set search_path = ''
return what in ('listing_reserved', 'listing_sold') and exists (
  select from public.reservations known where known.conversation_id = talk
    and known.state = case what when 'listing_sold' then 'sold' else 'held' end);

-- Excludes the parties of a deal or reservation from notifications about it, including simultaneous ones.
create or replace function private.is_party_to(person uuid, news private.listing_news) returns boolean
language sql stable set search_path = ''
return exists (
    select from public.deals deal where deal.listing_id = news.listing_id and person in (deal.buyer_id, deal.seller_id)
      and (news.what in ('reserved', 'sold') and deal.state in ('agreed', 'scheduled', 'handed_over')
        or news.what = 'reserved' and deal.created_at = news.created_at
        or news.what in ('sold', 'back') and deal.ended_at = news.created_at))
  or exists (
    select from public.reservations known where known.listing_id = news.listing_id and known.buyer_id = person
      and (news.what in ('reserved', 'sold') and known.state in ('held', 'sold') or known.changed_at = news.created_at));
