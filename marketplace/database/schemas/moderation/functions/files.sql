-- Security definer: for moderators; access is recorded.
create or replace function public.person_file(person uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
  perform private.refuse_if(file is null, 'SK620', 'no_such_account');
  perform private.audit('person.read', 'profile:' || person_file.person);
  return file;
end
$$;
comment on function public.person_file(uuid) is 'For moderators: the file of one account, without address, phone and messages. Access is recorded in the audit log.';
grant execute on function public.person_file(uuid) to authenticated;

-- Security definer: aggregates only.
create or replace function public.site_figures(days integer default 30) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.site_figures(integer) is 'For moderators: ads, messages, sign-ups, reports and the waiting time of decided ones, by day (UTC), for at most 180 days.';
grant execute on function public.site_figures(integer) to authenticated;
