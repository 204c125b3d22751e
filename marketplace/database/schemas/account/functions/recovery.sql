-- Only listed methods count, in a valid session. After a recovery, proofs by email do not. Security definer: sessions belong to
-- the auth service.
create or replace function private.has_proved_within(span interval) returns boolean
language sql stable security definer set search_path = ''
return not private.is_token_request() and exists (
  select from auth.sessions session
  join auth.mfa_amr_claims proof on proof.session_id = session.id
  left join private.recoveries recovery on recovery.user_id = session.user_id and recovery.recovered_at > now() - interval '72 hours'
  where session.id::text = auth.jwt() ->> 'session_id' and session.user_id = auth.uid()
    and (session.not_after is null or session.not_after > now())
    and proof.updated_at > greatest(now() - span, recovery.recovered_at)
    and (proof.authentication_method in ('password', 'passkey', 'totp', 'mfa/phone', 'mfa/webauthn', 'oauth', 'web3', 'sso/saml')
      or recovery.user_id is null and proof.authentication_method in ('otp', 'magiclink', 'recovery_code')));
comment on function private.has_proved_within(interval) is 'Whether the caller''s session is still valid and has seen a proof of identity within this time.';
-- Called by triggers with the writer's rights.
grant execute on function private.has_proved_within(interval) to authenticated, service_role;

-- Security definer: the table is closed.
create or replace function private.recovered_lately(person uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from private.recoveries recovery where recovery.user_id = person and recovery.recovered_at > now() - interval '72 hours');
comment on function private.recovered_lately(uuid) is 'Whether the account was recovered in the last 72 hours.';
-- Called by triggers with the writer's rights.
grant execute on function private.recovered_lately(uuid) to authenticated, service_role;

-- Hides verification badges for 72 hours after a recovery.
create or replace function private.freeze_badges() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.recovered_lately(new.id) then
    new.phone_verified := false;
    new.id_verified := false;
    new.business_verified := false;
  end if;
  return new;
end
$$;
create or replace trigger freeze_badges before insert or update of phone_verified, id_verified, business_verified on public.sellers
  for each row execute function private.freeze_badges();

-- Security definer: runs for the auth service.
create or replace function private.record_recovery() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.recoveries (user_id, recovered_at) select profile.id, new.recovered_at from public.profiles profile where profile.id = new.id
    on conflict (user_id) do update set recovered_at = excluded.recovered_at;
  update public.profiles profile set updated_at = now() where profile.id = new.id; -- shows the seller again, without badges
  return null;
end
$$;
do $$
begin
  -- The column exists on our own backend only.
  if exists (select from pg_attribute where attrelid = 'auth.users'::regclass and attname = 'recovered_at') then
    create or replace trigger record_recovery after update of recovered_at on auth.users
      for each row when (new.recovered_at is not null and old.recovered_at is distinct from new.recovered_at)
      execute function private.record_recovery();
  end if;
end
$$;

create or replace function private.forget_recoveries() returns integer
language plpgsql set search_path = '' as $$
declare
  over uuid[];
begin
  with gone as (
    delete from private.recoveries recovery where recovery.recovered_at < now() - interval '72 hours' returning recovery.user_id
  ) select array_agg(user_id) into over from gone;
  update public.profiles profile set updated_at = now() where profile.id = any(over);
  return coalesce(cardinality(over), 0);
end
$$;
comment on function private.forget_recoveries() is 'Shows the badges of accounts again that were recovered 72 hours ago. Returns how many.';
