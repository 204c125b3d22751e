-- Limits that several processes keep together. Losing these tables in a crash only lets somebody begin afresh, so they are not
-- worth write-ahead logging. Keys are hashes: whose address it is stands nowhere.

create unlogged table auth.rate_limits (
  key bytea primary key,
  full_at timestamptz not null
);
comment on table auth.rate_limits is 'Token buckets: when each is full again. A bucket that is full is not worth a row.';
create index rate_limits_full_at_idx on auth.rate_limits (full_at);

create unlogged table auth.failed_guesses (
  key bytea primary key,
  count integer not null,
  last_at timestamptz not null
);
comment on table auth.failed_guesses is 'Wrong guesses in a row at one account; each further one makes the next wait.';
create index failed_guesses_last_at_idx on auth.failed_guesses (last_at);

alter table auth.rate_limits enable row level security;
alter table auth.failed_guesses enable row level security;
revoke all on auth.rate_limits, auth.failed_guesses from public;
