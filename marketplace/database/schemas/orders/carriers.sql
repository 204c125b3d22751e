create table private.carriers (
  name text primary key,
  -- Tracking URL, with {number} as placeholder.
  tracking_url text not null check (tracking_url ~ '^https://[^ ]*\{number\}'),
  -- Domains allowed in tracking links, including subdomains.
  domains text[] not null
);
comment on table private.carriers is 'Carriers with tracking links. Rows: reference-data/046_private.carriers.csv.';
alter table private.carriers enable row level security;
