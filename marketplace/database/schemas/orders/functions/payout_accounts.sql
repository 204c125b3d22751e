-- Sellers' accounts at a real payment provider.

create or replace function private.take_account(event private.provider_events) returns text
language plpgsql set search_path = '' as $$
begin
  update private.payout_accounts known set takes_transfers = (event.details ->> 'takes_transfers')::boolean, pays_out = (event.details ->> 'pays_out')::boolean,
    missing = array(select jsonb_array_elements_text(event.details -> 'missing')), disabled_reason = event.details ->> 'disabled_reason',
    reported_at = (event.details ->> 'at')::timestamptz
    where known.account_id = event.reference and known.reported_at <= (event.details ->> 'at')::timestamptz;
  if found then
    -- Tasks that waited for the account continue.
    update private.payment_tasks task set due_at = now() from private.payout_accounts known
      where known.account_id = event.reference and task.user_id = known.user_id and task.done_at is null and task.due_at > now() and task.due_at < 'infinity';
    return event.kind;
  elsif exists (select from private.payout_accounts known where known.account_id = event.reference) then
    return 'known better';
  end if;
  return null;
end
$$;

-- For the server only, and for the caller that it names. Security definer: the tables are closed.
create or replace function public.record_payout_account(seller uuid, account_id text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  known_id text;
begin
  insert into private.payout_accounts (user_id, account_id) values (seller, record_payout_account.account_id) on conflict (user_id) do nothing;
  -- Payouts start with a schedule, as with the test provider.
  insert into private.payout_plans (user_id, next_on) values (seller, private.next_payout_on('week', (now() at time zone 'UTC')::date)) on conflict (user_id) do nothing;
  select known.account_id into known_id from private.payout_accounts known where known.user_id = seller;
  return known_id;
end
$$;

-- none, incomplete (the provider needs details), checking, ready, or rejected.
create or replace function private.payout_account_state(person uuid) returns text
language sql stable set search_path = ''
return coalesce((
  select case when known.disabled_reason like 'rejected%' then 'rejected' when known.pays_out and cardinality(known.missing) = 0 then 'ready'
    when cardinality(known.missing) > 0 or known.reported_at = '-infinity' then 'incomplete' else 'checking' end
  from private.payout_accounts known where known.user_id = person), 'none');

-- Security definer: only the caller's own is read.
create or replace function public.my_payout_account() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  return (select known.account_id from private.payout_accounts known where known.user_id = auth.uid());
end
$$;
comment on function public.my_payout_account() is 'The caller''s account at the payment provider, for the function `payout-account`; null without one.';
grant execute on function public.my_payout_account() to authenticated;
