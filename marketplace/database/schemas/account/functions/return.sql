-- Restores an account as far as possible. Security definer: runs for the auth service.
create or replace function private.restore_account(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
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

create or replace function private.restore_account_on_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Not before the second factor.
  if private.is_leaving(new.user_id) and (new.aal <> 'aal1' or not exists (
    select from auth.mfa_factors factor where factor.user_id = new.user_id and factor.status = 'verified')) then
    perform private.restore_account(new.user_id);
  end if;
  return null;
end
$$;
create or replace trigger come_back_with_session after insert or update of aal on auth.sessions
  for each row execute function private.restore_account_on_session();

-- Ads of deleted accounts stay hidden, also when changed by a token or a moderator.
create or replace function private.keep_departed_ads_hidden() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_leaving(new.seller_id) then
    insert into private.departed_ads (listing_id, state) values (new.id, new.state) on conflict (listing_id) do nothing;
    new.state := 'paused';
  end if;
  return new;
end
$$;
create or replace trigger a_keep_departed_ads_away before update of state on public.listings
  for each row when (new.state in ('active', 'reserved') and old.state is distinct from new.state)
  execute function private.keep_departed_ads_hidden();
