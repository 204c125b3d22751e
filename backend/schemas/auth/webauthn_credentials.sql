create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null default 0 check (sign_count >= 0),
  transports text[] not null default '{}',
  aaguid uuid,
  backed_up boolean not null default false,
  friendly_name text check (char_length(friendly_name) between 1 and 120),
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.webauthn_credentials is 'Passkeys: each is sufficient to sign in (WebAuthn Level 2).';
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id, created_at);

alter table auth.webauthn_credentials enable row level security;
