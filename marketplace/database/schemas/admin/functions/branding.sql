-- Security definer: the table is closed, the result public.
create or replace function private.market_currency() returns text
language sql stable security definer set search_path = ''
return coalesce((select currency from public.branding), (select currency from private.market_defaults), 'EUR');
comment on function private.market_currency() is 'The currency of new ads.';
grant execute on function private.market_currency() to anon, application, authenticated, service_role;

create or replace function public.set_branding(brand_name text default null, operator_name text default null, contact_email text default null,
  brand_hue integer default null, logo_path text default null, currency text default null, languages text[] default null) returns public.branding
language plpgsql security definer set search_path = '' as $$
declare
  was public.branding;
  made public.branding;
begin
  perform private.require_role('admin');
  perform private.refuse_if(char_length(btrim(brand_name)) not between 2 and 30 or brand_name ~ '[[:cntrl:]<>]', 'SK801', 'bad_brand_name');
  perform private.refuse_if(char_length(btrim(operator_name)) not between 2 and 120 or operator_name ~ '[[:cntrl:]<>]',
    'SK802', 'bad_operator_name');
  perform private.refuse_if(contact_email !~ '^[^[:space:]@<>]+@[^[:space:]@<>]+\.[^[:space:]@<>]+$' or char_length(contact_email) > 254,
    'SK401', 'bad_email');
  perform private.refuse_if(brand_hue not between 0 and 359, 'SK803', 'bad_hue');
  perform private.refuse_if(currency !~ '^[A-Z]{3}$', 'SK804', 'bad_currency');
  perform private.refuse_if(not (cardinality(languages) between 1 and 5 and languages <@ array['en', 'pt', 'es', 'de', 'fr'])
      or cardinality(languages) <> (select count(distinct language) from unnest(languages) as given (language)), 'SK805', 'bad_languages');
  perform private.refuse_if(logo_path is not null and not exists (select from storage.objects object
      where object.bucket_id = 'branding' and object.name = set_branding.logo_path), 'SK806', 'logo_not_uploaded');
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
comment on function public.set_branding(text, text, text, integer, text, text, text[]) is 'For administrators: sets name, operator, contact, hue, logo, currency and languages as a whole; omitted values fall back to the environment.';
grant execute on function public.set_branding(text, text, text, integer, text, text, text[]) to authenticated;
