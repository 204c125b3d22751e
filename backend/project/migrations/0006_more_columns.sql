-- More columns of the auth and storage tables that dumps write.
alter table auth.flow_state
  add column if not exists updated_at timestamptz,
  add column if not exists provider_access_token text,
  add column if not exists provider_refresh_token text,
  add column if not exists invite_token text,
  add column if not exists referrer text,
  add column if not exists oauth_client_state_id uuid,
  add column if not exists linking_target_id uuid,
  add column if not exists email_optional boolean not null default false;
alter table auth.mfa_factors add column if not exists last_webauthn_challenge_data jsonb;
alter table auth.mfa_challenges add column if not exists otp_code text, add column if not exists web_authn_session_data jsonb;
alter table auth.one_time_tokens add column if not exists updated_at timestamp not null default now();
alter table auth.saml_relay_states
  add column if not exists for_email text,
  add column if not exists updated_at timestamptz,
  add column if not exists flow_state_id uuid;
