-- Storage used by each user, counted in the transaction that writes the object, and the user's quota.

create table storage.usage (
  owner_id text primary key,
  bytes bigint not null,
  objects bigint not null
);
comment on table storage.usage is 'What each owner''s objects add up to. Kept by triggers on storage.objects; never written by hand.';

alter table storage.usage enable row level security;
grant select on storage.usage to service_role;
