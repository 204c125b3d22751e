create table public.disputes (
  order_id uuid primary key references public.orders on delete cascade,
  reason text not null check (reason in ('not_received', 'wrong_item', 'not_as_described', 'damaged', 'counterfeit', 'other')),
  -- Statements and photos of both sides, who can add to them until the decision.
  text text not null check (char_length(text) between 10 and 4000),
  photos text[] not null default '{}' check (cardinality(photos) <= 8),
  answer text check (char_length(answer) between 1 and 4000),
  answer_photos text[] not null default '{}' check (cardinality(answer_photos) <= 8),
  -- The buyer's request and the seller's offer: an amount, or a full refund for the returned item.
  wish text not null default 'whole' check (wish in ('part', 'return', 'whole')),
  wanted_minor integer check (wanted_minor > 0),
  offered_minor integer check (offered_minor >= 0),
  offers_return boolean not null default false,
  -- Questions of moderators before the decision.
  question text check (char_length(question) between 10 and 500),
  asked_at timestamptz,
  outcome text check (outcome in ('paid', 'part', 'return', 'whole')),
  decided_minor integer check (decided_minor >= 0),
  decision text check (char_length(decision) between 10 and 1000),
  decided_by uuid,
  appeal text check (char_length(appeal) between 10 and 2000),
  appealed_by uuid,
  appealed_at timestamptz,
  -- The refund after the appeal.
  appeal_minor integer check (appeal_minor >= 0),
  appeal_decision text check (char_length(appeal_decision) between 10 and 1000),
  appeal_decided_by uuid,
  appeal_decided_at timestamptz,
  state text not null default 'open' check (state in ('open', 'escalated', 'settled', 'decided', 'withdrawn')),
  opened_at timestamptz not null default now(),
  answered_at timestamptz,
  escalated_at timestamptz,
  ended_at timestamptz,
  check ((state in ('settled', 'decided', 'withdrawn')) = (ended_at is not null)),
  check ((state = 'decided') = (decision is not null)),
  check (num_nulls(appeal, appealed_by, appealed_at) in (0, 3)),
  check (num_nulls(appeal_minor, appeal_decision, appeal_decided_by, appeal_decided_at) in (0, 4))
);
comment on table public.disputes is 'The buyer''s problem with an order. The seller answers within 48 hours; without an agreement moderators decide.';
create index disputes_waiting_idx on public.disputes (escalated_at) where state = 'escalated';
create index disputes_appealed_idx on public.disputes (appealed_at) where appealed_at is not null and appeal_decided_at is null;

alter table public.disputes enable row level security;
create policy "who sees an order sees its dispute, and so do moderators" on public.disputes
  for select to authenticated
  using (exists (select from public.orders bought where bought.id = order_id) or (select private.has_role('moderator', 'admin')));
create policy "who has a second factor shows it first" on public.disputes as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.disputes from anon, authenticated;
-- Excludes the moderator of the first decision.
grant select (order_id, reason, text, photos, answer, answer_photos, wish, wanted_minor, offered_minor, offers_return, question, asked_at, outcome,
  decided_minor, decision, appeal, appealed_by, appealed_at, appeal_minor, appeal_decision, appeal_decided_at, state, opened_at, answered_at,
  escalated_at, ended_at) on public.disputes to authenticated;
