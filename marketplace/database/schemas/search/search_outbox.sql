-- Outbox for a search engine beside the database: one row per changed ad, with the last change only.
create table private.search_outbox (
  listing_id uuid primary key,
  version bigint not null
);
comment on table private.search_outbox is 'Ads whose row in listing_search was changed or deleted since the last delivery. Empty without an engine (private.search_feed).';
create index search_outbox_version_idx on private.search_outbox (version);
-- Rebuilds write version 1, so that every change is newer.
create sequence private.search_version start with 2;

create table private.search_feed (
  is_one boolean primary key default true check (is_one),
  is_built boolean not null
);
comment on table private.search_feed is 'Has a row while a search engine is configured (SEARCH_URL); is_built once its index is complete. Written by the job feed-search.';
