create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type text not null check (token_type in ('confirmation_token', 'recovery_token', 'email_change_token_new',
    'email_change_token_current', 'phone_change_token', 'reauthentication_token')),
  token_hash text not null,
  relates_to text not null,
  failed_attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  unique (user_id, token_type)
);
comment on table auth.one_time_tokens is 'Codes that were mailed, as hashes bound to the address they went to. Issuing a code replaces the one before.';
create index one_time_tokens_token_hash_idx on auth.one_time_tokens (token_hash);
create index one_time_tokens_created_at_idx on auth.one_time_tokens (created_at);

alter table auth.one_time_tokens enable row level security;
