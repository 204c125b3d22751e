-- The search index: one row per live ad, with public data only, updated in the transaction that changes the ad. A separate table, because policies on
-- ads would prevent the use of the word index (its operators are not leakproof).
create table private.listing_search (
  listing_id uuid primary key references public.listings on delete cascade,
  seller_id uuid not null,
  category text not null,
  root text not null,
  ord integer not null,
  type text not null,
  price_minor integer,
  -- Ads without a price come last in either direction.
  price_low integer not null generated always as (coalesce(price_minor, 2147483647)) stored,
  price_high integer not null generated always as (coalesce(price_minor, -1)) stored,
  condition text,
  delivery text not null,
  seller_type text not null,
  has_photo boolean not null,
  -- Filterable values: see filter_facts().
  facts jsonb not null,
  state text not null,
  lat float8,
  lng float8,
  published_at timestamptz not null,
  expires_at timestamptz not null,
  quality smallint not null,
  is_accessory boolean not null,
  -- Number of title words: each weighs more in a short title.
  title_length smallint not null,
  document tsvector not null,
  -- What the order goes by, in the row itself: A words and stems of the title and h:<thing>, B of the category's names and the attributes.
  head tsvector not null,
  card jsonb not null
);
comment on table private.listing_search is 'The search index, with public data only. Written by triggers of listings and listing_photos.';
comment on column private.listing_search.document is 'Words and stems: A title, B category and attributes, C synonyms and place, D description, also as <language>:<stem> when not English. Marks: t:<stem> of the title, v:<stem> of the attributes, s:<stem> of A, B and C, h:<thing> what it is, m:<thing> what else it mentions, f:<stem> what it is made for, c:<condition>, d:<way of delivery>, n:<0 to 7, an eighth of all ads each>, a:<attribute>:<value> (a colon never occurs in a word).';
comment on column private.listing_search.quality is '0 to 3: photos, a real description, attributes. A ranking factor, never a filter.';
create index listing_search_document_idx on private.listing_search using gin (document) with (fastupdate = off);
-- Includes the expiry, so that ads are counted by index only.
create index listing_search_newest_idx on private.listing_search (published_at desc, listing_id desc) include (expires_at);
create index listing_search_category_newest_idx on private.listing_search (category, published_at desc, listing_id desc) include (expires_at);
create index listing_search_root_newest_idx on private.listing_search (root, published_at desc, listing_id desc) include (expires_at);
create index listing_search_cheapest_idx on private.listing_search (price_low, listing_id);
create index listing_search_dearest_idx on private.listing_search (price_high desc, listing_id desc);
create index listing_search_seller_idx on private.listing_search (seller_id, published_at desc);
-- All columns for map clusters, so that a country is read by index only.
create index listing_search_place_idx on private.listing_search (lat, lng) include (expires_at, price_minor, listing_id);
-- Long values are stored out of line: facets and counts scan narrow rows.
alter table private.listing_search set (toast_tuple_target = 256);
alter table private.listing_search alter column card set storage external;
alter table private.listing_search alter column facts set storage main;
alter table private.listing_search alter column head set storage main;
-- No column statistics: they are loaded for each statement, and sampled from thousands of documents.
alter table private.listing_search alter column document set statistics 0;
alter table private.listing_search alter column head set statistics 0;

alter table private.listing_search enable row level security;
-- No row is secret, and the schema is not exposed; results are read again from the ads.
create policy "everyone finds the ads on offer" on private.listing_search for select to anon, authenticated using (true);
revoke all on private.listing_search from anon, authenticated;
grant select on private.listing_search to anon, authenticated, service_role;
