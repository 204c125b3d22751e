-- Moderators' decisions with a statement of reasons (DSA Art. 17) and appeal (Art. 20).

create table public.decisions (
  id uuid primary key default gen_random_uuid(),
  decision_no bigint generated always as identity unique,
  report_id uuid references public.reports on delete set null,
  target_kind text not null check (target_kind in ('listing', 'message', 'conversation', 'profile', 'review', 'photo')),
  target_id uuid not null,
  person_id uuid,
  action text not null check (action in ('none', 'warn', 'hide', 'remove', 'limit', 'suspend', 'ban')),
  rule text check (char_length(rule) <= 100),
  statement jsonb not null check (private.is_reason(statement, 10)),
  until timestamptz,
  automated boolean not null default false,
  decided_by uuid,
  decided_at timestamptz not null default now(),
  appeal_deadline timestamptz not null default now() + interval '6 months',
  appeal text check (char_length(btrim(appeal)) between 10 and 2000),
  appealed_at timestamptz,
  appeal_state text check (appeal_state in ('open', 'upheld', 'overturned')),
  appeal_statement text check (char_length(btrim(appeal_statement)) between 10 and 1000),
  appeal_by uuid,
  appeal_decided_at timestamptz,
  check ((appeal is null) = (appeal_state is null)),
  check ((appeal_decided_at is null) = (coalesce(appeal_state, 'open') = 'open'))
);
comment on table public.decisions is 'Moderators'' decisions with reasons. Written by functions only; the affected user can read them without the moderator''s name.';
create index decisions_person_idx on public.decisions (person_id, decided_at desc);
create index decisions_report_idx on public.decisions (report_id);
create index decisions_appeals_idx on public.decisions (appealed_at) where appeal_state = 'open';
create index decisions_decided_at_idx on public.decisions using brin (decided_at);

alter table public.decisions enable row level security;
create policy "people read what was decided about them" on public.decisions
  for select to authenticated using (person_id = (select auth.uid()) and action <> 'none');
create policy "moderators read all decisions" on public.decisions
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
create policy "who has a second factor shows it first" on public.decisions as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.decisions from anon, authenticated;
grant select (id, decision_no, report_id, target_kind, target_id, person_id, action, rule, statement, until, automated, decided_at,
  appeal_deadline, appeal, appealed_at, appeal_state, appeal_statement, appeal_decided_at) on public.decisions to authenticated;
