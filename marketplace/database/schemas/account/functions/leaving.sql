create or replace function private.is_leaving(person uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from private.departures departure where departure.user_id = person);

create or replace function private.hide_seller(person uuid) returns void
language sql set search_path = '' as $$
  update public.sellers seller set display_name = 'Deleted account', avatar_path = null, bio = '', city = '', area = '',
    seller_type = 'private', email_verified = false, phone_verified = false, id_verified = false, business_verified = false,
    away_from = null, away_until = null, away_note = '', left_at = coalesce(seller.left_at, now())
  where seller.id = person
$$;

-- Cancels open deals and offers; shipments in transit continue. Security definer: changes other users' rows.
create or replace function private.end_deals_of(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  open_deal public.deals;
  open_offer public.offers;
  talk public.conversations;
begin
  for open_deal in
    select * from public.deals deal
    where person in (deal.buyer_id, deal.seller_id) and deal.state in ('agreed', 'scheduled') and not private.has_open_order(deal.id)
    order by deal.listing_id
  loop
    perform from public.listings listing where listing.id = open_deal.listing_id for no key update;
    update public.deals deal set state = 'cancelled', end_reason = 'left', ended_at = now(), ended_by = person, changed_at = now()
      where deal.id = open_deal.id and deal.state in ('agreed', 'scheduled') returning * into open_deal;
    continue when not found;
    perform private.free_listing(open_deal.listing_id);
    perform private.post_system_message(open_deal.conversation_id, person, 'deal_cancelled',
      jsonb_build_object('deal_id', open_deal.id, 'reason', 'left'));
    perform private.notify(private.other_of_deal(open_deal, person), 'deal_cancelled', private.deal_facts(open_deal, person), open_deal.id::text);
  end loop;
  for open_offer in
    select offer.* from public.offers offer join public.conversations known on known.id = offer.conversation_id
    where person in (known.buyer_id, known.seller_id) and offer.state = 'pending'
    order by offer.listing_id
    for update of offer
  loop
    select * into talk from public.conversations known where known.id = open_offer.conversation_id;
    update public.offers offer set state = case when offer.from_id = person then 'withdrawn' else 'declined' end, changed_at = now()
      where offer.id = open_offer.id;
    perform private.post_system_message(talk.id, person, case when open_offer.from_id = person then 'offer_withdrawn' else 'offer_declined' end,
      jsonb_build_object('offer_id', open_offer.id));
    if open_offer.from_id <> person then
      perform private.notify(open_offer.from_id, 'offer_declined', private.offer_facts(talk, person, jsonb_build_object(
        'offer_id', open_offer.id, 'amount_minor', open_offer.amount_minor, 'currency', open_offer.currency)), open_offer.id::text);
    end if;
  end loop;
end
$$;

-- Hides an account reversibly. Security definer: writes closed tables.
create or replace function private.hide_account(person uuid, erase_at timestamptz, told_at timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
begin
  -- Without the caller's claims, since suspended users may delete their account too.
  perform set_config('request.jwt.claims', '', true);
  perform private.end_deals_of(person);
  insert into private.departures (user_id, erase_at, told_at) values (person, hide_account.erase_at, hide_account.told_at)
    on conflict (user_id) do nothing;
  update public.conversations talk set state = 'locked', lock_reason = 'left'
    where talk.state = 'open' and person in (talk.buyer_id, talk.seller_id);
  insert into private.departed_ads (listing_id, state)
    select ad.id, ad.state from public.listings ad where ad.seller_id = person and ad.state in ('active', 'reserved')
    on conflict (listing_id) do nothing;
  update public.listings ad set state = case when private.listing_problem(ad) is null then 'paused' else 'expired' end
    where ad.seller_id = person and ad.state in ('active', 'reserved')
      and not exists (select from public.deals deal where deal.listing_id = ad.id and deal.state = 'handed_over');
  -- Ads that stay reserved for a shipment in transit.
  delete from private.listing_search found using public.listings ad where ad.id = found.listing_id and ad.seller_id = person;
  perform private.hide_seller(person);
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
end
$$;

-- Security definer: ends sessions, which belong to the auth service.
create or replace function public.delete_my_account() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  erase_at constant timestamptz := now() + interval '30 days';
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK003', 'account_deletion_signed_out');
  perform private.refuse_if(not private.has_proved_within('5 minutes'), 'SK004', 'fresh_proof_needed');
  perform private.refuse_if(private.has_open_business(me), 'SK387', 'orders_open');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('leave:' || me, 0));
  perform private.hide_account(me, erase_at);
  delete from auth.sessions session where session.user_id = me;
  perform private.run_job_now('erase-accounts');
  return jsonb_build_object('erase_at', (select departure.erase_at from private.departures departure where departure.user_id = me));
end
$$;
comment on function public.delete_my_account() is
  'Deletes the account: hidden and signed out everywhere immediately, erased after 30 days; signing in before that undoes it. Requires a proof of identity from the last five minutes.';
grant execute on function public.delete_my_account() to authenticated;

-- Suppresses notifications to deleted accounts. Runs inside private.notify().
create or replace function private.suppress_notifications_of_departed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind <> 'account_kept' and private.is_leaving(new.user_id) then
    new.email_state := 'none';
    new.push_state := 'none';
  end if;
  return new;
end
$$;
create or replace trigger leave_in_peace before insert or update of email_state, push_state on public.notifications
  for each row when (new.email_state = 'due' or new.push_state = 'due')
  execute function private.suppress_notifications_of_departed();

-- A soft deletion by the auth service hides the account as well.
create or replace function private.hide_account_on_soft_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.hide_account(new.id, 'infinity', now());
  update private.departures departure set erase_at = 'infinity' where departure.user_id = new.id;
  return null;
end
$$;
create or replace trigger leave_with_soft_deletion after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.hide_account_on_soft_deletion();
