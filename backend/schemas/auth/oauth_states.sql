-- Sign-in through external providers.

create table auth.oauth_states (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  linking_user_id uuid references auth.users on delete cascade,
  nonce text,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  check ((code_challenge is null) = (code_challenge_method is null))
);
comment on table auth.oauth_states is 'A sign-in that went to a provider; its id is the `state` (RFC 6749) that comes back, once. The secrets that go with it are derived from the id, never stored.';
create index oauth_states_created_at_idx on auth.oauth_states (created_at);
create index oauth_states_linking_user_id_idx on auth.oauth_states (linking_user_id) where linking_user_id is not null;

alter table auth.oauth_states enable row level security;
