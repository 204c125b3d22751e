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

alter table auth.saml_relay_states enable row level security;
