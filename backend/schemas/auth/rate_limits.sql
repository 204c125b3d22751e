-- Limits that several processes keep together. Losing these tables in a crash only lets somebody begin afresh, so they are not
-- worth write-ahead logging. Keys are hashes: whose address it is stands nowhere.

create unlogged table auth.rate_limits (
  key bytea primary key,
  full_at timestamptz not null
);
comment on table auth.rate_limits is 'Token buckets: when each is full again. A bucket that is full is not worth a row.';
create index rate_limits_full_at_idx on auth.rate_limits (full_at);

alter table auth.rate_limits enable row level security;
