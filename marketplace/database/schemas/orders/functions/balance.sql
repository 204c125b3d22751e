-- A seller's balance and payouts.

-- Security definer: the accounts are closed; only the caller's own are read.
create or replace function public.my_balance() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  setting private.order_settings;
  here text := private.market_currency();
  of_kind jsonb;
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  select * into setting from private.order_settings;
  select coalesce(jsonb_object_agg(known.kind, known.balance_minor), '{}') into of_kind
    from private.ledger_accounts known where known.user_id = me and known.currency = here;
  return jsonb_build_object('currency', here,
    'available_minor', coalesce((of_kind ->> 'balance')::bigint, 0),
    'on_its_way_minor', coalesce((of_kind ->> 'payout')::bigint, 0),
    'pending_minor', (select coalesce(sum(known.items_minor + known.shipping_minor - known.seller_fee_minor - known.label_minor), 0)
      from public.orders known where known.seller_id = me and known.is_open and known.paid_at is not null and known.currency = here),
    'payout_account', case when setting.payments = 'stripe' then private.payout_account_state(me) end,
    'min_payout_minor', setting.min_payout_minor);
end
$$;
comment on function public.my_balance() is 'The caller''s money in the market''s currency: available, in transit to the bank, and pending in open orders.';
grant execute on function public.my_balance() to authenticated;

-- Security definer: as above.
create or replace function public.request_payout(client_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  task constant text := 'payout ' || me || ' ' || client_id;
  least_minor constant integer := (select setting.min_payout_minor from private.order_settings setting);
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if(not private.pay_out(me, task, least_minor) and not exists (select from private.payment_tasks known where known.key = task),
    'SK379', 'payout_too_small', jsonb_build_object('amount', private.money(least_minor, private.market_currency())));
  return public.my_balance();
end
$$;
comment on function public.request_payout(uuid) is 'Pays out the available balance to the caller''s bank. Idempotent by client_id. Returns my_balance().';
grant execute on function public.request_payout(uuid) to authenticated;

-- Whether an order or payout is still open. An amount below the minimum payout is forfeited with the account.
create or replace function private.has_open_business(person uuid) returns boolean
language sql stable set search_path = ''
return exists (select from public.orders bought where bought.is_open and bought.paid_at is not null and person in (bought.buyer_id, bought.seller_id))
  or exists (select from private.ledger_accounts account, private.order_settings setting
    where account.user_id = person and (account.kind = 'payout' and account.balance_minor > 0
      or account.kind = 'balance' and account.balance_minor >= setting.min_payout_minor));
