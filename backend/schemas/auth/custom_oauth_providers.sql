-- Providers that administrators add while the server runs.

create table auth.custom_oauth_providers (
  id uuid primary key default gen_random_uuid(),
  provider_type text not null check (provider_type in ('oauth2', 'oidc')),
  identifier text not null unique check (identifier ~ '^custom:[a-z0-9_-]{1,60}$'),
  name text not null check (char_length(name) between 1 and 100),
  client_id text not null check (char_length(client_id) between 1 and 500),
  client_secret text not null,
  acceptable_client_ids text[] not null default '{}',
  scopes text[] not null default '{}',
  pkce_enabled boolean not null default true,
  attribute_mapping jsonb not null default '{}' check (jsonb_typeof(attribute_mapping) = 'object'),
  custom_claims_allowlist text[] not null default '{}',
  authorization_params jsonb not null default '{}' check (jsonb_typeof(authorization_params) = 'object'),
  enabled boolean not null default true,
  email_optional boolean not null default false,
  issuer text,
  discovery_url text,
  skip_nonce_check boolean not null default false,
  authorization_url text,
  token_url text,
  userinfo_url text,
  jwks_uri text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (provider_type <> 'oidc' or issuer is not null),
  check (provider_type <> 'oauth2' or (authorization_url is not null and token_url is not null and userinfo_url is not null))
);
comment on table auth.custom_oauth_providers is 'Whom people may sign in through, besides those of the configuration.';
comment on column auth.custom_oauth_providers.client_secret is 'Sealed (JWE) with a key derived for this row from the secret of the installation.';

alter table auth.custom_oauth_providers enable row level security;
