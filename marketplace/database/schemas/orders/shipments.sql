create table public.shipments (
  order_id uuid not null references public.orders on delete cascade,
  direction text not null default 'out' check (direction in ('out', 'back')),
  carrier text not null check (char_length(carrier) between 2 and 60),
  tracking text not null check (char_length(tracking) between 4 and 60),
  tracking_url text check (tracking_url ~ '^https://' and char_length(tracking_url) <= 300),
  shipped_at timestamptz not null default now(),
  delivered_at timestamptz,
  primary key (order_id, direction)
);
comment on table public.shipments is 'The parcel of an order, and the returned one, as reported by users or the carrier.';

alter table public.shipments enable row level security;
create policy "who sees an order sees its parcel" on public.shipments
  for select to authenticated using (exists (select from public.orders bought where bought.id = order_id));
create policy "who has a second factor shows it first" on public.shipments as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.shipments from anon, authenticated;
grant select on public.shipments to authenticated;
