-- What a user owes before writing. Policies do not apply in security definer functions; these triggers do.

-- Trigger arguments: standing (not suspended or banned), recovery (after a recovery by email alone, another proof of identity) and second_factor.
create or replace function private.guard_writes() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Jobs and the service key have no user.
  if auth.uid() is not null and 'standing' = any(tg_argv) then
    perform private.require_standing(tg_op = 'INSERT' and tg_table_name in ('listings', 'conversations'));
  end if;
  if auth.uid() is not null and 'recovery' = any(tg_argv) then
    perform private.refuse_if(private.recovered_lately(auth.uid()) and not private.has_proved_within('72 hours'), 'SK005', 'recovered_lately');
  end if;
  if 'second_factor' = any(tg_argv) then
    perform private.refuse_if(not private.second_factor_shown(), 'SK006', 'second_factor_needed');
  end if;
  return null;
end
$$;
create or replace trigger a_guard_writes before insert or update on public.listings
  for each statement execute function private.guard_writes('standing');
-- Counters change when others view the ad, so only content columns are protected.
create or replace trigger a_require_second_factor before insert or update of title, description, price_minor, category, state on public.listings
  for each statement execute function private.guard_writes('second_factor');
create or replace trigger a_guard_writes before insert or update on public.listing_photos
  for each statement execute function private.guard_writes('standing', 'second_factor');
create or replace trigger a_guard_writes before insert or update on public.listing_provenance
  for each statement execute function private.guard_writes('standing');
create or replace trigger a_guard_writes before insert or update on public.conversations
  for each statement execute function private.guard_writes('standing', 'recovery', 'second_factor');
create or replace trigger a_guard_writes before insert or update on public.messages
  for each statement execute function private.guard_writes('standing', 'recovery', 'second_factor');
create or replace trigger a_guard_writes before insert or update on public.held_messages
  for each statement execute function private.guard_writes('standing', 'recovery', 'second_factor');
create or replace trigger a_guard_writes before insert or update on public.offers
  for each statement execute function private.guard_writes('standing', 'recovery', 'second_factor');
create or replace trigger a_guard_writes before insert or update on public.deals
  for each statement execute function private.guard_writes('standing', 'recovery', 'second_factor');
create or replace trigger a_guard_writes before insert or update on public.reservations
  for each statement execute function private.guard_writes('second_factor');
create or replace trigger a_guard_writes before insert or update on public.reviews
  for each statement execute function private.guard_writes('standing', 'second_factor');
create or replace trigger a_guard_writes before insert or update on public.reports
  for each statement execute function private.guard_writes('second_factor');
create or replace trigger a_guard_writes before insert or update on public.decisions
  for each statement execute function private.guard_writes('second_factor');
create or replace trigger a_guard_writes before insert or update on public.fact_contests
  for each statement execute function private.guard_writes('second_factor');
create or replace trigger a_guard_writes before insert or update on public.tickets
  for each statement execute function private.guard_writes('second_factor');
create or replace trigger a_guard_writes before insert or update on public.ticket_messages
  for each statement execute function private.guard_writes('second_factor');
create or replace trigger a_guard_writes before insert or update on public.traders
  for each statement execute function private.guard_writes('standing');
create or replace trigger a_guard_writes before insert or update on public.follows
  for each statement execute function private.guard_writes('standing');
-- Saved ads have public counts and searches send email; folders and notes are private.
create or replace trigger a_guard_writes before insert on public.favorites
  for each statement execute function private.guard_writes('standing');
create or replace trigger a_guard_writes before insert or update of name, query, exclude_words, cadence, channels on public.saved_searches
  for each statement execute function private.guard_writes('standing');
-- Public columns only.
create or replace trigger a_guard_writes before update of display_name, avatar_path, bio, city, area, lat, lng on public.profiles
  for each statement execute function private.guard_writes('standing');
create or replace trigger a_guard_writes before insert or update on public.webhooks
  for each statement execute function private.guard_writes('standing', 'recovery');
