-- Unlogged: a crash may count a view twice.
create unlogged table private.recent_views (
  listing_id uuid not null,
  viewer bytea not null,
  hour timestamptz not null,
  seen_at timestamptz not null default now(),
  primary key (listing_id, viewer, hour)
);
comment on table private.recent_views is 'Hashed viewers of the last hour: enough to count a viewer once, not enough to track one.';
create index recent_views_hour_idx on private.recent_views (hour);

