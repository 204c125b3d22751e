-- Other applications sign people in through us (OAuth 2.1). Names follow the GoTrue data model.

create table auth.oauth_clients (
  id uuid primary key default gen_random_uuid(),
  client_secret_hash bytea,
  client_type text not null check (client_type in ('public', 'confidential')),
  registration_type text not null check (registration_type in ('manual', 'dynamic')),
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none')),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  grant_types text[] not null check (grant_types <@ array['authorization_code', 'refresh_token']),
  client_name text check (char_length(client_name) <= 1024),
  client_uri text check (char_length(client_uri) <= 2048),
  logo_uri text check (char_length(logo_uri) <= 2048),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((client_type = 'public') = (token_endpoint_auth_method = 'none')),
  check ((client_type = 'public') = (client_secret_hash is null))
);
comment on table auth.oauth_clients is 'An application that may ask people for access to their accounts. Its secret is kept as a hash.';
create index oauth_clients_created_at_idx on auth.oauth_clients (created_at desc);

create table auth.oauth_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  scopes text[] not null,
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  unique (user_id, client_id)
);
comment on table auth.oauth_consents is 'What somebody lets an application have; asked again only for more.';
create index oauth_consents_client_id_idx on auth.oauth_consents (client_id);

alter table auth.sessions add column oauth_client_id uuid references auth.oauth_clients on delete cascade, add column scopes text;
comment on column auth.sessions.oauth_client_id is 'The application that this session belongs to; null for the person''s own.';
create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id, user_id) where oauth_client_id is not null;

create table auth.oauth_authorizations (
  id uuid primary key default gen_random_uuid(),
  authorization_id text not null unique,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  user_id uuid references auth.users on delete cascade,
  redirect_uri text not null,
  scopes text[] not null,
  state text,
  resource text,
  nonce text,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied', 'used')),
  authorization_code_hash bytea unique,
  aal text check (aal in ('aal1', 'aal2', 'aal3')),
  factor_id uuid references auth.mfa_factors on delete set null,
  session_id uuid references auth.sessions on delete set null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  check ((status in ('approved', 'used')) = (authorization_code_hash is not null))
);
comment on table auth.oauth_authorizations is 'One request of an application for access. Its code is kept as a hash, also for a while after its use: who sends it again ends the session that came of it.';
create index oauth_authorizations_expires_at_idx on auth.oauth_authorizations (expires_at);
create index oauth_authorizations_client_id_idx on auth.oauth_authorizations (client_id);
create index oauth_authorizations_user_id_idx on auth.oauth_authorizations (user_id);
create index oauth_authorizations_session_id_idx on auth.oauth_authorizations (session_id) where session_id is not null;
create index oauth_authorizations_factor_id_idx on auth.oauth_authorizations (factor_id) where factor_id is not null;

alter table auth.oauth_clients enable row level security;
alter table auth.oauth_consents enable row level security;
alter table auth.oauth_authorizations enable row level security;
revoke all on all tables in schema auth from public;
