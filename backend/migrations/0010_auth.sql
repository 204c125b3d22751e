-- Accounts, their sessions and what proves them. Names follow the GoTrue data model, because applications hang
-- triggers and foreign keys on auth.users and read auth.sessions and auth.identities in their own SQL.

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text check (char_length(email) <= 255),
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change text check (char_length(email_change) <= 255),
  email_change_sent_at timestamptz,
  email_change_confirm_status smallint not null default 0 check (email_change_confirm_status between 0 and 2),
  phone text unique,
  phone_confirmed_at timestamptz,
  phone_change text,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}' check (jsonb_typeof(raw_app_meta_data) = 'object'),
  raw_user_meta_data jsonb not null default '{}' check (jsonb_typeof(raw_user_meta_data) = 'object'),
  banned_until timestamptz,
  deleted_at timestamptz,
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.users is 'One account. Written only by the auth service; one row is inserted per sign-up, inside its transaction.';
-- The index, not a look-up beforehand, decides which of two racing sign-ups gets an address.
create unique index users_email_key on auth.users (lower(email)) where not is_sso_user;
create index users_email_change_idx on auth.users (lower(email_change)) where email_change is not null;
create index users_created_at_idx on auth.users (created_at desc, id);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  identity_data jsonb not null check (jsonb_typeof(identity_data) = 'object'),
  provider text not null,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, provider)
);
comment on table auth.identities is 'One way to sign in to an account; for e-mail the provider id is the user id.';
create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  factor_id uuid,
  not_after timestamptz,
  user_agent text,
  ip inet,
  tag text,
  refresh_token_counter bigint not null default 0 check (refresh_token_counter >= 0),
  recent_rotations timestamptz[] not null default '{}',
  refreshed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.sessions is 'One sign-in. Deleting the row revokes its access and refresh tokens at once.';
comment on column auth.sessions.refresh_token_counter is 'Number of the active refresh token. Tokens themselves are never stored: they are derived from session, number and a secret outside the database.';
comment on column auth.sessions.recent_rotations is 'When the last few tokens were replaced, newest first; a replaced token may come again only shortly afterwards.';
create index sessions_user_id_idx on auth.sessions (user_id, created_at desc);

create table auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);
comment on table auth.mfa_amr_claims is 'How a session was authenticated (RFC 8176 amr), with the time of the last use of each method.';

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

create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  auth_code text not null unique,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  code_challenge text not null,
  provider_type text not null,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table auth.flow_state is 'A sign-in begun with PKCE (RFC 7636) and not yet exchanged; deleted by the exchange.';
create index flow_state_user_id_idx on auth.flow_state (user_id, authentication_method, created_at desc);
create index flow_state_created_at_idx on auth.flow_state (created_at);

create table auth.audit_log_entries (
  id uuid primary key default gen_random_uuid(),
  payload jsonb not null,
  ip_address text not null default '',
  created_at timestamptz not null default now()
);
comment on table auth.audit_log_entries is 'Who did what to which account. Holds no token, code or password.';
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at desc);

-- Losing this table in a crash only allows one mail early, so it is not worth write-ahead logging.
create unlogged table auth.mail_gaps (
  kind text not null,
  address_hash bytea not null,
  sent_at timestamptz not null default now(),
  primary key (kind, address_hash)
);
comment on table auth.mail_gaps is 'When a mail of a kind was last asked for an address, known or not: the waiting time is the same for both, so it tells nothing.';
create index mail_gaps_sent_at_idx on auth.mail_gaps (sent_at);

-- No policy and no grant: the data API reaches none of this; applications copy what they show into their own tables.
alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.mfa_amr_claims enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.flow_state enable row level security;
alter table auth.audit_log_entries enable row level security;
alter table auth.mail_gaps enable row level security;
revoke all on all tables in schema auth from public;
