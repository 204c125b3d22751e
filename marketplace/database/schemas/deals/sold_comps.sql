create table public.sold_comps (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid unique references public.listings on delete set null,
  category text not null references public.categories,
  attributes jsonb not null default '{}',
  condition text,
  price_minor integer not null check (price_minor > 0),
  currency text not null default 'EUR',
  sold_at timestamptz not null,
  area text not null default '',
  city text not null default '',
  -- Sellers opt in to the price guide.
  consented_at timestamptz not null default now()
);
comment on table public.sold_comps is 'Anonymous sale. Closed to the API: only price_guide() shows aggregates of at least 8.';
comment on column public.sold_comps.consented_at is 'When the seller consented.';
create index sold_comps_category_idx on public.sold_comps (category, sold_at desc);

alter table public.sold_comps enable row level security;
revoke all on public.sold_comps from anon, authenticated;
