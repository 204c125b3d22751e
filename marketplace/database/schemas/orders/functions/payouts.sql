-- Scheduled payouts: Fridays, on the first of the month, or on request only.

create or replace function private.next_payout_on(every text, after date) returns date
language sql immutable set search_path = ''
return case every when 'week' then after + 1 + (11 - extract(isodow from after)::integer) % 7
  when 'month' then (date_trunc('month', after) + interval '1 month')::date end;

create or replace function private.has_payout_account(person uuid) returns boolean
language sql stable set search_path = ''
return exists (select from private.payout_plans known, private.order_settings setting
  where known.user_id = person and case setting.payments when 'test' then known.holder is not null
    else exists (select from private.payout_accounts account where account.user_id = person and account.pays_out) end);

-- Pays out the available balance. The account's lock makes two concurrent calls one payout. Returns whether anything was sent.
create or replace function private.pay_out(person uuid, key text, least_minor integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  account private.ledger_accounts;
begin
  select * into account from private.ledger_accounts known
    where known.kind = 'balance' and known.user_id = person and known.currency = private.market_currency() for update;
  if coalesce(account.balance_minor, 0) < least_minor
      or not private.book('payout', key, null, jsonb_build_object('balance', -account.balance_minor, 'payout', account.balance_minor), person, account.currency) then
    return false;
  end if;
  insert into private.payment_tasks (key, kind, provider, user_id, amount_minor, currency)
  select pay_out.key, 'payout', setting.payments, person, account.balance_minor, account.currency from private.order_settings setting;
  return true;
end
$$;

-- Executes due schedules. Idempotent.
create or replace function private.pass_payouts(most integer default 500) returns integer
language plpgsql set search_path = '' as $$
declare
  plan private.payout_plans;
  sent integer := 0;
  least_minor integer;
begin
  select setting.min_payout_minor into least_minor from private.order_settings setting where setting.payments <> 'off';
  for plan in
    select * from private.payout_plans known where known.next_on <= (now() at time zone 'UTC')::date and least_minor is not null
    order by known.next_on limit most for update skip locked
  loop
    if private.has_payout_account(plan.user_id) then
      sent := sent + private.pay_out(plan.user_id, 'payout ' || plan.user_id || ' ' || plan.next_on, least_minor)::integer;
    end if;
    update private.payout_plans known set next_on = private.next_payout_on(plan.every, (now() at time zone 'UTC')::date) where known.user_id = plan.user_id;
  end loop;
  return sent;
end
$$;

-- Security definer: the schedules are closed; returns the caller's own. A returned payout is reported until the account changes or the next payout.
create or replace function public.my_payout_plan() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  plan private.payout_plans;
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  select * into plan from private.payout_plans known where known.user_id = auth.uid();
  return jsonb_build_object('holder', plan.holder, 'ending', plan.ending, 'every', coalesce(plan.every, 'asked'), 'next_on', plan.next_on,
    'returned_minor', (
      select case when last.kind = 'payout_returned' and last.created_at > coalesce(plan.changed_at, '-infinity') then last.amount_minor end
      from (
        select entry.kind, entry.created_at, posting.amount_minor
        from private.ledger_accounts account
        join public.ledger_postings posting on posting.account_id = account.id
        join public.ledger_entries entry on entry.id = posting.entry_id
        where account.kind = 'balance' and account.user_id = auth.uid() and account.currency = private.market_currency()
          and entry.kind in ('payout', 'payout_returned')
        order by posting.id desc limit 1) as last));
end
$$;
comment on function public.my_payout_plan() is 'The caller''s bank account, payout schedule, next date, and last returned payout: {holder, ending, every, next_on, returned_minor}.';
grant execute on function public.my_payout_plan() to authenticated;

-- Security definer: as above.
create or replace function public.set_payout_rhythm(every text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if(every is null or every not in ('week', 'month', 'asked'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'every', 'choices', 'week, month, asked'));
  insert into private.payout_plans (user_id, every, next_on)
  values (auth.uid(), set_payout_rhythm.every, private.next_payout_on(set_payout_rhythm.every, today))
  on conflict on constraint payout_plans_pkey do update set every = excluded.every, next_on = excluded.next_on;
  return public.my_payout_plan();
end
$$;
comment on function public.set_payout_rhythm(text) is 'Sets the caller''s payout schedule: weekly (Fridays), monthly (the first) or on request only. Returns my_payout_plan().';
grant execute on function public.set_payout_rhythm(text) to authenticated;

-- ISO 13616: the checksum.
create or replace function private.is_iban(iban text) returns boolean
language sql immutable set search_path = ''
return case when iban ~ '^[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}$' then (
  select string_agg(case when letter ~ '[0-9]' then letter else (ascii(letter) - 55)::text end, '' order by place)::numeric % 97 = 1
  from string_to_table(substr(iban, 5) || left(iban, 4), null) with ordinality as moved (letter, place))
else false end;

-- Replaces a real provider's form, which asks for more. Security definer: as above.
create or replace function public.save_test_bank(holder text, iban text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  tidy constant text := upper(regexp_replace(coalesce(iban, ''), '\s', '', 'g'));
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if((select setting.payments <> 'test' from private.order_settings setting), 'SK470', 'bank_elsewhere');
  perform private.refuse_if(char_length(btrim(coalesce(holder, ''))) not between 2 and 70, 'SK471', 'bad_account_holder');
  perform private.refuse_if(not private.is_iban(tidy), 'SK472', 'bad_iban');
  insert into private.payout_plans (user_id, holder, ending, next_on)
  values (auth.uid(), btrim(save_test_bank.holder), right(tidy, 4), private.next_payout_on('week', today))
  on conflict on constraint payout_plans_pkey do update set holder = excluded.holder, ending = excluded.ending, changed_at = now();
  return public.my_payout_plan();
end
$$;
comment on function public.save_test_bank(text, text) is 'With the test provider: sets the caller''s bank account, of which only the last four digits are stored. Returns my_payout_plan().';
grant execute on function public.save_test_bank(text, text) to authenticated;
