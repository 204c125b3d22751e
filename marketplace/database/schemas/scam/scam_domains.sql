create table public.scam_domains (
  domain text primary key check (domain ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$'),
  what text not null check (what in ('carrier', 'map', 'own'))
);
comment on table public.scam_domains is 'Hosts that messages may link to without a warning, with their subdomains.';

alter table public.scam_domains enable row level security;
revoke all on public.scam_domains from anon, authenticated;
