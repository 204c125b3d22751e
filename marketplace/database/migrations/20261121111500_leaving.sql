-- Leaving the market: whoever deletes their account is gone for others at once, may come back for 30 days by signing in, and is
-- then forgotten. What they said to others stays with those others, in the name of "Deleted account".

-- What others see outlives the private profile, as a name without a person, where somebody else's conversation needs it.
alter table public.sellers
  drop constraint sellers_id_fkey,
  add column left_at timestamptz;
comment on column public.sellers.left_at is 'Since when this person has left or is leaving: the rest of the row then says nothing about them.';
create index sellers_left_idx on public.sellers (id) where left_at is not null;

create table private.departures (
  user_id uuid primary key references public.profiles on delete cascade,
  asked_at timestamptz not null default now(),
  erase_at timestamptz not null,
  told_at timestamptz
);
comment on table private.departures is 'Accounts that are to be erased. Signing in before that takes the row away, and everything is as it was.';
comment on column private.departures.told_at is 'When the mail about it was handed over.';
create index departures_due_idx on private.departures (erase_at);
create index departures_untold_idx on private.departures (asked_at) where told_at is null;

create table private.departed_ads (
  listing_id uuid primary key references public.listings on delete cascade,
  state text not null check (state in ('active', 'reserved'))
);
comment on table private.departed_ads is 'What was on offer when its seller left, to be put back should they return.';

alter table public.conversations
  drop constraint conversations_lock_reason_check,
  add constraint conversations_lock_reason_check check (lock_reason in ('blocked', 'moderation', 'listing_removed', 'left'));
alter table public.deals
  drop constraint deals_end_reason_check,
  add constraint deals_end_reason_check check (end_reason in ('changed_mind', 'no_agreement', 'not_as_described', 'unsafe', 'other', 'ran_out',
    'ad_removed', 'left'));

insert into public.notification_kinds (kind, group_name, title, urgent) values
  ('account_kept', 'account', 'Your account stays', true);

alter policy "anyone reads ads that are or were on offer" on public.listings
  using (state in ('active', 'reserved', 'sold')
    and seller_id not in (select seller.id from public.sellers seller where seller.left_at is not null));

create function private.is_leaving(person uuid) returns boolean
language sql stable security definer
set search_path = ''
return exists (select from private.departures departure where departure.user_id = person);

-- As before, but a person who is leaving shows nothing of themselves. Security definer: nobody holds write rights on public.sellers.
create or replace function private.show_profile_as_seller() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_leaving(new.id) then
    return null;
  end if;
  insert into public.sellers as seller (id, display_name, avatar_path, bio, city, area, seller_type,
    email_verified, phone_verified, id_verified, business_verified, joined_at, is_demo)
  values (new.id, new.display_name, new.avatar_path, new.bio, new.city, new.area, new.seller_type,
    new.email_verified_at is not null, new.phone_verified_at is not null, new.id_verified_at is not null,
    new.business_verified_at is not null, new.created_at, new.is_demo)
  on conflict (id) do update set
    display_name = excluded.display_name, avatar_path = excluded.avatar_path, bio = excluded.bio,
    city = excluded.city, area = excluded.area, seller_type = excluded.seller_type,
    email_verified = excluded.email_verified, phone_verified = excluded.phone_verified,
    id_verified = excluded.id_verified, business_verified = excluded.business_verified,
    joined_at = excluded.joined_at, is_demo = excluded.is_demo, left_at = null;
  return null;
end
$$;

create function private.hide_seller(person uuid) returns void
language sql
set search_path = ''
as $$
  update public.sellers seller set display_name = 'Deleted account', avatar_path = null, bio = '', city = '', area = '',
    seller_type = 'private', email_verified = false, phone_verified = false, id_verified = false, business_verified = false,
    left_at = coalesce(seller.left_at, now())
  where seller.id = person
$$;

