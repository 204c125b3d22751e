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
