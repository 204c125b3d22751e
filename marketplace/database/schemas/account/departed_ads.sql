create table private.departed_ads (
  listing_id uuid primary key references public.listings on delete cascade,
  state text not null check (state in ('active', 'reserved'))
);
comment on table private.departed_ads is 'State of a leaving seller''s ads, restored if the seller returns.';

