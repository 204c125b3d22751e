-- What a search engine beside the database has not been told yet: one row per ad that changed, the last change only.
create table private.search_outbox (
  listing_id uuid primary key,
  version bigint not null
);
comment on table private.search_outbox is 'Ads whose row in listing_search changed or went since the search engine was told. Empty where there is none (private.search_feed).';
create index search_outbox_version_idx on private.search_outbox (version);
-- Rebuilds write version 1, so that every change is newer.
create sequence private.search_version start with 2;

create table private.search_feed (
  is_one boolean primary key default true check (is_one),
  is_built boolean not null
);
comment on table private.search_feed is 'Has a row while a search engine is fed (SEARCH_URL); is_built once its index has all ads. Written by the job feed-search.';
