-- Devices that receive push messages.

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  endpoint text not null unique check (endpoint ~ '^https://[^/\s]+/' and char_length(endpoint) <= 1000),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{80,100}={0,2}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{16,32}={0,2}$'),
  device text not null default '' check (char_length(device) <= 120),
  created_at timestamptz not null default now(),
  last_sent_at timestamptz
);
comment on table public.push_subscriptions is 'A browser that receives a user''s push messages (RFC 8030, RFC 8291). Deleted when its push service reports it as gone.';
create index push_subscriptions_user_id_idx on public.push_subscriptions (user_id);

alter table public.push_subscriptions enable row level security;
create policy "people see their own devices" on public.push_subscriptions
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people take their own devices off" on public.push_subscriptions
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "who has a second factor shows it first" on public.push_subscriptions as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.push_subscriptions from anon, authenticated;
grant delete on public.push_subscriptions to authenticated;
grant select (id, user_id, endpoint, device, created_at, last_sent_at) on public.push_subscriptions to authenticated;
