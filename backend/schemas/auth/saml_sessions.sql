-- Maps an organisation's name ID and session index to our sessions, for single logout.

create table auth.saml_sessions (
  session_id uuid primary key references auth.sessions on delete cascade,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  name_id text not null,
  session_index text
);
comment on table auth.saml_sessions is 'How an organisation names the sessions of its members.';
create index saml_sessions_name_idx on auth.saml_sessions (sso_provider_id, name_id);

alter table auth.saml_sessions enable row level security;
