-- Messages used for signing in with a wallet.

create table auth.web3_messages (
  digest bytea primary key,
  expires_at timestamptz not null
);
comment on table auth.web3_messages is 'Hashes of messages that opened a session, kept until their own time window has passed: each opens one.';
create index web3_messages_expires_at_idx on auth.web3_messages (expires_at);

alter table auth.web3_messages enable row level security;
