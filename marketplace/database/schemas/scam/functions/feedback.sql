-- Feedback on scam verdicts: from moderators, recipients and reporters.

-- Security definer: verdicts are closed. Only the recipient can call it; nothing else changes.
create or replace function public.mark_message_harmless(message_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.message_verdicts verdict set harmless_at = coalesce(verdict.harmless_at, now())
  where verdict.message_id = mark_message_harmless.message_id and verdict.action in ('warn', 'mask') and verdict.sender_id <> auth.uid()
    and exists (select from public.conversations talk where talk.id = verdict.conversation_id and auth.uid() in (talk.buyer_id, talk.seller_id));
  return found;
end
$$;
comment on function public.mark_message_harmless(uuid) is 'Marks a warned message as harmless, which its rules count. @returns whether there was such a message';
grant execute on function public.mark_message_harmless(uuid) to authenticated;

-- Security definer: called by functions that check the role. Feedback overruled by a moderator does not count.
create or replace function private.labelled(days integer)
returns table (message_id uuid, said text, label text, by text, at timestamptz, action text, rules text[])
language sql stable security definer set search_path = ''
begin atomic
  with judged as (
    select held.id as message_id, held.body as said, case held.state when 'released' then 'ok' else held.pattern end as label, 'moderator' as by, held.decided_at as at
    from public.held_messages held where held.state in ('released', 'refused')
    union all
    select report.target_id, null, case when report.state in ('actioned', 'upheld') then coalesce(verdict.pattern, report.reason) else 'ok' end, 'report', coalesce(report.handled_at, report.changed_at)
    from public.reports report left join public.message_verdicts verdict on verdict.message_id = report.target_id
    where report.target_kind = 'message' and report.state in ('actioned', 'upheld', 'rejected', 'overturned')
    union all
    select verdict.message_id, null, 'ok', 'reader', verdict.harmless_at from public.message_verdicts verdict where verdict.harmless_at is not null
  )
  select distinct on (judged.message_id) judged.message_id, coalesce(judged.said, original.body, message.body), judged.label, judged.by, judged.at, verdict.action,
    array(select rule ->> 'id' from jsonb_array_elements(verdict.rules) as rule)
  from judged
  left join public.message_verdicts verdict on verdict.message_id = judged.message_id
  left join public.message_originals original on original.message_id = judged.message_id
  left join public.messages message on message.id = judged.message_id
  where judged.at > now() - make_interval(days => least(greatest(coalesce(labelled.days, 30), 1), 90))
  order by judged.message_id, array_position(array['moderator', 'report', 'reader'], judged.by);
end;

-- Security definer: messages are readable by participants only; the role is checked first.
create or replace function public.labelled_messages(days integer default 90)
returns table (label text, said text, by text, at timestamptz, action text, rules text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('admin');
  return query select one.label, one.said, one.by, one.at, one.action, one.rules from private.labelled(labelled_messages.days) as one
    where one.said is not null order by one.at desc limit 5000;
end
$$;
comment on function public.labelled_messages(integer) is
  'For administrators: messages with feedback (by: moderator, report, reader), to measure scam detection. label is ok or the pattern.';
grant execute on function public.labelled_messages(integer) to authenticated;

-- Security definer: as labelled_messages.
create or replace function public.scam_rule_figures(days integer default 30) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz := now() - make_interval(days => least(greatest(coalesce(scam_rule_figures.days, 30), 1), 90));
begin
  perform private.require_role('moderator', 'admin');
  return (
    with hit as (
      select rule ->> 'id' as id, verdict.action in ('hold', 'block') as kept_back, judged.label, date_trunc('week', verdict.created_at)::date as week
      from public.message_verdicts verdict cross join lateral jsonb_array_elements(verdict.rules) as rule
      left join private.labelled(90) as judged using (message_id)
      where verdict.created_at > since
    ), weekly as (
      select id, week, count(*) filter (where label <> 'ok') as right_ones, count(*) filter (where label = 'ok') as wrong_ones
      from hit where label is not null group by id, week
    )
    select coalesce(jsonb_object_agg(counted.id, to_jsonb(counted) - 'id'), '{}') from (
      select hit.id, count(*) as hits, count(*) filter (where kept_back) as kept_back, count(*) filter (where label = 'ok') as wrong,
        count(*) filter (where label <> 'ok') as "right",
        (select coalesce(jsonb_agg(jsonb_build_object('week', week, 'right', right_ones, 'wrong', wrong_ones) order by week), '[]') from weekly where weekly.id = hit.id) as weeks
      from hit group by hit.id) as counted);
end
$$;
comment on function public.scam_rule_figures(integer) is
  'For moderators, by rule: number of messages matched in this many days (at most 90), number held, and number right or wrong by feedback, also by week.';
grant execute on function public.scam_rule_figures(integer) to authenticated;
