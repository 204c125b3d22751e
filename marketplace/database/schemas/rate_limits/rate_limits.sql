-- Limits per user, device and network in a period, by trust level. Each refusal has the waiting time, in words for users and in seconds for clients
-- (detail "retry_after=<seconds>").

create table public.rate_limits (
  action text not null check (action in ('conversation', 'publish', 'edit', 'report', 'photo',
  'message', 'draft', 'state', 'profile', 'favorite', 'follow', 'save_search', 'push', 'block', 'vote', 'view', 'order')),
  scope text not null check (scope in ('account', 'device', 'network')),
  level smallint not null check (level between 0 and 3),
  span interval not null check (span between interval '1 minute' and interval '30 days'),
  allowed integer not null check (allowed > 0),
  primary key (action, scope, level, span)
);
comment on table public.rate_limits is 'The row with the highest level that the account has reached applies, for each action, scope and period.';
comment on column public.rate_limits.level is '0 and 1: new; 2: a week and a deal or five answered chats, or known to the operator; 3: checked.';

alter table public.rate_limits enable row level security;
create policy "everybody sees the limits" on public.rate_limits for select to anon, authenticated using (true);
revoke all on public.rate_limits from anon, authenticated;
grant select on public.rate_limits to anon, authenticated;
