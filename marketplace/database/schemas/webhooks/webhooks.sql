-- Webhooks: an operator's own systems are told what happens in the market (standard-webhooks.com). What an endpoint wants is written
-- down in the transaction in which it happens; a job delivers it, at least once, for about three days.

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
comment on table public.webhooks is 'Where an operator wants to be told of events. Written by the verbs below; at most 20.';
comment on column public.webhooks.failing_since is 'Since when nothing was delivered there; null while it goes well.';
comment on column public.webhooks.disabled_reason is 'Why the market switched it off itself: it failed for five days, or it said 410 Gone.';

alter table public.webhooks enable row level security;
create policy "administrators see webhooks" on public.webhooks
  for select to authenticated using ((select private.has_role('admin')));
create policy "who has a second factor shows it first" on public.webhooks as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.webhooks from anon, authenticated;
grant select on public.webhooks to authenticated;
