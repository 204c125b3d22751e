-- What waits for a moderator, in the order in which it should be looked at; the file of one person; the figures of the site.

-- Security definer: moderators look at what policies show to others only; the role is asked for first.
create function public.moderation_queue(lim integer default 50) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  most constant integer := least(greatest(coalesce(lim, 50), 1), 200);
begin
  perform private.require_role('moderator', 'admin');
  return (
    with reported as (
      -- One line for one thing, however many have reported it.
      select 'report' as kind, (array_agg(known.id order by known.priority desc, known.created_at))[1] as id,
        max(known.priority) as priority, min(known.created_at) as since,
        jsonb_build_object('target_kind', known.target_kind, 'target_id', known.target_id, 'count', count(*),
          'reasons', jsonb_agg(distinct known.reason), 'person_id', (array_agg(known.reported_id))[1],
          'taken_by_me', bool_or(known.handled_by = auth.uid() and known.state = 'in_review'),
          'taken', bool_or(known.handled_by is not null and known.handled_by <> auth.uid() and known.state = 'in_review'
            and known.changed_at > now() - interval '2 hours'),
          'details', jsonb_agg(jsonb_build_object('no', known.report_no, 'reason', known.reason, 'detail', known.detail,
            'weight', known.reporter_weight, 'at', known.created_at, 'appeal', known.appeal) order by known.created_at),
          'evidence', (array_agg(known.evidence order by known.created_at desc))[1]) as facts
      from public.reports known where known.state in ('new', 'triaged', 'in_review')
      group by known.target_kind, known.target_id
    ), waiting as (
      select * from reported
      union all
      select 'ad', ad.id, 45, ad.updated_at, jsonb_build_object('title', ad.title, 'description', ad.description, 'category', ad.category,
        'price_minor', ad.price_minor, 'currency', ad.currency, 'rule', ad.state_rule, 'reason', ad.state_reason, 'cover_path', ad.cover_path,
        'person_id', ad.seller_id)
      from public.listings ad where ad.state = 'pending_review'
      union all
      select 'message', held.id, case when held.appealed_at is null then 40 else 55 end, held.created_at,
        jsonb_build_object('body', held.body, 'pattern', held.pattern, 'state', held.state, 'appeal', held.appeal, 'person_id', held.sender_id,
          'rules', (select verdict.rules from public.message_verdicts verdict where verdict.message_id = held.id))
      from public.held_messages held where held.state = 'held' or held.state = 'blocked' and held.appealed_at is not null
      union all
      select 'appeal', decision.id, 60, decision.appealed_at, jsonb_build_object('decision_no', decision.decision_no, 'action', decision.action,
        'target_kind', decision.target_kind, 'target_id', decision.target_id, 'statement', decision.statement, 'rule', decision.rule,
        'appeal', decision.appeal, 'person_id', decision.person_id, 'mine', decision.decided_by = auth.uid())
      from public.decisions decision where decision.appeal_state = 'open'
    ), ordered as (
      -- What is old becomes urgent: a point an hour.
      select waiting.*, waiting.priority + extract(epoch from now() - waiting.since) / 3600 as urgency from waiting
      order by urgency desc, waiting.id limit most
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(jsonb_build_object('kind', item.kind, 'id', item.id, 'priority', item.priority, 'since', item.since,
        'person', (select jsonb_build_object('id', profile.id, 'display_name', profile.display_name, 'standing', private.standing_of(profile.id),
          'trust_level', profile.trust_level, 'joined_at', profile.created_at)
          from public.profiles profile where profile.id = (item.facts ->> 'person_id')::uuid)) || item.facts
        order by item.urgency desc, item.id) from ordered item), '[]'),
      'counts', (select coalesce(jsonb_object_agg(counted.kind, counted.waiting), '{}') from (
        select waiting.kind, count(*) as waiting from waiting group by waiting.kind) counted),
      'oldest', (select min(waiting.since) from waiting))
  );
end
$$;
comment on function public.moderation_queue(integer) is 'For moderators: reports by what they are about, ads in review, held messages and appeals; the most urgent first, at most 200.';

