create table auth.saml_assertions (
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (sso_provider_id, assertion_id)
);
comment on table auth.saml_assertions is 'Assertions that opened a session, kept until they are too old to open another.';
create index saml_assertions_expires_at_idx on auth.saml_assertions (expires_at);

alter table auth.saml_assertions enable row level security;
