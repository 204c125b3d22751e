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

alter table auth.oauth_authorizations enable row level security;
