-- Security definer: decisions, reports and standings are closed; checks the role.
create or replace function public.decide(target_kind text, target_id uuid, action text, statement text, report_id uuid default null,
  rule text default null, days integer default null) returns public.decisions
language plpgsql security definer set search_path = '' as $$
declare
  report public.reports;
  person uuid;
  made public.decisions;
  told uuid;
begin
  perform private.require_role('moderator', 'admin');
  perform private.refuse_if(action not in ('none', 'warn', 'hide', 'remove', 'limit', 'suspend', 'ban'), 'SK609', 'no_decision_chosen');
  perform private.refuse_if(char_length(btrim(coalesce(statement, ''))) not between 10 and 1000, 'SK606', 'reasons_needed');
  perform private.refuse_if(days is not null and days not between 1 and 365, 'SK610', 'bad_decision_days');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('decide:' || target_kind || target_id, 0));
  if report_id is not null then
    select * into report from public.reports known where known.id = decide.report_id for update;
    perform private.refuse_if(report.id is null or report.target_kind <> decide.target_kind or report.target_id <> decide.target_id,
      'SK611', 'report_of_something_else');
    perform private.refuse_if(report.state not in ('new', 'triaged', 'in_review'), 'SK612', 'report_decided');
  end if;
  person := coalesce(report.reported_id, private.owner_of(decide.target_kind, decide.target_id));
  insert into public.decisions (report_id, target_kind, target_id, person_id, action, rule, statement, until, decided_by)
    values (decide.report_id, decide.target_kind, decide.target_id, person, decide.action, nullif(btrim(decide.rule), ''), to_jsonb(btrim(decide.statement)),
      case when decide.action in ('limit', 'suspend') then now() + make_interval(days => coalesce(days, 7)) end, auth.uid())
    returning * into made;
  perform private.apply_decision(made.target_kind, made.target_id, person, made.action, made.statement #>> '{}', made.rule, made.until);

  -- One decision answers all reports of the target.
  for told in
    update public.reports known set state = case when made.action = 'none' then 'rejected' else 'actioned' end,
      handled_by = auth.uid(), handled_at = now(), changed_at = now()
    where known.target_kind = made.target_kind and known.target_id = made.target_id and known.state in ('new', 'triaged', 'in_review')
      and (made.report_id is not null or made.action <> 'none')
    returning known.reporter_id
  loop
    if told is not null then
      perform private.notify(told, 'report_decided', jsonb_build_object('decision_no', made.decision_no, 'acted', made.action <> 'none'), made.id::text);
    end if;
  end loop;
  if person is not null and made.action <> 'none' then
    perform private.notify(person, 'decision_made', jsonb_build_object('decision_no', made.decision_no, 'action', made.action), made.id::text);
  end if;
  perform private.audit('decision.' || made.action, made.target_kind || ':' || made.target_id, null,
    jsonb_strip_nulls(jsonb_build_object('decision_no', made.decision_no, 'rule', made.rule, 'until', made.until, 'statement', made.statement)));
  return made;
end
$$;
comment on function public.decide(text, uuid, text, text, uuid, text, integer) is
  'For moderators: decides about a reported or found target, applies it, and notifies the affected user and the reporters.';
grant execute on function public.decide(text, uuid, text, text, uuid, text, integer) to authenticated;

-- Security definer: reports are closed.
create or replace function public.take_report(report_id uuid) returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  report public.reports;
begin
  perform private.require_role('moderator', 'admin');
  update public.reports known set state = 'in_review', handled_by = auth.uid(), changed_at = now()
    where known.id = take_report.report_id and known.state in ('new', 'triaged', 'in_review')
      -- Claims expire after two hours.
      and (known.handled_by is null or known.handled_by = auth.uid() or known.changed_at < now() - interval '2 hours')
    returning * into report;
  perform private.refuse_if(report.id is null, 'SK613', 'report_taken');
  return report;
end
$$;
comment on function public.take_report(uuid) is 'For moderators: claims a case, so that no two work on the same.';
grant execute on function public.take_report(uuid) to authenticated;
