create table storage.quotas (
  owner_id text primary key,
  max_bytes bigint check (max_bytes >= 0),
  max_objects bigint check (max_objects >= 0)
);
comment on table storage.quotas is 'Exceptions to the configured quota, by owner; null leaves the configured limit.';

alter table storage.quotas enable row level security;
grant select, insert, update, delete on storage.quotas to service_role;
