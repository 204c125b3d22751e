-- Weights reporters by past accuracy, smoothed with three pseudo-reports.
create or replace function private.reporter_weight(person uuid) returns numeric
language sql stable set search_path = ''
return (
  select round(least(2, greatest(0.1, 2.0 * (1.5 + count(*) filter (where state in ('actioned', 'upheld')))
    / (3 + count(*) filter (where state in ('actioned', 'upheld', 'rejected', 'overturned'))))), 2)
  from public.reports where reporter_id = person and created_at > now() - interval '1 year'
);
comment on function private.reporter_weight(uuid) is 'Weight of a reporter by accuracy in the last year: 1 without history, up to 2 if always right, down to 0.1.';

-- The last ten messages, oldest first, as displayed.
create or replace function private.last_words(talk uuid) returns jsonb
language sql stable set search_path = ''
return (
  select coalesce(jsonb_agg(jsonb_build_object('id', said.id, 'sender_id', said.sender_id, 'kind', said.kind, 'body', said.body,
    'notice', said.notice, 'created_at', said.created_at) order by said.created_at, said.id), '[]')
  from (select * from public.messages message where message.conversation_id = talk
    order by message.created_at desc, message.id desc limit 10) as said
);

-- A report's target as visible to the caller. Security definer: checks the caller's rights in each branch.
create or replace function private.report_target(kind text, target uuid, me uuid, out reported uuid, out listing uuid, out talk uuid, out seen jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  case kind
    when 'listing' then
      select ad.seller_id, ad.id, jsonb_build_object('title', ad.title, 'description', ad.description, 'price_minor', ad.price_minor,
          'currency', ad.currency, 'state', ad.state, 'version', ad.version, 'ad_no', ad.ad_no)
        into reported, listing, seen from public.listings ad
        where ad.id = target and (ad.state in ('active', 'reserved', 'sold') or exists (select from public.conversations conversation
          where conversation.listing_id = ad.id and me in (conversation.buyer_id, conversation.seller_id)));
    when 'photo' then
      select ad.seller_id, ad.id, jsonb_build_object('path', photo.path, 'alt', photo.alt, 'title', ad.title)
        into reported, listing, seen from public.listing_photos photo join public.listings ad on ad.id = photo.listing_id
        where photo.id = target and ad.state in ('active', 'reserved', 'sold');
    when 'profile' then
      select seller.id, jsonb_build_object('display_name', seller.display_name, 'bio', seller.bio, 'avatar_path', seller.avatar_path)
        into reported, seen from public.sellers seller where seller.id = target;
    when 'review' then
      select review.author_id, jsonb_build_object('body', review.body, 'reply', review.reply, 'rating', review.rating, 'subject_id', review.subject_id)
        into reported, seen from public.reviews review where review.id = target and review.state = 'published';
    when 'conversation' then
      select case when me = conversation.buyer_id then conversation.seller_id else conversation.buyer_id end, conversation.listing_id, conversation.id, '{}'::jsonb
        into reported, listing, talk, seen from public.conversations conversation
        where conversation.id = target and me in (conversation.buyer_id, conversation.seller_id) and (me = conversation.buyer_id or conversation.opened_at is not null);
    when 'message' then
      select message.sender_id, conversation.listing_id, conversation.id, jsonb_build_object('body', message.body, 'kind', message.kind,
          'payload', message.payload, 'notice', message.notice, 'created_at', message.created_at)
        into reported, listing, talk, seen from public.messages message
        join public.conversations conversation on conversation.id = message.conversation_id
        where message.id = target and me in (conversation.buyer_id, conversation.seller_id);
    else
      raise exception using errcode = '22023', message = 'This cannot be reported.';
  end case;
end
$$;

-- Security definer: reports are closed.
create or replace function public.report_something(target_kind text, target_id uuid, reason text, detail text default '', share_messages boolean default false)
returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  target record;
  weight numeric;
  urgency integer;
  others integer;
  made public.reports;
begin
  perform private.refuse_if(me is null, 'SK634', 'report_signed_out');
  select sort.priority into urgency from public.report_reasons sort where sort.reason = report_something.reason;
  perform private.refuse_if(not found, 'SK635', 'no_report_reason');
  perform private.refuse_if(char_length(coalesce(detail, '')) > 500, 'SK636', 'report_too_long');
  select * into target from private.report_target(target_kind, target_id, me);
  perform private.refuse_if(target.reported is null, 'SK637', 'nothing_to_report');
  perform private.refuse_if(target.reported = me, 'SK638', 'own_report');

  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('report:' || me, 0));
  -- Idempotent.
  select * into made from public.reports known where known.reporter_id = me and known.target_kind = report_something.target_kind
    and known.target_id = report_something.target_id and known.state in ('new', 'triaged', 'in_review');
  if found then
    return made;
  end if;
  perform private.consume_rate_limit(me, 'report');
  weight := private.reporter_weight(me);
  select count(distinct known.reporter_id) into others from public.reports known where known.target_kind = report_something.target_kind
    and known.target_id = report_something.target_id and known.created_at > now() - interval '30 days';
  insert into public.reports (reporter_id, target_kind, target_id, reported_id, listing_id, conversation_id, reason, detail, evidence, reporter_weight, priority)
  values (me, report_something.target_kind, report_something.target_id, target.reported, target.listing, target.talk, report_something.reason,
    coalesce(btrim(report_something.detail), ''),
    target.seen || case when share_messages and target.talk is not null then jsonb_build_object('messages', private.last_words(target.talk)) else '{}' end,
    -- Simultaneous reports may be coordinated: further ones count little.
    weight, round(urgency * weight + 2 * least(others, 10)))
  returning * into made;
  update public.reports known set priority = known.priority + 2, changed_at = now()
    where known.target_kind = made.target_kind and known.target_id = made.target_id and known.id <> made.id
      and known.state in ('new', 'triaged') and others <= 10;
  perform private.notify(me, 'report_received', jsonb_build_object('report_no', made.report_no, 'target_kind', made.target_kind,
    'title', (select ad.title from public.listings ad where ad.id = target.listing)), made.id::text);
  return made;
end
$$;
comment on function public.report_something(text, uuid, text, text, boolean) is
  'Reports a listing, photo, profile, review, conversation or message. Repeating it returns the open report. 20 a day.';
grant execute on function public.report_something(text, uuid, text, text, boolean) to authenticated;
