-- Moderators' decisions about an ad, each with a reason for the seller, an event and an audit log entry.

-- Events are append-only, except when the account is erased.
create or replace function private.keep_listing_events() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.listings listing where listing.id = old.listing_id) then
    return old;
  end if;
  raise exception using errcode = '42501', message = 'The history of an ad is only ever added to.';
end
$$;
create or replace trigger keep_listing_events before update or delete on public.listing_events
  for each row execute function private.keep_listing_events();

-- Locks and returns an ad for a decision. Security definer, as all below: ads are closed.
create or replace function private.listing_for_decision(wanted uuid, allowed_states text[], refusal jsonb) returns public.listings
language plpgsql set search_path = '' as $$
declare
  ad public.listings;
begin
  perform private.require_role('moderator', 'admin');
  select * into ad from public.listings listing where listing.id = wanted for no key update;
  perform private.refuse_if(not found, 'SK621', 'no_such_ad');
  perform private.refuse_if(ad.seller_id = auth.uid(), 'SK622', 'own_ad_decision');
  if not ad.state = any(allowed_states) then
    perform private.refuse(refusal);
  end if;
  return ad;
end
$$;

create or replace function private.require_reason(reason text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  perform private.refuse_if(char_length(btrim(coalesce(reason, ''))) not between 5 and 1000, 'SK623', 'seller_reason_needed');
  return btrim(reason);
end
$$;

-- Hides or removes an ad, with a reason for its seller.
create or replace function private.take_down(wanted uuid, to_state text, reason text, rule text, allowed_states text[], refusal jsonb) returns public.listings
language plpgsql set search_path = '' as $$
declare
  why constant text := private.require_reason(reason);
  ad public.listings := private.listing_for_decision(wanted, allowed_states, refusal);
  was constant text := ad.state;
begin
  if was = to_state then
    return ad;
  end if;
  update public.listings listing set state = to_state, state_before = case to_state when 'hidden' then was end, state_reason = to_jsonb(why),
    state_rule = coalesce(take_down.rule, case to_state when 'removed' then listing.state_rule end)
  where listing.id = ad.id returning * into ad;
  perform private.audit(case to_state when 'hidden' then 'listing.hide' else 'listing.remove' end, ad.id::text, jsonb_build_object('state', was),
    jsonb_build_object('state', ad.state, 'reason', why, 'rule', ad.state_rule));
  return ad;
end
$$;

create or replace function public.hide_listing(listing_id uuid, reason text, rule text default null) returns public.listings
language sql security definer set search_path = ''
return private.take_down(listing_id, 'hidden', reason, rule,
  array['active', 'reserved', 'paused', 'expired', 'sold', 'pending_review', 'changes_requested', 'hidden'], private.problem('SK624', 'ad_shown_to_nobody'));
comment on function public.hide_listing(uuid, text, text) is 'Hides an ad, with a reason for its seller. For moderators.';
grant execute on function public.hide_listing(uuid, text, text) to authenticated;

create or replace function public.unhide_listing(listing_id uuid) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := private.listing_for_decision(unhide_listing.listing_id, array['hidden'], private.problem('SK625', 'ad_not_hidden'));
  back constant text := case
    when ad.state_before in ('active', 'reserved', 'paused') and ad.expires_at < now() then 'expired'
    when ad.state_before = 'reserved' then 'active' else ad.state_before end;
begin
  update public.listings listing set state = back, state_reason = case when back in ('pending_review', 'changes_requested') then listing.state_reason end,
    cleared_rules = case when ad.state_rule is null then listing.cleared_rules else array_append(array_remove(listing.cleared_rules, ad.state_rule), ad.state_rule) end
  where listing.id = ad.id returning * into ad;
  perform private.audit('listing.unhide', ad.id::text, jsonb_build_object('state', 'hidden'), jsonb_build_object('state', ad.state));
  return ad;
end
$$;
comment on function public.unhide_listing(uuid) is 'Restores the state of a hidden ad, or expires it. For moderators.';
grant execute on function public.unhide_listing(uuid) to authenticated;

create or replace function public.remove_listing(listing_id uuid, reason text, rule text default null) returns public.listings
language sql security definer set search_path = ''
return private.take_down(listing_id, 'removed', reason, rule, array['hidden', 'rejected', 'removed'], private.problem('SK626', 'hide_before_removing'));
comment on function public.remove_listing(uuid, text, text) is 'Removes a hidden ad for good. For moderators.';
grant execute on function public.remove_listing(uuid, text, text) to authenticated;

create or replace function public.review_listing(listing_id uuid, decision text, note text default null) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := private.listing_for_decision(review_listing.listing_id, array['pending_review'], private.problem('SK627', 'ad_waits_for_nobody'));
  rule constant text := ad.state_rule;
begin
  perform private.refuse_if(coalesce(decision, '') not in ('approve', 'request_changes', 'reject'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'decision', 'choices', 'approve, request_changes, reject'));
  if decision = 'approve' then
    update public.listings listing set
      state = 'active', first_published_at = coalesce(listing.first_published_at, now()),
      expires_at = greatest(listing.expires_at, private.expiry_of(listing.category)),
      cleared_rules = listing.cleared_rules || private.grounds_of(listing)
    where listing.id = ad.id returning * into ad;
  else
    update public.listings listing set
      state = case decision when 'reject' then 'rejected' else 'changes_requested' end, state_reason = to_jsonb(private.require_reason(note))
    where listing.id = ad.id returning * into ad;
  end if;
  perform private.audit('listing.review', ad.id::text, jsonb_build_object('state', 'pending_review', 'rule', rule),
    jsonb_strip_nulls(jsonb_build_object('state', ad.state, 'note', btrim(note))));
  return ad;
end
$$;
comment on function public.review_listing(uuid, text, text) is 'Decides about an ad in review: approve, request_changes or reject; the last two with a note for its seller. For moderators.';
grant execute on function public.review_listing(uuid, text, text) to authenticated;
