create table auth.sso_domains (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  domain text not null check (domain = lower(domain) and char_length(domain) between 1 and 253),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.sso_domains is 'Mail domains whose people are sent to this organisation.';
create unique index sso_domains_domain_key on auth.sso_domains (domain);
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

alter table auth.sso_domains enable row level security;
