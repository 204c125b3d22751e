-- Sign-in through an organisation's own identity provider (SAML 2.0). Names follow the GoTrue data model.

create table auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  resource_id text unique check (char_length(resource_id) between 1 and 200),
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.sso_providers is 'An organisation whose members sign in by its own rules; their accounts are apart from all others.';

alter table auth.sso_providers enable row level security;
