-- Every message is judged in the transaction that writes it. A held or blocked one never becomes a message: it is stored in a separate table, so that
-- no counter, tick, notification or live event can reveal it.

create table public.held_messages (
  id uuid primary key,
  conversation_id uuid not null references public.conversations on delete cascade,
  sender_id uuid not null references public.sellers on delete cascade,
  body text not null,
  client_id uuid not null,
  pattern text not null references public.scam_patterns,
  state text not null check (state in ('held', 'blocked', 'released', 'refused')),
  created_at timestamptz not null default now(),
  appeal text check (char_length(btrim(appeal)) between 1 and 500),
  appealed_at timestamptz,
  statement text check (char_length(statement) <= 500),
  decided_at timestamptz,
  decided_by uuid,
  unique (conversation_id, sender_id, client_id)
);
comment on table public.held_messages is 'Undelivered messages: held ones wait for a review, blocked ones were refused by a rule. Both can be appealed.';
comment on column public.held_messages.state is 'held and blocked become released (delivered) or refused by a moderator.';
create index held_messages_waiting_idx on public.held_messages (created_at) where state = 'held' or state = 'blocked' and appealed_at is not null;
create index held_messages_created_at_idx on public.held_messages using brin (created_at);

alter table public.held_messages enable row level security;
create policy "people see what they wrote that was not delivered" on public.held_messages
  for select to authenticated using (sender_id = (select auth.uid()));
create policy "moderators see what waits for them" on public.held_messages
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
create policy "who has a second factor shows it first" on public.held_messages as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.held_messages from anon, authenticated;
grant select (id, conversation_id, sender_id, body, client_id, pattern, state, created_at, appeal, appealed_at, statement, decided_at) on
  public.held_messages to authenticated;