-- Security definer: as above; what is asked about a person is noted.
create function public.person_file(person uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  file jsonb;
begin
  perform private.require_role('moderator', 'admin');
  select jsonb_build_object('id', profile.id, 'display_name', profile.display_name, 'city', profile.city, 'role', profile.role,
      'trust_level', profile.trust_level, 'standing', private.standing_of(profile.id), 'standing_until', profile.standing_until,
      'joined_at', profile.created_at, 'email_verified', profile.email_verified_at is not null, 'phone_verified', profile.phone_verified_at is not null,
      'is_demo', profile.is_demo,
      'ads', (select jsonb_object_agg(counted.state, counted.ads) from (
        select ad.state, count(*) as ads from public.listings ad where ad.seller_id = profile.id group by ad.state) counted),
      'last_ads', (select coalesce(jsonb_agg(jsonb_build_object('id', ad.id, 'title', ad.title, 'state', ad.state, 'at', ad.updated_at)
        order by ad.updated_at desc), '[]') from (select * from public.listings own where own.seller_id = profile.id
          order by own.updated_at desc limit 10) ad),
      'conversations_begun_30_days', (select count(*) from public.conversations talk where talk.buyer_id = profile.id
        and talk.created_at > now() - interval '30 days'),
      'messages_warned_or_held', (select count(*) from public.message_verdicts verdict where verdict.sender_id = profile.id and verdict.action <> 'allow'),
      'reports_about', (select count(*) from public.reports known where known.reported_id = profile.id),
      'reports_by', (select count(*) from public.reports known where known.reporter_id = profile.id),
      'reporter_weight', private.reporter_weight(profile.id),
      'decisions', (select coalesce(jsonb_agg(jsonb_build_object('no', decision.decision_no, 'action', decision.action, 'target_kind', decision.target_kind,
        'statement', decision.statement, 'at', decision.decided_at, 'until', decision.until, 'appeal_state', decision.appeal_state)
        order by decision.decided_at desc), '[]') from (select * from public.decisions own where own.person_id = profile.id
          order by own.decided_at desc limit 20) decision))
    into file from public.profiles profile where profile.id = person_file.person;
  if file is null then
    raise exception using errcode = 'PT404', message = 'There is no such account any more.';
  end if;
  perform private.audit('person.read', 'profile:' || person_file.person);
  return file;
end
$$;
comment on function public.person_file(uuid) is 'For moderators: what is known of one account; no address, no phone, no message. Reading it leaves a line in the audit log.';

-- Security definer: counts over what policies keep apart; no row of anybody is shown.
create function public.site_figures(days integer default 30) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  since constant date := current_date - (least(greatest(coalesce(days, 30), 1), 180) - 1);
begin
  perform private.require_role('moderator', 'admin');
  return jsonb_build_object(
    'by_day', (
      select jsonb_agg(jsonb_build_object('day', day::date, 'ads', coalesce(ads.n, 0), 'messages', coalesce(said.n, 0),
        'sign_ups', coalesce(people.n, 0), 'reports', coalesce(reports.n, 0), 'decided', coalesce(decided.n, 0), 'median_hours', decided.hours) order by day)
      from generate_series(since, current_date, interval '1 day') day
      left join (select first_published_at::date as on_day, count(*) as n from public.listings where first_published_at >= since group by 1) ads on ads.on_day = day
      left join (select created_at::date as on_day, count(*) as n from public.messages where created_at >= since group by 1) said on said.on_day = day
      left join (select created_at::date as on_day, count(*) as n from public.profiles where created_at >= since group by 1) people on people.on_day = day
      left join (select created_at::date as on_day, count(*) as n from public.reports where created_at >= since group by 1) reports on reports.on_day = day
      left join (select handled_at::date as on_day, count(*) as n,
          round((percentile_cont(0.5) within group (order by extract(epoch from handled_at - created_at) / 3600))::numeric, 1) as hours
        from public.reports where handled_at >= since group by 1) decided on decided.on_day = day),
    'now', jsonb_build_object(
      'active_ads', (select count(*) from public.listings where state in ('active', 'reserved')),
      'people', (select count(*) from public.profiles),
      'open_reports', (select count(*) from public.reports where state in ('new', 'triaged', 'in_review'))),
    'hours_to_action', (
      select jsonb_build_object('median', round((percentile_cont(0.5) within group (order by hours))::numeric, 1),
        'p90', round((percentile_cont(0.9) within group (order by hours))::numeric, 1), 'count', count(*))
      from (select extract(epoch from known.handled_at - known.created_at) / 3600 as hours from public.reports known
        where known.handled_at is not null and known.created_at >= since) handled));
end
$$;
comment on function public.site_figures(integer) is 'For moderators: ads, messages, sign-ups, reports and how long those decided had waited, by day (UTC) of the last days (at most 180).';

grant execute on function public.moderation_queue(integer), public.person_file(uuid), public.site_figures(integer) to authenticated;
