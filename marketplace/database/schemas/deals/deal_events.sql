create table public.deal_events (
  id bigint generated always as identity primary key,
  conversation_id uuid not null references public.conversations on delete cascade,
  offer_id uuid,
  deal_id uuid,
  actor_id uuid,
  from_state text,
  to_state text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  check (num_nonnulls(offer_id, deal_id) = 1)
);
comment on table public.deal_events is 'Append-only log of changes of offers and deals, with the user who made them (null: a job). Written by triggers only.';
create index deal_events_conversation_idx on public.deal_events (conversation_id, id);

alter table public.deal_events enable row level security;
create policy "only the two people of a conversation read what became of its offers and deals" on public.deal_events
  for select to authenticated
  using (exists (select from public.conversations conversation where conversation.id = conversation_id));
create policy "who has a second factor shows it first" on public.deal_events as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.deal_events from anon, authenticated;
grant select on public.deal_events to authenticated;
