-- The market's own host, which messages may link to without a warning. Servers set it at startup, since only their configuration has it; it replaces
-- the previous one.

create or replace function private.set_own_site(host text) returns void
language sql set search_path = ''
begin atomic
  delete from public.scam_domains known where known.what = 'own' and known.domain <> lower(set_own_site.host);
  insert into public.scam_domains (domain, what)
  select lower(set_own_site.host), 'own'
  -- A name without a dot is local: no message refers to it as a site.
  where lower(set_own_site.host) ~ '^[a-z0-9-]+([.][a-z0-9-]+)+$'
  on conflict (domain) do nothing;
end;
comment on function private.set_own_site(text) is 'Trusts the market''s public host, and no longer the previous one.';
