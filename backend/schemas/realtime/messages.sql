-- Broadcasts from SQL on their way to the sockets. The row level security policies of this table are the permissions of private channels.

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
  -- The top-level transaction: comparing it with a snapshot finds exactly the rows that a lost connection has missed.
  transaction_id xid8 not null default pg_current_xact_id(),
  primary key (id, inserted_at)
) partition by range (inserted_at);
comment on table realtime.messages is
  'Broadcasts from the database, kept about three days, one partition per UTC day. Its policies authorise private channels.';
create index messages_topic_idx on realtime.messages (topic, inserted_at) where extension = 'broadcast';

-- No policies by default: private channels are closed to all roles that do not bypass row level security.
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
