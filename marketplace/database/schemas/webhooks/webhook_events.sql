create table public.webhook_events (
  id uuid primary key default gen_random_uuid(),
  type text not null check (type = any(private.webhook_event_types()) or type = 'webhook.test'),
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  at timestamptz not null default now()
);
comment on table public.webhook_events is 'Recorded events: ids and public data, never private text. The id is the webhook-id of every delivery. Deleted after 30 days.';
create index webhook_events_at_idx on public.webhook_events (at);

alter table public.webhook_events enable row level security;
create policy "administrators see webhooks" on public.webhook_events
  for select to authenticated using ((select private.has_role('admin')));
create policy "who has a second factor shows it first" on public.webhook_events as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.webhook_events from anon, authenticated;
grant select on public.webhook_events to authenticated;
