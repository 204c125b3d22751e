create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders on delete cascade,
  event text not null,
  actor text not null,
  from_state text,
  to_state text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
comment on table public.order_events is 'Append-only history of an order with the cause (buyer, seller, moderator, carrier, provider, clock).';
create index order_events_order_idx on public.order_events (order_id, id);

alter table public.order_events enable row level security;
create policy "who sees an order sees what happened to it" on public.order_events
  for select to authenticated using (exists (select from public.orders bought where bought.id = order_id));
create policy "who has a second factor shows it first" on public.order_events as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.order_events from anon, authenticated;
grant select on public.order_events to authenticated;
