-- An account that has a second factor is closed to whoever has shown its password alone: such a session reads nothing private
-- and does nothing in the account's name. What everybody may see stays visible.

-- Security definer: factors are the auth service's, behind no grant.
create function private.second_factor_shown() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select coalesce(claims ->> 'aal', '') <> 'aal1' or not exists (
    select from auth.mfa_factors factor where factor.user_id = auth.uid() and factor.status = 'verified')
  from (select auth.jwt() as claims) caller
$$;
comment on function private.second_factor_shown() is 'False for a session at aal1 of an account with a verified factor. True for visitors and for accounts without one.';
grant execute on function private.second_factor_shown() to anon, authenticated, service_role;

do $$
declare
  held text;
begin
  foreach held in array array['profiles', 'conversations', 'messages', 'held_messages', 'offers', 'deals', 'trade_events', 'favorites', 'follows',
    'blocks', 'saved_searches', 'search_hits', 'notifications', 'notification_preferences', 'notification_settings', 'push_subscriptions',
    'reports', 'decisions', 'audit_log', 'message_verdicts', 'message_originals', 'listing_days'] loop
    execute format('create policy "who has a second factor shows it first" on public.%I as restrictive for all to authenticated
      using ((select private.second_factor_shown()))', held);
  end loop;
end
$$;
create policy "who has a second factor shows it first" on storage.objects as restrictive for insert to authenticated
  with check ((select private.second_factor_shown()));
create policy "who has a second factor shows it first to change" on storage.objects as restrictive for update to authenticated
  using ((select private.second_factor_shown()));
create policy "who has a second factor shows it first to delete" on storage.objects as restrictive for delete to authenticated
  using ((select private.second_factor_shown()));
create policy "who has a second factor shows it first" on realtime.messages as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

-- Policies do not bind functions that are security definer; these triggers do.
create function private.require_second_factor() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if not private.second_factor_shown() then
    raise exception using errcode = 'PT401', message = 'Your account asks for a second proof: sign in again and enter your code.';
  end if;
  return null;
end
$$;
do $$
declare
  written text;
begin
  foreach written in array array['listing_photos', 'conversations', 'messages', 'held_messages', 'offers', 'deals', 'reviews', 'reports', 'decisions'] loop
    execute format('create trigger a_require_second_factor before insert or update on public.%I
      for each statement execute function private.require_second_factor()', written);
  end loop;
end
$$;
-- Counters of an ad rise when others look at it; only what makes the ad is its seller's.
create trigger a_require_second_factor before insert or update of title, description, price_minor, category, state on public.listings
  for each statement execute function private.require_second_factor();
