-- A session without its account's second factor reads nothing private and writes nothing.

-- Security definer: factors belong to the auth service.
create or replace function private.second_factor_shown() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(claims ->> 'aal', '') <> 'aal1' or not exists (
    select from auth.mfa_factors factor where factor.user_id = auth.uid() and factor.status = 'verified')
  from (select auth.jwt() as claims) caller
$$;
comment on function private.second_factor_shown() is 'False for a session at aal1 of an account with a verified factor. True for visitors and for accounts without one.';
grant execute on function private.second_factor_shown() to anon, application, authenticated, service_role;

-- Policies do not apply in security definer functions; these triggers do.
create or replace function private.require_second_factor() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_if(not private.second_factor_shown(), 'SK006', 'second_factor_needed');
  return null;
end
$$;
-- Counters change when others view the ad, so only content columns are protected.
create or replace trigger a_require_second_factor before insert or update of title, description, price_minor, category, state on public.listings
  for each statement execute function private.require_second_factor();
create or replace trigger a_require_second_factor before insert or update on public.tickets
  for each statement execute function private.require_second_factor();
create or replace trigger a_require_second_factor before insert or update on public.ticket_messages
  for each statement execute function private.require_second_factor();
create or replace trigger a_require_second_factor before insert or update on public.reservations
  for each statement execute function private.require_second_factor();
create or replace trigger a_require_second_factor before insert or update on public.fact_contests
  for each statement execute function private.require_second_factor();
create or replace trigger a_require_second_factor before insert or update on public.listing_photos
  for each statement execute function private.require_second_factor();
create or replace trigger a_require_second_factor before insert or update on public.conversations
  for each statement execute function private.require_second_factor();
create or replace trigger a_require_second_factor before insert or update on public.messages
  for each statement execute function private.require_second_factor();
create or replace trigger a_require_second_factor before insert or update on public.held_messages
  for each statement execute function private.require_second_factor();
create or replace trigger a_require_second_factor before insert or update on public.offers
  for each statement execute function private.require_second_factor();
create or replace trigger a_require_second_factor before insert or update on public.deals
  for each statement execute function private.require_second_factor();
create or replace trigger a_require_second_factor before insert or update on public.reviews
  for each statement execute function private.require_second_factor();
create or replace trigger a_require_second_factor before insert or update on public.reports
  for each statement execute function private.require_second_factor();
create or replace trigger a_require_second_factor before insert or update on public.decisions
  for each statement execute function private.require_second_factor();
