-- Webhooks notify an operator's own systems of events (standard-webhooks.com). Events for endpoints are written in the transaction that causes them;
-- a job delivers them at least once, retrying for about three days.

create table public.webhooks (
  id uuid primary key default gen_random_uuid(),
  url text not null check (url ~* '^https?://[^\s]+$' and char_length(url) <= 1000),
  description text not null default '' check (char_length(description) <= 200),
  events text[] not null check (events <@ private.webhook_event_types()),
  enabled boolean not null default true,
  failing_since timestamptz,
  disabled_reason text check (disabled_reason in ('failing', 'gone')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (disabled_reason is null or not enabled)
);
comment on table public.webhooks is 'Endpoints for events. Written by the functions below; at most 20.';
comment on column public.webhooks.failing_since is 'Since when deliveries have been failing; null while they succeed.';
comment on column public.webhooks.disabled_reason is 'Why it was disabled automatically: it failed for five days, or answered 410 Gone.';

alter table public.webhooks enable row level security;
create policy "administrators see webhooks" on public.webhooks
  for select to authenticated using ((select private.has_role('admin')));
create policy "who has a second factor shows it first" on public.webhooks as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.webhooks from anon, authenticated;
grant select on public.webhooks to authenticated;
