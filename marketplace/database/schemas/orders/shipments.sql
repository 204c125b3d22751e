create table public.shipments (
  order_id uuid primary key references public.orders on delete cascade,
  carrier text not null check (char_length(carrier) between 2 and 60),
  tracking text not null check (char_length(tracking) between 4 and 60),
  shipped_at timestamptz not null default now(),
  delivered_at timestamptz
);
comment on table public.shipments is 'The parcel of an order, as its seller or the carrier reports it.';

alter table public.shipments enable row level security;
create policy "who sees an order sees its parcel" on public.shipments
  for select to authenticated using (exists (select from public.orders bought where bought.id = order_id));
create policy "who has a second factor shows it first" on public.shipments as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.shipments from anon, authenticated;
grant select on public.shipments to authenticated;
