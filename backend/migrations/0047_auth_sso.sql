-- Sign-in through an organisation's own identity provider (SAML 2.0). Names follow the GoTrue data model.

create table auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  resource_id text unique check (char_length(resource_id) between 1 and 200),
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.sso_providers is 'An organisation whose members sign in by its own rules; their accounts are apart from all others.';

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

create table auth.saml_providers (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null unique references auth.sso_providers on delete cascade,
  entity_id text not null unique,
  metadata_xml text not null,
  metadata_url text,
  attribute_mapping jsonb not null default '{}' check (jsonb_typeof(attribute_mapping) = 'object'),
  name_id_format text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.saml_providers is 'What an organisation published of its SAML identity provider: its name, its address and its certificates.';

create table auth.saml_relay_states (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  request_id text not null,
  redirect_to text,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  bound_to_browser boolean not null,
  created_at timestamptz not null default now(),
  check ((code_challenge is null) = (code_challenge_method is null))
);
comment on table auth.saml_relay_states is 'A sign-in that went to an organisation; deleted by its one return.';
create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at);
create index saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);

create table auth.saml_assertions (
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (sso_provider_id, assertion_id)
);
comment on table auth.saml_assertions is 'Assertions that opened a session, kept until they are too old to open another.';
create index saml_assertions_expires_at_idx on auth.saml_assertions (expires_at);

create table auth.saml_service_keys (
  id boolean primary key default true check (id),
  private_key text not null,
  certificate text not null,
  created_at timestamptz not null default now()
);
comment on table auth.saml_service_keys is 'The one key that signs our requests to organisations, sealed (JWE), and its certificate, which they are shown.';

alter table auth.flow_state add column session_not_after timestamptz;
comment on column auth.flow_state.session_not_after is 'When the session that the code is exchanged for has to end.';

alter table auth.sso_providers enable row level security;
alter table auth.sso_domains enable row level security;
alter table auth.saml_providers enable row level security;
alter table auth.saml_relay_states enable row level security;
alter table auth.saml_assertions enable row level security;
alter table auth.saml_service_keys enable row level security;
revoke all on all tables in schema auth from public;
