-- Amounts are integers of a currency's smallest unit, which is not a hundredth everywhere: 5500 is 55.00 EUR, 5,500 JPY, 5.500 KWD.

-- ISO 4217; the same list as in marketplace/contract/money.ts.
create function private.minor_digits(currency text) returns integer
language sql immutable
set search_path = ''
begin atomic
  select case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when currency in ('CLF', 'UYW') then 4
    else 2 end;
end;
comment on function private.minor_digits(text) is 'How many decimals a currency has: 2 for EUR, 0 for JPY, 3 for KWD.';

create function private.minor_per_unit(currency text) returns integer
language sql immutable
set search_path = ''
begin atomic
  select (10 ^ private.minor_digits(currency))::integer;
end;
comment on function private.minor_per_unit(text) is 'How many of the smallest units make one: 100 for EUR, 1 for JPY, 1000 for KWD.';

-- "EUR 1,250.50": readers see it as their language writes it (marketplace/web/src/i18n/translated.ts).
create or replace function private.money_text(minor integer, currency text) returns text
language sql immutable
set search_path = ''
begin atomic
  select currency || ' ' || to_char(minor::numeric / private.minor_per_unit(currency), 'FM9,999,999,990'
    || case when minor % private.minor_per_unit(currency) = 0 then '' else '.' || repeat('0', private.minor_digits(currency)) end);
end;

-- To whole units, for sentences that claim no more.
create function private.whole_units(minor numeric, currency text) returns integer
language sql immutable
set search_path = ''
begin atomic
  select (round(minor / private.minor_per_unit(currency)) * private.minor_per_unit(currency))::integer;
end;


create function private.price_problem(type text, price_type text, price_minor integer, currency text) returns text
language sql immutable
set search_path = ''
begin atomic
  select case
    when (type = 'free') <> (price_type = 'free') then 'Only a free ad has the price type "free", and it has no other.'
    when price_type = 'free' and coalesce(price_minor, 0) <> 0 then 'A free ad has no price.'
    when price_type = 'free' then null
    when price_type = 'on_request' and price_minor is not null then 'Leave the price empty when it is given on request.'
    when price_type = 'on_request' then null
    when price_minor is null and type in ('wanted', 'swap') then null
    when price_minor is null then 'Enter a price, or choose "Price on request".'
    -- One unit, or a tenth of one where a unit is worth a thousand.
    when price_minor < least(100, private.minor_per_unit(currency))
      then format('The lowest price is %s. To give something away, choose "Free".', private.money_text(least(100, private.minor_per_unit(currency)), currency))
    when price_minor > 100000000 then format('The highest price is %s.', private.money_text(100000000, currency))
    -- 1234567, 999999, 1111111: typed to be filled in later, and a lie in every price filter.
    when units::text ~ '^(\d)\1{5,}$' or units >= 12345 and '123456789' like units || '%'
      then 'That price looks like a placeholder. Enter what you would accept, or choose "Price on request".'
  end
  from (select price_minor / private.minor_per_unit(currency)) as whole (units);
end;
comment on function private.price_problem(text, text, integer, text) is 'What is wrong with a price, as a sentence, or null.';

create or replace function private.lure_problem(category text, type text, price_type text, price_minor integer) returns text
language sql stable security definer
set search_path = ''
as $$
  select case when usual.sales >= 8 and usual.median >= 40 * lure_problem.price_minor
    then format('That price looks like a placeholder: similar things sold for about %s. Enter what you would accept.',
      private.money_text(private.whole_units(usual.median::numeric, usual.currency), usual.currency)) end
  from (
    select count(*) as sales, percentile_cont(0.5) within group (order by comp.price_minor) as median, private.market_currency() as currency
    from public.sold_comps comp
    where comp.category = lure_problem.category and comp.currency = private.market_currency() and comp.sold_at > now() - interval '180 days') as usual
  -- About the price of a coffee, in currencies of two, no or three decimals.
  where lure_problem.type = 'sell' and lure_problem.price_type in ('fixed', 'negotiable') and lure_problem.price_minor <= 500
$$;

create or replace function private.listing_problem(listing public.listings) returns text
language sql stable
set search_path = ''
return case
  when listing.category is null then 'Choose a category.'
  when not (select leaf from public.categories where slug = listing.category) then 'Choose a more precise category.'
  when not (select listing.type = any(allow_types) from public.categories where slug = listing.category)
    then 'This category does not take ads of this type.'
  when private.title_problem(listing.title) is not null then private.title_problem(listing.title)
  when private.description_problem(listing.description) is not null then private.description_problem(listing.description)
  when private.price_problem(listing.type, listing.price_type, listing.price_minor, listing.currency) is not null
    then private.price_problem(listing.type, listing.price_type, listing.price_minor, listing.currency)
  when private.lure_problem(listing.category, listing.type, listing.price_type, listing.price_minor) is not null
    then private.lure_problem(listing.category, listing.type, listing.price_type, listing.price_minor)
  when listing.type <> 'wanted' and listing.condition is null then 'Say what condition the item is in.'
  when private.attributes_problem(listing.category, listing.type, listing.attributes) is not null
    then private.attributes_problem(listing.category, listing.type, listing.attributes)
  when btrim(listing.city) = '' then 'Say in which city the item is.'
  when listing.ship_cost_minor is not null and listing.delivery = 'pickup' then 'A shipping price needs shipping as a way of delivery.'
