create table public.reports (
  id uuid primary key default gen_random_uuid(),
  report_no bigint generated always as identity unique,
  reporter_id uuid references public.profiles on delete set null,
  target_kind text not null check (target_kind in ('listing', 'message', 'conversation', 'profile', 'review', 'photo')),
  target_id uuid not null,
  reported_id uuid,
  listing_id uuid,
  conversation_id uuid,
  reason text not null references public.report_reasons,
  detail text not null default '' check (char_length(detail) <= 500),
  evidence jsonb not null default '{}' check (jsonb_typeof(evidence) = 'object'),
  reporter_weight numeric(3, 2) not null default 1 check (reporter_weight between 0.1 and 2),
  priority integer not null,
  state text not null default 'new'
    check (state in ('new', 'triaged', 'in_review', 'actioned', 'rejected', 'duplicate', 'appealed', 'upheld', 'overturned')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  handled_by uuid,
  handled_at timestamptz,
  appeal text check (char_length(btrim(appeal)) between 10 and 1000),
  appealed_at timestamptz,
  first_handled_by uuid,
  check ((appeal is null) = (appealed_at is null))
);
comment on table public.reports is 'Written by report_something() only. Moderators change its state (see the queue).';
comment on column public.reports.reported_id is 'Owner of the target; no foreign key, so that a report outlives the account.';
comment on column public.reports.evidence is 'Snapshot at that time: the text of the ad, message or review, and the last ten messages if the reporter agreed.';
comment on column public.reports.reporter_weight is 'Past accuracy of the reporter (private.reporter_weight).';
comment on column public.reports.priority is 'Reason times weight, and more for each further reporter. Only orders the queue.';
comment on column public.reports.appeal is 'Why the reporter disagrees with the first decision, which reopens the report.';
create unique index reports_once_open_idx on public.reports (reporter_id, target_kind, target_id)
  where state in ('new', 'triaged', 'in_review');
create index reports_queue_idx on public.reports (priority desc, created_at) where state in ('new', 'triaged', 'in_review', 'appealed');
create index reports_target_idx on public.reports (target_kind, target_id);
create index reports_reported_idx on public.reports (reported_id, created_at desc);
create index reports_reporter_idx on public.reports (reporter_id, created_at desc);
create index reports_of_photos_idx on public.reports ((evidence -> 'payload' ->> 'path')) where target_kind = 'message';
-- For monthly counts.
create index reports_created_at_idx on public.reports using brin (created_at);
create index reports_handled_at_idx on public.reports (handled_at) where handled_at is not null;

alter table public.reports enable row level security;
create policy "people see their own reports" on public.reports
  for select to authenticated using (reporter_id = (select auth.uid()));
create policy "moderators see all reports" on public.reports
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
create policy "who has a second factor shows it first" on public.reports as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.reports from anon, authenticated;
grant select on public.reports to authenticated;
