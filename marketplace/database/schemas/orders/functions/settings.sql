-- The buyer protection fee. Half units are rounded up.
create or replace function private.buyer_fee(items integer, delivery text) returns integer
language sql stable set search_path = ''
return (
  select case delivery when 'ship' then known.fee_fixed_minor + round(items * known.fee_percent / 100)
    else known.meet_fee_fixed_minor + round(items * known.meet_fee_percent / 100) end::integer
  from private.order_settings known);

create or replace function private.working_days_after(moment timestamptz, days integer) returns timestamptz
language sql immutable set search_path = ''
return (
  select moment + (day || ' days')::interval
  from (
    select day, count(*) filter (where extract(isodow from (moment at time zone 'UTC') + (day || ' days')::interval) < 6) over (order by day) as worked
    from generate_series(1, 2 * days + 3) as day) as calendar
  where worked = days order by day limit 1);
comment on function private.working_days_after(timestamptz, integer) is 'The same time of day a number of working days later, without Saturdays and Sundays.';

-- Stores the environment's settings at each start: columns of order_settings, and fixed amounts in units of the currency.
create or replace function private.set_order_settings(given jsonb) returns void
language sql set search_path = '' as $$
  update private.order_settings known set payments = wanted.payments, shipping = wanted.shipping,
    fee_fixed_minor = round((given ->> 'fee_fixed')::numeric * unit), fee_percent = wanted.fee_percent,
    meet_fee_fixed_minor = round((given ->> 'meet_fee_fixed')::numeric * unit), meet_fee_percent = wanted.meet_fee_percent,
    seller_fee_percent = wanted.seller_fee_percent, min_payout_minor = greatest(round((given ->> 'min_payout')::numeric * unit), 1),
    pay_within = wanted.pay_within, ship_within_working_days = wanted.ship_within_working_days, meet_within = wanted.meet_within,
    arrive_within = wanted.arrive_within, check_within = wanted.check_within, answer_within = wanted.answer_within,
    return_within = wanted.return_within, appeal_within = wanted.appeal_within
  from private.order_settings was, jsonb_populate_record(was, given) as wanted, private.minor_per_unit(private.market_currency()) as unit
$$;

-- Security definer: the settings are closed. Returns the public ones.
create or replace function public.order_terms() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('payments', known.payments, 'currency', private.market_currency(),
    'fee_fixed_minor', known.fee_fixed_minor, 'fee_percent', known.fee_percent,
    'meet_fee_fixed_minor', known.meet_fee_fixed_minor, 'meet_fee_percent', known.meet_fee_percent,
    'seller_fee_percent', known.seller_fee_percent, 'min_payout_minor', known.min_payout_minor,
    'ship_within_working_days', known.ship_within_working_days, 'check_within_hours', extract(epoch from known.check_within)::integer / 3600,
    'answer_within_hours', extract(epoch from known.answer_within)::integer / 3600, 'pay_within_minutes', extract(epoch from known.pay_within)::integer / 60,
    'arrive_within_days', extract(epoch from known.arrive_within)::integer / 86400, 'return_within_days', extract(epoch from known.return_within)::integer / 86400,
    'appeal_within_days', extract(epoch from known.appeal_within)::integer / 86400,
    'carriers', (select jsonb_agg(carrier.name order by lower(carrier.name)) from private.carriers carrier))
  from private.order_settings known
$$;
comment on function public.order_terms() is 'Whether items can be bought here, in which currency, and the fees and time limits of orders.';
grant execute on function public.order_terms() to anon, authenticated;
