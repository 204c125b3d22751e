-- Amounts are in the currency's smallest unit: 5500 is 55.00 EUR, 5,500 JPY, 5.500 KWD.

-- ISO 4217; the same list as in marketplace/contract/money/money.ts.
create or replace function private.minor_digits(currency text) returns integer
language sql immutable set search_path = ''
return case
  when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
  when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
  when currency in ('CLF', 'UYW') then 4
  else 2 end;
comment on function private.minor_digits(text) is 'Decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD.';
grant execute on function private.minor_digits(text) to anon, authenticated, service_role;

create or replace function private.minor_per_unit(currency text) returns integer
language sql immutable set search_path = ''
return (10 ^ private.minor_digits(currency))::integer;
comment on function private.minor_per_unit(text) is 'Minor units per unit: 100 for EUR, 1 for JPY, 1000 for KWD.';
grant execute on function private.minor_per_unit(text) to anon, authenticated, service_role;

-- Rounds to whole units, for approximate statements.
create or replace function private.whole_units(minor numeric, currency text) returns integer
language sql immutable set search_path = ''
return (round(minor / private.minor_per_unit(currency)) * private.minor_per_unit(currency))::integer;

create or replace function private.price_problem(type text, price_type text, price_minor integer, currency text) returns jsonb
language sql immutable set search_path = ''
begin atomic
  select case
    when (type = 'free') <> (price_type = 'free') then private.problem('SK101', 'free_price_type_mismatch')
    when price_type = 'free' and coalesce(price_minor, 0) <> 0 then private.problem('SK102', 'free_with_price')
    when price_type = 'free' then null
    when price_type = 'on_request' and price_minor is not null then private.problem('SK103', 'price_on_request_given')
    when price_type = 'on_request' then null
    when price_minor is null and type in ('wanted', 'swap') then null
    when price_minor is null then private.problem('SK104', 'no_price')
    -- At least one unit, or a tenth where a unit is worth a thousand.
    when price_minor < least(100, private.minor_per_unit(currency))
      then private.problem('SK105', 'price_too_low', jsonb_build_object('amount', private.money(least(100, private.minor_per_unit(currency)), currency)))
    when price_minor > 100000000 then private.problem('SK106', 'price_too_high', jsonb_build_object('amount', private.money(100000000, currency)))
    -- Placeholders such as 1234567, 999999, 1111111 would distort price filters.
    when units::text ~ '^(\d)\1{5,}$' or units >= 12345 and '123456789' like units || '%'
      then private.problem('SK107', 'placeholder_price')
  end
  from (select price_minor / private.minor_per_unit(currency)) as whole (units);
end;
comment on function private.price_problem(text, text, integer, text) is 'The problem with a price, or null.';
grant execute on function private.price_problem(text, text, integer, text) to anon, authenticated, service_role;

create or replace function public.market_currency() returns text
language sql stable set search_path = ''
return private.market_currency();
comment on function public.market_currency() is 'The currency of new ads and of search prices (ISO 4217).';
grant execute on function public.market_currency() to anon, authenticated;
