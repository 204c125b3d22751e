create table auth.saml_service_keys (
  id boolean primary key default true check (id),
  private_key text not null,
  certificate text not null,
  created_at timestamptz not null default now()
);
comment on table auth.saml_service_keys is 'The one key that signs our requests to organisations, sealed (JWE), and its certificate, which they are shown.';

alter table auth.saml_service_keys enable row level security;
