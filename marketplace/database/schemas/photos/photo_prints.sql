-- What photos look like and what codes in them say: copies of other people's photos and ads that are put up twice are found by the
-- fingerprint that storage took of each picture (perceptualHash), contact details in a picture by the QR codes it read (codes).

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
comment on table private.photo_prints is 'Of each photo of an ad: the fingerprint, what its QR codes say and what is written in it. Written by a trigger only.';
comment on column private.photo_prints.bands is 'The fingerprint in eight parts of 8 bits: two that differ in at most seven bits share one of them.';
comment on column private.photo_prints.reading is 'Why codes and texts are unknown; null once the photo was read, and where nothing reads photos.';
create index photo_prints_bands_idx on private.photo_prints using gin (bands);
create index photo_prints_listing_idx on private.photo_prints (listing_id);

