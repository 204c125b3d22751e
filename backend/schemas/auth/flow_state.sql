create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  auth_code text not null unique,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  code_challenge text not null,
  provider_type text not null,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now(),
  provider_token text,
  provider_refresh_token text,
  session_not_after timestamptz,
  saml_name_id text,
  saml_session_index text
);
comment on table auth.flow_state is 'A sign-in begun with PKCE (RFC 7636) and not yet exchanged; deleted by the exchange.';
comment on column auth.flow_state.provider_token is 'Sealed (JWE), for the one exchange of the code.';
comment on column auth.flow_state.session_not_after is 'When the session that the code is exchanged for has to end.';
comment on column auth.flow_state.saml_name_id is 'How the organisation names the session that the code is exchanged for.';
create index flow_state_user_id_idx on auth.flow_state (user_id, authentication_method, created_at desc);
create index flow_state_created_at_idx on auth.flow_state (created_at);

alter table auth.flow_state enable row level security;
