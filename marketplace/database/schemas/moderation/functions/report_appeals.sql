-- Reporters can appeal a rejection once (DSA Art. 20); another moderator decides if there is one.

-- Security definer: reports are closed.
create or replace function public.appeal_report(report_id uuid, reason text) returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  again public.reports;
begin
  perform private.refuse_if(char_length(btrim(coalesce(appeal_report.reason, ''))) not between 10 and 1000, 'SK629', 'bad_report_appeal');
  select * into again from public.reports known where known.id = appeal_report.report_id and known.reporter_id = auth.uid() for update;
  perform private.refuse_if(again.id is null, 'SK630', 'no_such_own_report');
  perform private.refuse_if(again.state <> 'rejected' or again.appealed_at is not null or again.handled_at < now() - interval '6 months',
    'SK631', 'second_look_closed');
  perform private.refuse_if(exists (select from public.reports other where other.reporter_id = again.reporter_id and other.target_kind = again.target_kind
      and other.target_id = again.target_id and other.state in ('new', 'triaged', 'in_review')), 'SK632', 'reported_again');
  update public.reports known set state = 'new', appeal = btrim(appeal_report.reason), appealed_at = now(), changed_at = now(),
    first_handled_by = known.handled_by, handled_by = null, handled_at = null, priority = greatest(known.priority, 60)
  where known.id = again.id returning * into again;
  return again;
end
$$;
comment on function public.appeal_report(uuid, text) is 'For the author of a rejected report: requests a second look by another moderator. Once, within six months.';
grant execute on function public.appeal_report(uuid, text) to authenticated;

create or replace function private.refuse_own_second_look() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(exists (select from public.profiles other where other.role in ('moderator', 'admin') and other.id <> new.handled_by),
    'SK633', 'own_report_decision');
  return new;
end
$$;
create or replace trigger refuse_own_second_look before update of state on public.reports
  for each row when (old.appealed_at is not null and new.state in ('in_review', 'actioned', 'rejected') and new.handled_by = old.first_handled_by)
  execute function private.refuse_own_second_look();
