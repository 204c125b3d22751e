-- Unlogged, because losing this table in a crash only allows one email too early.
create unlogged table auth.email_gaps (
  kind text not null,
  address_hash bytea not null,
  sent_at timestamptz not null default now(),
  primary key (kind, address_hash)
);
comment on table auth.email_gaps is 'When a mail of a kind was last asked for an address, known or not: the waiting time is the same for both, so it tells nothing.';
create index mail_gaps_sent_at_idx on auth.email_gaps (sent_at);

alter table auth.email_gaps enable row level security;
