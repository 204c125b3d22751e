-- Fingerprints and contents of photos: reposted photos are found by the perceptual hash that storage computes (perceptualHash), contact details by QR
-- codes (codes).

create table private.photo_prints (
  photo_id uuid primary key references public.listing_photos on delete cascade,
  listing_id uuid not null references public.listings on delete cascade,
  seller_id uuid not null,
  phash bit(64),
  bands integer[] not null default '{}',
  codes text[] not null default '{}',
  texts text[] not null default '{}',
  reading text check (reading in ('waiting', 'failed'))
);
comment on table private.photo_prints is 'For each photo of an ad: perceptual hash, contents of QR codes, and recognised text. Written by a trigger only.';
comment on column private.photo_prints.bands is 'The hash in eight parts of 8 bits: two that differ in at most seven bits share one of them.';
comment on column private.photo_prints.reading is 'Why codes and text are unknown; null once processed, and if photos are not processed.';
create index photo_prints_bands_idx on private.photo_prints using gin (bands);
create index photo_prints_listing_idx on private.photo_prints (listing_id);

