-- Reports by signed-in users raise a target's priority; they remove nothing by themselves.

create table public.report_reasons (
  reason text primary key,
  sort integer not null,
  title text not null,
  priority integer not null check (priority between 0 and 100)
);
comment on table public.report_reasons is 'Reasons for reports. Priority orders the moderators'' queue.';

alter table public.report_reasons enable row level security;
create policy "everybody sees what can be reported" on public.report_reasons for select to anon, authenticated using (true);
revoke all on public.report_reasons from anon, authenticated;
grant select on public.report_reasons to anon, authenticated;
