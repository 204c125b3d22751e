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
  updated_at timestamptz not null default now(),
  oauth_client_id uuid references auth.oauth_clients on delete cascade,
  scopes text
);
comment on table auth.sessions is 'One sign-in. Deleting the row revokes its access and refresh tokens immediately.';
comment on column auth.sessions.refresh_token_counter is 'Number of the active refresh token. Tokens themselves are never stored: they are derived from session, number and a secret outside the database.';
comment on column auth.sessions.recent_rotations is 'When the last few tokens were replaced, newest first; a replaced token may come again only shortly afterwards.';
comment on column auth.sessions.oauth_client_id is 'The application that this session belongs to; null for the person''s own.';
create index sessions_user_id_idx on auth.sessions (user_id, created_at desc);
create index sessions_factor_id_idx on auth.sessions (factor_id) where factor_id is not null;
create index sessions_not_after_idx on auth.sessions (not_after) where not_after is not null;
create index sessions_active_at_idx on auth.sessions ((coalesce(refreshed_at, created_at)));
create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id, user_id) where oauth_client_id is not null;
alter table auth.sessions add foreign key (factor_id) references auth.mfa_factors on delete set null;

alter table auth.sessions enable row level security;
create policy "hooks read sessions" on auth.sessions for select to supabase_auth_admin using (true);
grant select on auth.sessions to supabase_auth_admin;
