-- Rate limits shared by several processes. Unlogged, because losing these tables in a crash only resets the limits. Keys are hashes, so
-- that no addresses are stored.

create unlogged table auth.rate_limits (
  key bytea primary key,
  full_at timestamptz not null
);
comment on table auth.rate_limits is 'Token buckets: when each is full again. A bucket that is full is not worth a row.';
create index rate_limits_full_at_idx on auth.rate_limits (full_at);

alter table auth.rate_limits enable row level security;
