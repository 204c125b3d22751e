create table private.carriers (
  name text primary key,
  -- Where a parcel is tracked, with {number} in place of its number.
  tracking_url text not null check (tracking_url ~ '^https://[^ ]*\{number\}'),
  -- Domains that links to its parcels may lead to, their subdomains included.
  domains text[] not null
);
comment on table private.carriers is 'Carriers whose parcels are linked. Rows: reference-data/046_private.carriers.csv.';
alter table private.carriers enable row level security;
