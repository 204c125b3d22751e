-- The currency of new ads and the languages of the pages: by the environment, and changed while the market runs.

alter table public.branding
  add column currency text check (currency ~ '^[A-Z]{3}$'),
  add column languages text[] check (cardinality(languages) between 1 and 5 and languages <@ array['en', 'pt', 'es', 'de', 'fr']);
comment on column public.branding.currency is 'ISO 4217, with two decimals: what new ads are in. Ads keep the one that they were made in.';
comment on column public.branding.languages is 'Offered to readers; the first is for those whose browser asks for none of them.';

create table private.market_defaults (
  singleton boolean primary key default true check (singleton),
  currency text not null check (currency ~ '^[A-Z]{3}$')
);
comment on table private.market_defaults is 'What the environment says, written by each server that starts, where the database has to know it as well.';

-- Security definer: the defaults are closed to everybody; the answer is public.
create function private.market_currency() returns text
language sql stable security definer
set search_path = ''
return coalesce((select currency from public.branding), (select currency from private.market_defaults), 'EUR');
comment on function private.market_currency() is 'What new ads are in.';
grant execute on function private.market_currency() to anon, authenticated, service_role;
alter table public.listings alter column currency set default private.market_currency();

-- As before, with two more settings.
drop function public.set_branding(text, text, text, integer, text);
create function public.set_branding(brand_name text default null, operator_name text default null, contact_email text default null,
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
  elsif currency !~ '^[A-Z]{3}$' or currency = any (array['BHD', 'BIF', 'CLF', 'CLP', 'DJF', 'GNF', 'IQD', 'ISK', 'JOD', 'JPY', 'KMF', 'KRW',
      'KWD', 'LYD', 'OMR', 'PYG', 'RWF', 'TND', 'UGX', 'UYI', 'UYW', 'VND', 'VUV', 'XAF', 'XOF', 'XPF']) then
    raise exception using errcode = 'PT422', message = 'Choose a currency that has two decimals.';
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
comment on function public.set_branding(text, text, text, integer, text, text, text[]) is 'For administrators: name, operator, contact, hue, logo, currency and languages as a whole; what is left out is as the environment says.';
grant execute on function public.set_branding(text, text, text, integer, text, text, text[]) to authenticated;

-- What follows is as before, in the currency of the market in place of euros.
create or replace function public.price_guide(category text, condition text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  prices integer[];
  low integer;
  step numeric;
begin
  select array_agg(comp.price_minor order by comp.price_minor) into prices
  from public.sold_comps comp
  where comp.category = price_guide.category and comp.currency = private.market_currency() and comp.sold_at > now() - interval '180 days'
    and (price_guide.condition is null or comp.condition = price_guide.condition);
  -- Under 8 sales a range would be chance, and could point at one person's sale.
  if coalesce(cardinality(prices), 0) < 8 then
    return jsonb_build_object('count', coalesce(cardinality(prices), 0));
  end if;
  low := prices[1];
  step := greatest(1, (prices[cardinality(prices)] - low) / 10.0);
  return (
    select jsonb_build_object('count', count(*), 'currency', private.market_currency(), 'days', 180,
      'p25', round(percentile_cont(0.25) within group (order by price)),
      'median', round(percentile_cont(0.5) within group (order by price)),
      'p75', round(percentile_cont(0.75) within group (order by price)),
      'min', min(price), 'max', max(price),
      'histogram', (
        select jsonb_agg(jsonb_build_object('from', round(low + step * bin), 'to', round(low + step * (bin + 1)), 'count', (
          select count(*) from unnest(prices) as inside (amount)
          where least(9, floor((inside.amount - low) / step)) = bin)) order by bin)
        from generate_series(0, 9) as bin))
    from unnest(prices) as sold (price));
end
$$;

create or replace function private.lure_problem(category text, type text, price_type text, price_minor integer) returns text
language sql stable security definer
set search_path = ''
as $$
  select case when usual.sales >= 8 and usual.median >= 40 * lure_problem.price_minor
    then 'That price looks like a placeholder: similar things sold for about ' || round(usual.median / 100) || '. Enter what you would accept.' end
  from (
    select count(*) as sales, percentile_cont(0.5) within group (order by comp.price_minor) as median
    from public.sold_comps comp
    where comp.category = lure_problem.category and comp.currency = private.market_currency() and comp.sold_at > now() - interval '180 days') as usual
  where lure_problem.type = 'sell' and lure_problem.price_type in ('fixed', 'negotiable') and lure_problem.price_minor <= 500
$$;

create or replace function public.import_listings(ads jsonb, publish boolean default false) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  given record;
  key text;
  made_id uuid;
  made_state text;
  is_new boolean;
  problem text;
  answers jsonb := '[]';
begin
  if auth.uid() is null then
    raise exception using errcode = 'PT401', message = 'Sign in to import ads.';
  elsif coalesce(jsonb_typeof(import_listings.ads), '') <> 'array' or jsonb_array_length(import_listings.ads) not between 1 and 200 then
    raise exception using errcode = 'PT422', message = 'Import 1 to 200 ads at a time.';
  end if;
  for given in select ad, place from jsonb_array_elements(import_listings.ads) with ordinality as listed (ad, place) order by place loop
    key := left(btrim(coalesce(given.ad ->> 'key', '')), 200);
    problem := null;
    made_id := null;
    made_state := null;
    is_new := false;
    begin
      if key = '' then
        raise exception using errcode = 'PT422', message = 'This row has no reference.';
      end if;
      -- The same row a second time finds the ad that it has made the first time, wherever it was sent from.
      select listing.id, listing.state into made_id, made_state from public.listings listing
        where listing.id = private.import_id(auth.uid(), key) and listing.seller_id = auth.uid();
      if made_id is null then
        insert into public.listings as listing (id, category, type, title, description, price_minor, currency, price_type, condition,
          attributes, area, city, country, lat, lng, delivery, ship_cost_minor, language)
        select private.import_id(auth.uid(), key), said.category, coalesce(said.type, 'sell'), coalesce(said.title, ''), coalesce(said.description, ''),
          said.price_minor, coalesce(said.currency, private.market_currency()), coalesce(said.price_type, 'fixed'), said.condition,
          coalesce(said.attributes, '{}'), coalesce(said.area, ''), coalesce(said.city, ''), coalesce(said.country, 'PT'), said.lat, said.lng,
          coalesce(said.delivery, 'pickup'), said.ship_cost_minor, coalesce(said.language, 'en')
        from jsonb_populate_record(null::public.listings, given.ad) as said
        returning listing.id, listing.state into made_id, made_state;
        is_new := true;
      end if;
    exception
      when unique_violation then
        problem := 'This row was imported before, and its ad was deleted. Give it another reference to import it again.';
      when others then
        problem := case when sqlstate like 'PT%' then sqlerrm else 'One of the values cannot be stored.' end;
    end;
    if problem is null and import_listings.publish and made_state = 'draft' then
      begin
        select published.state into made_state from public.publish_listing(made_id) as published;
      exception when others then
        if sqlstate not like 'PT%' then
          raise;
        end if;
        problem := sqlerrm;
      end;
    end if;
    answers := answers || jsonb_build_object('key', key, 'id', made_id, 'state', made_state, 'created', is_new, 'problem', problem);
  end loop;
  return answers;
end
$$;
