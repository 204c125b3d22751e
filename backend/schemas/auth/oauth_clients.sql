-- Clients of our OAuth 2.1 server. Names follow the GoTrue data model.

create table auth.oauth_clients (
  id uuid primary key default gen_random_uuid(),
  client_secret_hash bytea,
  client_type text not null check (client_type in ('public', 'confidential')),
  registration_type text not null check (registration_type in ('manual', 'dynamic')),
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none')),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  grant_types text[] not null check (grant_types <@ array['authorization_code', 'refresh_token']),
  client_name text check (char_length(client_name) <= 1024),
  client_uri text check (char_length(client_uri) <= 2048),
  logo_uri text check (char_length(logo_uri) <= 2048),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((client_type = 'public') = (token_endpoint_auth_method = 'none')),
  check ((client_type = 'public') = (client_secret_hash is null))
);
comment on table auth.oauth_clients is 'An application that may ask people for access to their accounts. Its secret is kept as a hash.';
create index oauth_clients_created_at_idx on auth.oauth_clients (created_at desc);

alter table auth.oauth_clients enable row level security;
