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

alter table auth.saml_providers enable row level security;
