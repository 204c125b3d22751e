-- Queue of ad changes for savers, followers and saved searches. Sellers only insert one row; a job does the rest.

create table private.listing_news (
  id bigint generated always as identity primary key,
  listing_id uuid not null references public.listings on delete cascade,
  what text not null check (what in ('published', 'price_drop', 'reserved', 'sold', 'back')),
  old_minor integer,
  created_at timestamptz not null default now(),
  attempts smallint not null default 0
);
comment on table private.listing_news is 'News to be delivered. A row is deleted after delivery, or after the fifth failure.';
create index listing_news_listing_id_idx on private.listing_news (listing_id);

