create table public.webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references public.webhooks on delete cascade,
  event_id uuid not null references public.webhook_events on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  tried_at timestamptz,
  status smallint,
  problem text check (char_length(problem) <= 300),
  answer text check (char_length(answer) <= 1024),
  created_at timestamptz not null default now(),
  unique (webhook_id, event_id)
);
comment on table public.webhook_deliveries is 'One delivery of an event to an endpoint. During an attempt due_at is a minute ahead, so that a crashed process releases it.';
comment on column public.webhook_deliveries.status is 'HTTP status of the last attempt; null without a response, and problem has the reason.';
create index webhook_deliveries_due_idx on public.webhook_deliveries (webhook_id, due_at) where state = 'pending';
create index webhook_deliveries_list_idx on public.webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_event_idx on public.webhook_deliveries (event_id);

alter table public.webhook_deliveries enable row level security;
create policy "administrators see webhooks" on public.webhook_deliveries
  for select to authenticated using ((select private.has_role('admin')));
create policy "who has a second factor shows it first" on public.webhook_deliveries as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.webhook_deliveries from anon, authenticated;
grant select on public.webhook_deliveries to authenticated;
