-- Carriers, tracking numbers and tracking links.

create or replace function private.require_tracking(carrier text, tracking text) returns void
language sql stable set search_path = ''
return private.refuse_if(coalesce(char_length(btrim(carrier)), 0) not between 2 and 60 or coalesce(char_length(btrim(tracking)), 0) not between 4 and 60
  or private.has_contact(carrier) or tracking !~ '^[[:alnum:] ./-]+$', 'SK373', 'bad_tracking');

-- The tracking link of a parcel: by its carrier's row, else the given link, which must lead to a carrier. Scammers often use such links.
create or replace function private.tracking_link(carrier text, tracking text, given text) returns text
language plpgsql stable set search_path = '' as $$
declare
  known private.carriers;
  host constant text := lower(substring(given from '^https://([a-zA-Z0-9.-]+)(?:[/?#]|$)'));
begin
  perform private.refuse_if(given is not null and not exists (
    select from private.carriers one, unnest(one.domains) as domain
    where char_length(given) <= 300 and (host = domain or host like '%.' || domain)), 'SK389', 'bad_tracking_link');
  if given is not null then
    return given;
  end if;
  select * into known from private.carriers one where lower(tracking_link.carrier) like lower(one.name) || '%' order by char_length(one.name) desc limit 1;
  return replace(known.tracking_url, '{number}', regexp_replace(tracking, '[^[:alnum:]-]', '', 'g'));
end
$$;
