create table auth.mfa_recovery_codes (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (factor_id, code_hash)
);
comment on table auth.mfa_recovery_codes is 'Codes for who has lost every other factor, as keyed hashes; each works once.';

alter table auth.mfa_recovery_codes enable row level security;
