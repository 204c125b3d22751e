-- The moderation queue, user files and site figures.

-- Excludes ads whose photos are still being scanned.
create or replace function public.moderation_queue(lim integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant integer := least(greatest(coalesce(lim, 50), 1), 200);
begin
  perform private.require_role('moderator', 'admin');
  return (
    with reported as (
      -- One line per target, whatever the number of reports.
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
        'person_id', ad.seller_id,
        'rule_name', (select described.name from public.prohibited_rules described where 'prohibited:' || described.rule = ad.state_rule))
      from public.listings ad where ad.state = 'pending_review'
        -- Nothing to decide while the seller is suspended or banned.
        and private.standing_of(ad.seller_id) not in ('suspended', 'banned')
        and not (ad.state_rule ~ '^photo_(waiting|unread):' and exists (
          select from private.photo_prints print where print.listing_id = ad.id and print.reading = 'waiting'))
      union all
      select 'message', held.id, case when held.appealed_at is null then 40 else 55 end, held.created_at,
        jsonb_build_object('body', held.body, 'pattern', held.pattern, 'state', held.state, 'appeal', held.appeal, 'person_id', held.sender_id,
          'sentence', (select verdict.sentence from public.message_verdicts verdict where verdict.message_id = held.id))
      from public.held_messages held where held.state = 'held' or held.state = 'blocked' and held.appealed_at is not null
      union all
      select 'appeal', decision.id, 60, decision.appealed_at, jsonb_build_object('decision_no', decision.decision_no, 'action', decision.action,
        'target_kind', decision.target_kind, 'target_id', decision.target_id, 'statement', decision.statement, 'rule', decision.rule,
        'appeal', decision.appeal, 'person_id', decision.person_id, 'mine', decision.decided_by = auth.uid())
      from public.decisions decision where decision.appeal_state = 'open'
    ), ordered as (
      -- Priority grows by one an hour.
      select waiting.*, waiting.priority + extract(epoch from now() - waiting.since) / 3600 as urgency from waiting
      order by urgency desc, waiting.id limit most
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(jsonb_build_object('kind', item.kind, 'id', item.id, 'priority', item.priority, 'since', item.since,
        'person', (select jsonb_build_object('id', profile.id, 'display_name', profile.display_name, 'avatar_path', profile.avatar_path,
          'standing', private.standing_of(profile.id),
          'trust_level', profile.trust_level, 'joined_at', profile.created_at)
          from public.profiles profile where profile.id = (item.facts ->> 'person_id')::uuid)) || item.facts
        || private.photos_to_judge(case when item.kind = 'ad' then item.id when item.facts ->> 'target_kind' = 'listing'
          then (item.facts ->> 'target_id')::uuid end)
        || case item.kind when 'message' then jsonb_build_object('before', (
          select coalesce(jsonb_agg(jsonb_build_object('id', said.id, 'body', left(said.body, 300),
            'is_sender', said.sender_id = held.sender_id) order by said.created_at, said.id), '[]')
          from public.held_messages held cross join lateral (
            select * from public.messages known where known.conversation_id = held.conversation_id and known.kind = 'text'
              and known.deleted_at is null and known.created_at < held.created_at
            order by known.created_at desc, known.id limit 5) said
          where held.id = item.id)) else '{}' end
        order by item.urgency desc, item.id) from ordered item), '[]'),
      'counts', (select coalesce(jsonb_object_agg(counted.kind, counted.waiting), '{}') from (
        select waiting.kind, count(*) as waiting from waiting group by waiting.kind) counted),
      'oldest', (select min(waiting.since) from waiting))
  );
end
$$;
comment on function public.moderation_queue(integer) is 'For moderators: reports by target, ads in review, held messages with the five before them, and appeals; most urgent first, at most 200.';
grant execute on function public.moderation_queue(integer) to authenticated;