end;
drop function private.price_problem(text, text, integer);
grant execute on function private.minor_digits(text), private.minor_per_unit(text), private.money_text(integer, text),
  private.price_problem(text, text, integer, text) to anon, authenticated, service_role;

create or replace function private.change_price(wanted uuid, percent integer) returns public.listings
language plpgsql security definer
set search_path = ''
as $$
declare
  ad public.listings := private.own_listing(wanted, array['draft', 'active', 'paused', 'expired'],
    'The price of an ad that is reserved or sold stays as agreed.');
  changed bigint;
begin
  if ad.price_minor is null or ad.type in ('free', 'wanted') then
    raise exception using errcode = 'PT422', message = 'This ad has no price to change.';
  end if;
  -- To whole units from 10 on, as people price things; never to nothing.
  changed := round(ad.price_minor::numeric * (100 + percent) / 100);
  if changed >= 10 * private.minor_per_unit(ad.currency) then
    changed := private.whole_units(changed, ad.currency);
  end if;
  if changed = ad.price_minor then
    changed := changed + sign(percent);
  end if;
  if changed not between 1 and 100000000 then
    raise exception using errcode = 'PT422', message = 'The price would be out of range.';
  end if;
  update public.listings listing set price_minor = changed where listing.id = ad.id returning * into ad;
  return ad;
end
$$;

create function public.market_currency() returns text
language sql stable
set search_path = ''
return private.market_currency();
comment on function public.market_currency() is 'What new ads are in, and the prices of a search: a code of ISO 4217.';
grant execute on function public.market_currency() to anon, authenticated;

-- As before, in any currency.
comment on column public.branding.currency is 'ISO 4217: what new ads are in. Ads keep the one that they were made in.';
create or replace function public.set_branding(brand_name text default null, operator_name text default null, contact_email text default null,
  brand_hue integer default null, logo_path text default null, currency text default null, languages text[] default null) returns public.branding
language plpgsql security definer
set search_path = ''
as $$
declare
  was public.branding;
  made public.branding;
begin
  perform private.require_role('admin');
  if char_length(btrim(brand_name)) not between 2 and 30 or brand_name ~ '[[:cntrl:]<>]' then
    raise exception using errcode = 'PT422', message = 'A name has 2 to 30 characters, without < and >.';
  elsif char_length(btrim(operator_name)) not between 2 and 120 or operator_name ~ '[[:cntrl:]<>]' then
    raise exception using errcode = 'PT422', message = 'Say who runs this in 2 to 120 characters, without < and >.';
  elsif contact_email !~ '^[^[:space:]@<>]+@[^[:space:]@<>]+\.[^[:space:]@<>]+$' or char_length(contact_email) > 254 then
    raise exception using errcode = 'PT422', message = 'Enter a whole e-mail address.';
  elsif brand_hue not between 0 and 359 then
    raise exception using errcode = 'PT422', message = 'A hue is 0 to 359 degrees.';
  elsif currency !~ '^[A-Z]{3}$' then
    raise exception using errcode = 'PT422', message = 'Name the currency by its three capital letters.';
  elsif not (cardinality(languages) between 1 and 5 and languages <@ array['en', 'pt', 'es', 'de', 'fr'])
      or cardinality(languages) <> (select count(distinct language) from unnest(languages) as given (language)) then
    raise exception using errcode = 'PT422', message = 'Offer at least one of the languages that there are.';
  elsif logo_path is not null and not exists (select from storage.objects object
      where object.bucket_id = 'branding' and object.name = set_branding.logo_path) then
    raise exception using errcode = 'PT422', message = 'The logo has not arrived yet. Upload it again.';
  end if;
  select * into was from public.branding for update;
  update public.branding known set brand_name = btrim(set_branding.brand_name), operator_name = btrim(set_branding.operator_name),
    contact_email = set_branding.contact_email, brand_hue = set_branding.brand_hue, logo_path = set_branding.logo_path,
    currency = set_branding.currency, languages = set_branding.languages, changed_at = now()
  returning * into made;
  perform private.audit('branding.set', 'branding', to_jsonb(was) - 'singleton' - 'changed_at', to_jsonb(made) - 'singleton' - 'changed_at');
  perform pg_catalog.pg_notify('branding', '');
  return made;
end
$$;
