-- The market's own address among the sites that a message may link to without a warning. Servers tell it when they start, since only
-- their configuration knows it; there is one, and the one before stops being trusted.

create or replace function private.set_own_site(host text) returns void
language sql
set search_path = ''
begin atomic
  delete from public.scam_domains known where known.what = 'own' and known.domain <> lower(set_own_site.host);
  insert into public.scam_domains (domain, what)
  select lower(set_own_site.host), 'own'
  -- A name without a dot is of this machine alone: no message names it as a site.
  where lower(set_own_site.host) ~ '^[a-z0-9-]+([.][a-z0-9-]+)+$'
  on conflict (domain) do nothing;
end;
comment on function private.set_own_site(text) is 'Trusts the host where people reach the market, instead of any before it.';
