-- Personal access tokens: stored as a hash, named, expiring, and deleted when the password changes.

create table auth.personal_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  hint text not null check (char_length(hint) <= 20),
  scopes text[] not null check (scopes = array['read'] or scopes = array['read', 'write']),
  aal text not null check (aal in ('aal1', 'aal2')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  check (expires_at > created_at)
);
comment on table auth.personal_tokens is 'What a person''s own programs sign in with. The token itself is shown once and kept nowhere.';
comment on column auth.personal_tokens.token_hash is 'SHA-256: the token is 192 bits of chance, so that no guess has a salt to fear.';
comment on column auth.personal_tokens.hint is 'How the token begins, to recognise it by.';
comment on column auth.personal_tokens.aal is 'How far the session had proved itself that made it. Enrolling a factor later leaves an aal1 token behind.';
comment on column auth.personal_tokens.last_used_at is 'To the minute.';
create index personal_tokens_user_idx on auth.personal_tokens (user_id, created_at);
create index personal_tokens_expiry_idx on auth.personal_tokens (expires_at);

alter table auth.personal_tokens enable row level security;
