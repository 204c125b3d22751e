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

alter table auth.identities enable row level security;
create policy "hooks read identities" on auth.identities for select to supabase_auth_admin using (true);
grant select on auth.identities to supabase_auth_admin;
