-- Unlogged: a crash resets the counters at worst.
create unlogged table private.rate_limit_uses (
  action text not null,
  who bytea not null,
  at timestamptz not null default now()
);
comment on table private.rate_limit_uses is 'Recent uses; devices and networks only as hashes.';
create index rate_limit_uses_idx on private.rate_limit_uses (action, who, at);
create index rate_limit_uses_age_idx on private.rate_limit_uses (at);

