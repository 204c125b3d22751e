-- Second factors and passkeys. Names follow the GoTrue data model where it has them.

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text check (char_length(friendly_name) <= 120),
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret text,
  last_used_step bigint,
  phone text,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.mfa_factors is 'A second factor. Until it was verified once it protects nothing.';
comment on column auth.mfa_factors.secret is 'Sealed (JWE) with a key derived for this row from the secret of the installation.';
comment on column auth.mfa_factors.last_used_step is 'The time step (RFC 6238) of the last code that was accepted: no code is accepted twice.';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id, created_at);
create unique index mfa_factors_friendly_name_key on auth.mfa_factors (user_id, friendly_name) where trim(friendly_name) <> '';
create unique index mfa_factors_recovery_key on auth.mfa_factors (user_id) where factor_type = 'recovery_code';
create index mfa_factors_unverified_idx on auth.mfa_factors (created_at) where status = 'unverified';
create unique index mfa_factors_phone_key on auth.mfa_factors (user_id, phone) where factor_type = 'phone';

alter table auth.mfa_factors enable row level security;
create policy "hooks read factors" on auth.mfa_factors for select to supabase_auth_admin using (true);
grant select (id, user_id, friendly_name, factor_type, status, phone, last_challenged_at, created_at, updated_at) on auth.mfa_factors to
  supabase_auth_admin;
