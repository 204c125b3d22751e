-- Realtime: the table that carries broadcasts from SQL to the sockets, what policies on it are written with,
-- and who may use it. A private channel's rights are the row level security policies of realtime.messages.

create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null check (extension in ('broadcast', 'presence')),
  event text,
  payload jsonb,
  binary_payload bytea,
  private boolean not null default true,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The top-level transaction: compared with a snapshot it says exactly which rows a lost connection has missed.
  transaction_id xid8 not null default pg_current_xact_id(),
  primary key (id, inserted_at)
) partition by range (inserted_at);
comment on table realtime.messages is
  'Broadcasts from the database, kept about three days, one partition per UTC day. Its policies authorise private channels.';
create index messages_topic_idx on realtime.messages (topic, inserted_at) where extension = 'broadcast';

-- No policy yet: a private channel is closed to everybody but roles that bypass row level security.
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
