create unlogged table auth.failed_guesses (
  key bytea primary key,
  count integer not null,
  last_at timestamptz not null
);
comment on table auth.failed_guesses is 'Wrong guesses in a row at one account; each further one makes the next wait.';
create index failed_guesses_last_at_idx on auth.failed_guesses (last_at);

alter table auth.failed_guesses enable row level security;
