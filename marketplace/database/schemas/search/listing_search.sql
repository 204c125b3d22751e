-- What search looks at: one row per ad on offer, with public facts only, kept in the same transaction as the ad.
-- A table of its own, because policies of ads would keep the word index from being used (its operators are not leakproof).
create table private.listing_search (
  listing_id uuid primary key references public.listings on delete cascade,
  seller_id uuid not null,
  category text not null,
  root text not null,
  ord integer not null,
  type text not null,
  price_minor integer,
  -- Ads without a price come last, whichever way prices are sorted.
  price_low integer not null generated always as (coalesce(price_minor, 2147483647)) stored,
  price_high integer not null generated always as (coalesce(price_minor, -1)) stored,
  condition text,
  delivery text not null,
  seller_type text not null,
  has_photo boolean not null,
  -- What it can be filtered by: see filter_facts().
  facts jsonb not null,
  state text not null,
  lat float8,
  lng float8,
  published_at timestamptz not null,
  expires_at timestamptz not null,
  quality smallint not null,
  is_accessory boolean not null,
  -- How many words the title has: each says more about a short one than about a long one.
  title_length smallint not null,
  document tsvector not null,
  -- What the order goes by, in the row itself: A words and stems of the title and h:<thing>, B of the category's names and the attributes.
  head tsvector not null,
  card jsonb not null
);
comment on table private.listing_search is 'What is searched: public facts only. Written by triggers of listings and listing_photos.';
comment on column private.listing_search.document is 'Words and stems: A title, B category and attributes, C synonyms and place, D description, also as <language>:<stem> when not English. Marks: t:<stem> of the title, v:<stem> of the attributes, s:<stem> of A, B and C, h:<thing> what it is, f:<stem> what it is made for, c:<condition>, d:<way of delivery>, n:<0 to 7, an eighth of all ads each>, a:<attribute>:<value> (a colon never occurs in a word).';
comment on column private.listing_search.quality is '0 to 3: photos, a real description, attributes. A tie-breaker, never a filter.';
create index listing_search_document_idx on private.listing_search using gin (document) with (fastupdate = off);
-- With when they expire, so that ads are counted in the index alone.
create index listing_search_newest_idx on private.listing_search (published_at desc, listing_id desc) include (expires_at);
create index listing_search_category_newest_idx on private.listing_search (category, published_at desc, listing_id desc) include (expires_at);
create index listing_search_root_newest_idx on private.listing_search (root, published_at desc, listing_id desc) include (expires_at);
create index listing_search_cheapest_idx on private.listing_search (price_low, listing_id);
create index listing_search_dearest_idx on private.listing_search (price_high desc, listing_id desc);
create index listing_search_seller_idx on private.listing_search (seller_id, published_at desc);
-- All that clusters of a map are made of: a country is read from the index alone.
create index listing_search_place_idx on private.listing_search (lat, lng) include (expires_at, price_minor, listing_id);
-- Long values go out of line: facets and counts scan narrow rows.
alter table private.listing_search set (toast_tuple_target = 256);
alter table private.listing_search alter column card set storage external;
alter table private.listing_search alter column facts set storage main;
alter table private.listing_search alter column head set storage main;
-- Nothing is planned by how common a word is: what that is known by is read for each statement, and gathered from thousands of documents.
alter table private.listing_search alter column document set statistics 0;
alter table private.listing_search alter column head set statistics 0;

alter table private.listing_search enable row level security;
-- Nothing in it is hidden from anybody, and the schema is not served; what leaves is read again from the ads.
create policy "everyone finds the ads on offer" on private.listing_search for select to anon, authenticated using (true);
revoke all on private.listing_search from anon, authenticated;
grant select on private.listing_search to anon, authenticated, service_role;
