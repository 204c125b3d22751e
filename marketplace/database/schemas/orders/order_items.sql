create table public.order_items (
  order_id uuid not null references public.orders on delete cascade,
  position smallint not null check (position between 1 and 20),
  listing_id uuid references public.listings on delete set null,
  title text not null,
  -- Per unit.
  price_minor integer not null check (price_minor between 1 and 100000000),
  quantity integer not null default 1 check (quantity between 1 and 99),
  primary key (order_id, position)
);
comment on table public.order_items is 'The ads of an order, with title and price at the time of purchase.';
create index order_items_listing_idx on public.order_items (listing_id);

alter table public.order_items enable row level security;
create policy "who sees an order sees its items" on public.order_items
  for select to authenticated using (exists (select from public.orders bought where bought.id = order_id));
create policy "who has a second factor shows it first" on public.order_items as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.order_items from anon, authenticated;
grant select on public.order_items to authenticated;
