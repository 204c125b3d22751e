-- Accounts. Names follow the GoTrue data model, because applications have triggers and foreign keys on auth.users and read
-- auth.sessions and auth.identities in their own SQL.

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
  updated_at timestamptz not null default now(),
  -- Access to a mailbox is enough to set a new password. For a while after that, sensitive changes need a sign-in.
  recovered_at timestamptz
);
comment on table auth.users is 'One account. Written only by the auth service; one row is inserted per sign-up, inside its transaction.';
comment on column auth.users.recovered_at is 'When the account was last recovered: a new password, set with nothing but an emailed link.';
-- The unique index, not a prior lookup, decides which of two concurrent sign-ups gets an address.
create unique index users_email_key on auth.users (lower(email)) where not is_sso_user;
create index users_email_change_idx on auth.users (lower(email_change)) where email_change is not null;
create index users_created_at_idx on auth.users (created_at desc, id);
create index users_anonymous_idx on auth.users (created_at) where is_anonymous;

-- No policy and no grant: inaccessible through the data API; applications copy public data into their own tables.
-- Every column but hashes and secrets.
alter table auth.users enable row level security;
create policy "hooks read accounts" on auth.users for select to supabase_auth_admin using (true);
grant select (id, aud, role, email, email_confirmed_at, invited_at, phone, phone_confirmed_at, confirmed_at, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, banned_until, deleted_at, is_sso_user, is_anonymous, created_at, updated_at) on auth.users to
  supabase_auth_admin;
