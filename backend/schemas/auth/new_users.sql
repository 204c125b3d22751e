-- Queue of new accounts for the hook after_user_created. Written in the transaction that creates the account, so that neither a crash
-- nor an unavailable application loses one.

create table auth.new_users (
  user_id uuid primary key references auth.users on delete cascade,
  event_id uuid not null default gen_random_uuid(),
  ip_address text not null default '',
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  due_at timestamptz not null default now() + interval '1 minute'
);
comment on table auth.new_users is 'New accounts that the hook after_user_created has not answered for. A row goes with the answer.';
comment on column auth.new_users.event_id is 'The same at each attempt: who hears of an account twice knows by it.';
comment on column auth.new_users.due_at is 'When the next attempt may begin. The first one is the request''s own, right after its commit.';
create index new_users_due_at_idx on auth.new_users (due_at);

alter table auth.new_users enable row level security;
