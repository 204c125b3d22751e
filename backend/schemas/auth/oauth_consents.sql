create table auth.oauth_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  scopes text[] not null,
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  unique (user_id, client_id)
);
comment on table auth.oauth_consents is 'What somebody lets an application have; asked again only for more.';
create index oauth_consents_client_id_idx on auth.oauth_consents (client_id);

alter table auth.oauth_consents enable row level security;