-- What a person had agreed or offered, and what they were offered. A parcel that is on its way still arrives.
-- Security definer: other people's offers and deals.
create function private.end_trade_of(person uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  open_deal public.deals;
  open_offer public.offers;
  talk public.conversations;
begin
  for open_deal in
    select * from public.deals deal
    where person in (deal.buyer_id, deal.seller_id) and deal.state in ('agreed', 'scheduled')
    order by deal.listing_id
  loop
    perform from public.listings listing where listing.id = open_deal.listing_id for no key update;
    update public.deals deal set state = 'cancelled', end_reason = 'left', ended_at = now(), ended_by = person, changed_at = now()
      where deal.id = open_deal.id and deal.state in ('agreed', 'scheduled') returning * into open_deal;
    continue when not found;
    perform private.free_listing(open_deal.listing_id);
    perform private.say_in_talk(open_deal.conversation_id, person, 'deal_cancelled',
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
    perform private.say_in_talk(talk.id, person, case when open_offer.from_id = person then 'offer_withdrawn' else 'offer_declined' end,
      jsonb_build_object('offer_id', open_offer.id));
    if open_offer.from_id <> person then
      perform private.notify(open_offer.from_id, 'offer_declined', private.trade_facts(talk, person, jsonb_build_object(
        'offer_id', open_offer.id, 'amount_minor', open_offer.amount_minor, 'currency', open_offer.currency)), open_offer.id::text);
    end if;
  end loop;
end
$$;

-- Takes a person out of the market at once, so that it can be undone. Security definer: writes what only verbs write.
create function private.leave(person uuid, erase_at timestamptz, told_at timestamptz default null) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
begin
  -- Not in the caller's name: also who is suspended, and may write nothing, may go.
  perform set_config('request.jwt.claims', '', true);
  perform private.end_trade_of(person);
  insert into private.departures (user_id, erase_at, told_at) values (person, leave.erase_at, leave.told_at)
    on conflict (user_id) do nothing;
  update public.conversations talk set state = 'locked', lock_reason = 'left'
    where talk.state = 'open' and person in (talk.buyer_id, talk.seller_id);
  insert into private.departed_ads (listing_id, state)
    select ad.id, ad.state from public.listings ad where ad.seller_id = person and ad.state in ('active', 'reserved')
    on conflict (listing_id) do nothing;
  update public.listings ad set state = case when private.listing_problem(ad) is null then 'paused' else 'expired' end
    where ad.seller_id = person and ad.state in ('active', 'reserved')
      and not exists (select from public.deals deal where deal.listing_id = ad.id and deal.state = 'handed_over');
  -- What a parcel under way still keeps reserved.
  delete from public.listing_search found using public.listings ad where ad.id = found.listing_id and ad.seller_id = person;
  perform private.hide_seller(person);
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
end
$$;

-- Whether the caller has proved who they are within this time, by a password, a code or a key; the token says so (RFC 8176, amr).
create function private.has_proved_within(span interval) returns boolean
language sql stable
set search_path = ''
return exists (
  select from jsonb_array_elements(case when jsonb_typeof(auth.jwt() -> 'amr') = 'array' then auth.jwt() -> 'amr' else '[]' end) as shown (proof)
  where jsonb_typeof(shown.proof) = 'object' and shown.proof ->> 'method' <> 'anonymous'
    and shown.proof ->> 'timestamp' ~ '^[0-9]{1,12}$' and to_timestamp((shown.proof ->> 'timestamp')::bigint) > now() - span
);

-- Security definer: ends sessions, which are the auth service's, and hides what only verbs hide.
create function public.delete_my_account() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  erase_at constant timestamptz := now() + interval '30 days';
begin
  if me is null or not private.second_factor_shown() then
    raise exception using errcode = 'PT401', message = 'Sign in to delete your account.';
  elsif not private.has_proved_within('5 minutes') then
    raise exception using errcode = 'PT403', message = 'Show once more that it is you: with your password or a code.',
      hint = 'Sign in again or verify a second factor; the proof counts for five minutes.';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('leave:' || me, 0));
  perform private.leave(me, erase_at);
  delete from auth.sessions session where session.user_id = me;
  perform private.wake_job('erase-accounts');
  return jsonb_build_object('erase_at', (select departure.erase_at from private.departures departure where departure.user_id = me));
end
$$;
comment on function public.delete_my_account() is
  'Leaves the market: hidden and signed out everywhere at once, erased after 30 days; signing in before that takes it back. Asks for a proof of the last five minutes.';
revoke all on function public.delete_my_account() from public, anon;
grant execute on function public.delete_my_account() to authenticated;

-- Everything as it was, as far as it still may be. Security definer: runs when the auth service opens a session.
create function private.come_back(person uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  ad record;
  is_free constant boolean := private.standing_of(person) not in ('suspended', 'banned');
begin
  delete from private.departures departure where departure.user_id = person and departure.erase_at < 'infinity';
  if not found then
    return;
  end if;
  update public.profiles profile set updated_at = now() where profile.id = person; -- shows the seller again
  update public.conversations talk set state = 'open', lock_reason = null
    where talk.state = 'locked' and talk.lock_reason = 'left' and person in (talk.buyer_id, talk.seller_id)
      and not exists (select from public.sellers other where other.id in (talk.buyer_id, talk.seller_id) and other.left_at is not null)
      and not exists (select from public.listings about where about.id = talk.listing_id and about.state = 'deleted');
  for ad in
    delete from private.departed_ads kept using public.listings listing
    where listing.id = kept.listing_id and listing.seller_id = person
    returning listing.id, kept.state, listing.state as now_state
  loop
    continue when not is_free or ad.now_state not in ('paused', 'reserved');
    begin
      update public.listings listing set state = case when listing.expires_at < now() then 'expired' else ad.state end
        where listing.id = ad.id;
    exception when others then
      raise warning 'An ad of somebody who came back stays paused: %', sqlerrm; -- a rule has changed since; its seller sees why
    end;
  end loop;
  perform private.notify(person, 'account_kept', '{}', now()::text);
end
$$;

create function private.come_back_with_session() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Who owes a second factor has not come back yet.
  if private.is_leaving(new.user_id) and (new.aal <> 'aal1' or not exists (
    select from auth.mfa_factors factor where factor.user_id = new.user_id and factor.status = 'verified')) then
    perform private.come_back(new.user_id);
  end if;
  return null;
end
$$;
create trigger come_back_with_session after insert or update of aal on auth.sessions
  for each row execute function private.come_back_with_session();

-- Whoever is leaving puts nothing on offer, also not through a token that lives on for an hour or a moderator who lets an ad pass.
create function private.keep_departed_ads_away() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_leaving(new.seller_id) then
    insert into private.departed_ads (listing_id, state) values (new.id, new.state) on conflict (listing_id) do nothing;
    new.state := 'paused';
  end if;
  return new;
end
$$;
create trigger a_keep_departed_ads_away before update of state on public.listings
  for each row when (new.state in ('active', 'reserved') and old.state is distinct from new.state)
  execute function private.keep_departed_ads_away();

-- Nobody who is leaving is written to. Runs inside private.notify().
create function private.leave_in_peace() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.kind <> 'account_kept' and private.is_leaving(new.user_id) then
    new.mail_state := 'none';
    new.push_state := 'none';
  end if;
  return new;
end
$$;
create trigger leave_in_peace before insert or update of mail_state, push_state on public.notifications
  for each row when (new.mail_state = 'due' or new.push_state = 'due')
  execute function private.leave_in_peace();

-- An account that the auth service keeps as an empty shell (a soft deletion) is out of the market as well.
create function private.leave_with_soft_deletion() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.leave(new.id, 'infinity', now());
  update private.departures departure set erase_at = 'infinity' where departure.user_id = new.id;
  return null;
end
$$;
create trigger leave_with_soft_deletion after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.leave_with_soft_deletion();
