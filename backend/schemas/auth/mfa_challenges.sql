create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  ip_address inet not null,
  failed_attempts smallint not null default 0,
  verified_at timestamptz,
  web_authn_session_data jsonb,
  created_at timestamptz not null default now(),
  otp_hash bytea
);
comment on table auth.mfa_challenges is 'One attempt to show a factor; used once, and burned after a few wrong answers.';
comment on column auth.mfa_challenges.otp_hash is 'Of the code that was sent to a phone, keyed with a secret of the installation.';
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id, created_at desc);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);

alter table auth.mfa_challenges enable row level security;
