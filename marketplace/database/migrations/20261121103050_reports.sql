-- Reports: anybody signed in may say what is wrong with something. They raise a priority and never take anything down by themselves.

create table public.report_reasons (
  reason text primary key,
  sort integer not null,
  title text not null,
  priority integer not null check (priority between 0 and 100)
);
comment on table public.report_reasons is 'Why something can be reported. Priority: what a moderator looks at first.';
insert into public.report_reasons (reason, sort, title, priority) values
  ('scam', 10, 'Scam or phishing', 80),
  ('offensive', 20, 'Offensive or harassing', 70),
  ('prohibited', 30, 'Prohibited item', 60),
  ('counterfeit', 40, 'Counterfeit', 50),
  ('personal_data', 50, 'Shows personal data', 50),
  ('wrong_place', 60, 'Wrong category, duplicate or spam', 20),
  ('already_sold', 70, 'Already sold', 10),
  ('other', 80, 'Something else', 30);
alter table public.report_reasons enable row level security;
create policy "everybody sees what can be reported" on public.report_reasons for select to anon, authenticated using (true);
revoke all on public.report_reasons from anon, authenticated;
grant select on public.report_reasons to anon, authenticated;

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
  handled_at timestamptz
);
comment on table public.reports is 'Written by report_something() only. Its state is the moderators'' to change (see the queue).';
comment on column public.reports.reported_id is 'Whose it is; no foreign key, so that a report outlives the account.';
comment on column public.reports.evidence is 'As it was in that moment: the words of the ad, message or review, and the last ten messages when the reporter agreed.';
comment on column public.reports.reporter_weight is 'From how often this person was right before (private.reporter_weight).';
comment on column public.reports.priority is 'Reason times weight, and more for each further person who says the same. Only an order of work.';
create unique index reports_once_open_idx on public.reports (reporter_id, target_kind, target_id)
  where state in ('new', 'triaged', 'in_review');
create index reports_queue_idx on public.reports (priority desc, created_at) where state in ('new', 'triaged', 'in_review', 'appealed');
create index reports_target_idx on public.reports (target_kind, target_id);
create index reports_reported_idx on public.reports (reported_id, created_at desc);
create index reports_reporter_idx on public.reports (reporter_id, created_at desc);

alter table public.reports enable row level security;
create policy "people see their own reports" on public.reports
  for select to authenticated using (reporter_id = (select auth.uid()));
create policy "moderators see all reports" on public.reports
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
revoke all on public.reports from anon, authenticated;
grant select on public.reports to authenticated;

-- Who was right before weighs more, who was not weighs less; three pseudo-reports keep one outcome from deciding.
create function private.reporter_weight(person uuid) returns numeric
language sql stable
set search_path = ''
return (
  select round(least(2, greatest(0.1, 2.0 * (1.5 + count(*) filter (where state in ('actioned', 'upheld')))
    / (3 + count(*) filter (where state in ('actioned', 'upheld', 'rejected', 'overturned'))))), 2)
  from public.reports where reporter_id = person and created_at > now() - interval '1 year'
);
comment on function private.reporter_weight(uuid) is '1 for somebody unknown, up to 2 for those who were always right, down to 0.1. Of the last year.';

-- The last ten messages of a conversation, oldest first, as its people saw them.
create function private.last_words(talk uuid) returns jsonb
language sql stable
set search_path = ''
return (
  select coalesce(jsonb_agg(jsonb_build_object('id', said.id, 'sender_id', said.sender_id, 'kind', said.kind, 'body', said.body,
    'notice', said.notice, 'created_at', said.created_at) order by said.created_at, said.id), '[]')
  from (select * from public.messages message where message.conversation_id = talk
    order by message.created_at desc, message.id desc limit 10) as said
);

-- What a target is, as far as the caller may see it. Security definer: reads on behalf of the caller, and says so in each branch.
create function private.report_target(kind text, target uuid, me uuid, out reported uuid, out listing uuid, out talk uuid, out seen jsonb)
language plpgsql stable security definer
set search_path = ''
as $$
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

insert into public.notification_kinds (kind, group_name, title) values
  ('report_received', 'account', 'We have your report');

-- Security definer: reports are written by this function only; it sees what the caller sees (report_target).
create function public.report_something(target_kind text, target_id uuid, reason text, detail text default '', share_messages boolean default false)
returns public.reports
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  target record;
  weight numeric;
  urgency integer;
  others integer;
  made public.reports;
begin
  if me is null then
    raise exception using errcode = 'PT401', message = 'Sign in to report this.';
  end if;
  select sort.priority into urgency from public.report_reasons sort where sort.reason = report_something.reason;
  if not found then
    raise exception using errcode = 'PT422', message = 'Choose what is wrong with it.';
  elsif char_length(coalesce(detail, '')) > 500 then
    raise exception using errcode = 'PT422', message = 'Shorten what you say about it to 500 characters or fewer.';
  end if;
  select * into target from private.report_target(target_kind, target_id, me);
  if target.reported is null then
    raise exception using errcode = 'PT404', message = 'This is no longer here to report.';
  elsif target.reported = me then
    raise exception using errcode = 'PT422', message = 'This is your own: you can change or delete it.';
  end if;

  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('report:' || me, 0));
  -- Said twice is said once.
  select * into made from public.reports known where known.reporter_id = me and known.target_kind = report_something.target_kind
    and known.target_id = report_something.target_id and known.state in ('new', 'triaged', 'in_review');
  if found then
    return made;
  end if;
  perform private.take_allowance(me, 'report');
  weight := private.reporter_weight(me);
  select count(distinct known.reporter_id) into others from public.reports known where known.target_kind = report_something.target_kind
    and known.target_id = report_something.target_id and known.created_at > now() - interval '30 days';
  insert into public.reports (reporter_id, target_kind, target_id, reported_id, listing_id, conversation_id, reason, detail, evidence, reporter_weight, priority)
  values (me, report_something.target_kind, report_something.target_id, target.reported, target.listing, target.talk, report_something.reason,
    coalesce(btrim(report_something.detail), ''),
    target.seen || case when share_messages and target.talk is not null then jsonb_build_object('messages', private.last_words(target.talk)) else '{}' end,
    -- Many who report the same in a hurry may have agreed to: each further one counts little, ten count no more than one grave reason.
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
  'Reports a listing, photo, profile, review, conversation or message. Repeating it gives the open report. 20 a day.';
grant execute on function public.report_something(text, uuid, text, text, boolean) to authenticated;
