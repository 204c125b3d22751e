-- What search looks at: one row per ad on offer, with public facts only, kept in the same transaction as the ad.
-- A table of its own, because row level security would keep the word index from being used (its operators are not leakproof).
create table public.listing_search (
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
  -- How many words each part of the document has: a word says more about a short text than about a long one.
  title_length smallint not null,
  label_length smallint not null,
  synonym_length smallint not null,
  text_length smallint not null,
  document tsvector not null,
  -- The stems of its title and h:<thing>, in the row itself: whether a common word is met there is seen without the document.
  head tsvector not null,
  card jsonb not null
);
comment on table public.listing_search is 'Internal to search_listings(): no grants, public facts only. Written by triggers of listings and listing_photos.';
comment on column public.listing_search.document is 'Words and stems: A title, B category and attributes, C synonyms and place, D description, also as <language>:<stem> when not English. Marks: t:<stem> of the title, s:<stem> of A, B and C, h:<thing> what it is, f:<stem> what it is made for, c:<condition>, d:<way of delivery>, n:<0 to 7, an eighth of all ads each>, a:<attribute>:<value> (a colon never occurs in a word).';
comment on column public.listing_search.quality is '0 to 3: photos, a real description, attributes. A tie-breaker, never a filter.';
create index listing_search_document_idx on public.listing_search using gin (document) with (fastupdate = off);
-- With when they expire, so that ads are counted in the index alone.
create index listing_search_newest_idx on public.listing_search (published_at desc, listing_id desc) include (expires_at);
create index listing_search_category_newest_idx on public.listing_search (category, published_at desc, listing_id desc) include (expires_at);
create index listing_search_root_newest_idx on public.listing_search (root, published_at desc, listing_id desc) include (expires_at);
create index listing_search_cheapest_idx on public.listing_search (price_low, listing_id);
create index listing_search_dearest_idx on public.listing_search (price_high desc, listing_id desc);
create index listing_search_seller_idx on public.listing_search (seller_id, published_at desc);
-- All that clusters of a map are made of: a country is read from the index alone.
create index listing_search_place_idx on public.listing_search (lat, lng) include (expires_at, price_minor, listing_id);
-- Long values go out of line: facets and counts scan narrow rows.
alter table public.listing_search set (toast_tuple_target = 256);
alter table public.listing_search alter column card set storage external;
alter table public.listing_search alter column facts set storage main;
alter table public.listing_search alter column head set storage main;
-- Nothing is planned by how common a word is: what that is known by is read for each statement, and gathered from thousands of documents.
alter table public.listing_search alter column document set statistics 0;
alter table public.listing_search alter column head set statistics 0;

alter table public.listing_search enable row level security;
revoke all on public.listing_search from anon, authenticated;
