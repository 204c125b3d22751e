-- Decisions of moderators: each with a statement of reasons (DSA Art. 17) that the person concerned reads, and a way to appeal it
-- (Art. 20). A decision about a person changes their standing; one about an ad, message or review changes that.

alter table public.profiles
  add column standing text not null default 'good' check (standing in ('good', 'limited', 'suspended', 'banned')),
  add column standing_until timestamptz,
  add check (standing <> 'good' or standing_until is null);
comment on column public.profiles.standing is 'limited: no new ads and conversations; suspended and banned: nothing is written. Set by decisions only.';
create index profiles_standing_until_idx on public.profiles (standing_until) where standing <> 'good';

create table public.decisions (
  id uuid primary key default gen_random_uuid(),
  decision_no bigint generated always as identity unique,
  report_id uuid references public.reports on delete set null,
  target_kind text not null check (target_kind in ('listing', 'message', 'conversation', 'profile', 'review', 'photo')),
  target_id uuid not null,
  person_id uuid,
  action text not null check (action in ('none', 'warn', 'hide', 'remove', 'limit', 'suspend', 'ban')),
  rule text check (char_length(rule) <= 100),
  statement text not null check (char_length(btrim(statement)) between 10 and 1000),
  until timestamptz,
  automated boolean not null default false,
  decided_by uuid,
  decided_at timestamptz not null default now(),
  appeal_deadline timestamptz not null default now() + interval '6 months',
  appeal text check (char_length(btrim(appeal)) between 10 and 2000),
  appealed_at timestamptz,
  appeal_state text check (appeal_state in ('open', 'upheld', 'overturned')),
  appeal_statement text check (char_length(btrim(appeal_statement)) between 10 and 1000),
  appeal_by uuid,
  appeal_decided_at timestamptz,
  check ((appeal is null) = (appeal_state is null)),
  check ((appeal_decided_at is null) = (coalesce(appeal_state, 'open') = 'open'))
);
comment on table public.decisions is 'What moderators decided and why. Written by functions only; the person concerned reads it, but not whose decision it was.';
create index decisions_person_idx on public.decisions (person_id, decided_at desc);
create index decisions_report_idx on public.decisions (report_id);
create index decisions_appeals_idx on public.decisions (appealed_at) where appeal_state = 'open';
alter table public.decisions enable row level security;
create policy "people read what was decided about them" on public.decisions
  for select to authenticated using (person_id = (select auth.uid()) and action <> 'none');
create policy "moderators read all decisions" on public.decisions
  for select to authenticated using ((select private.has_role('moderator', 'admin')));
revoke all on public.decisions from anon, authenticated;
grant select (id, decision_no, report_id, target_kind, target_id, person_id, action, rule, statement, until, automated, decided_at,
  appeal_deadline, appeal, appealed_at, appeal_state, appeal_statement, appeal_decided_at) on public.decisions to authenticated;

insert into public.notification_kinds (kind, group_name, title, urgent) values
  ('decision_made', 'account', 'A decision about you', true),
  ('appeal_decided', 'account', 'Your appeal was decided', true),
  ('report_decided', 'account', 'What became of your report', false);

-- Standing that has run its time is good again, without anybody doing anything.
-- Security definer: a profile is readable by its owner only.
create function private.standing_of(person uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select case when profile.standing_until < now() then 'good' else profile.standing end
  from public.profiles profile where profile.id = person
$$;

-- Security definer: as above.
create function private.require_standing(new_business boolean) returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  standing text := private.standing_of(auth.uid());
begin
  if standing in ('suspended', 'banned') then
    raise exception using errcode = 'PT403',
      message = 'Your account is ' || standing || '. The decision and the way to appeal it are under Reports in your dashboard.';
  elsif standing = 'limited' and new_business then
    raise exception using errcode = 'PT403',
      message = 'Your account is limited: no new ads or conversations for now. The decision is under Reports in your dashboard.';
  end if;
end
$$;
comment on function private.require_standing(boolean) is 'Refuses a caller whose account is suspended or banned, and for new business one that is limited.';
grant execute on function private.require_standing(boolean) to anon, authenticated, service_role;

create function private.refuse_bad_standing() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Only people stand well or badly: jobs and the service key carry no person.
  if auth.uid() is not null then
    perform private.require_standing(tg_op = 'INSERT' and tg_table_name in ('listings', 'conversations'));
  end if;
  return null;
end
$$;
do $$
declare
  written text;
begin
  foreach written in array array['listings', 'listing_photos', 'conversations', 'messages', 'offers', 'deals', 'reviews', 'held_messages'] loop
    execute format('create trigger a_refuse_bad_standing before insert or update on public.%I
      for each statement execute function private.refuse_bad_standing()', written);
  end loop;
end
$$;

-- Does what was decided to what it was decided about. Runs inside decide(), which has asked for the role.
create function private.carry_out(kind text, target uuid, person uuid, act text, why text, rule text, ends timestamptz) returns void
language plpgsql
set search_path = ''
as $$
begin
  if act in ('limit', 'suspend', 'ban') then
    if person is null then
      raise exception using errcode = 'PT422', message = 'Nobody is behind this any more.';
    elsif exists (select from public.profiles profile where profile.id = person and profile.role in ('moderator', 'admin')) then
      raise exception using errcode = 'PT422', message = 'This is one of the staff: an administrator takes the role away first.';
    end if;
    update public.profiles profile set standing_until = case when act = 'ban' then null else ends end,
      standing = case act when 'limit' then 'limited' when 'suspend' then 'suspended' else 'banned' end
      where profile.id = person;
    if act in ('suspend', 'ban') then
      update public.conversations talk set state = 'locked', lock_reason = 'moderation'
        where talk.state = 'open' and person in (talk.buyer_id, talk.seller_id);
      perform public.hide_listing(ad.id, why, rule) from public.listings ad where ad.seller_id = person and ad.state in ('active', 'reserved');
    end if;
  elsif act in ('hide', 'remove') then
    case kind
      when 'listing', 'photo' then
        target := case when kind = 'photo' then (select photo.listing_id from public.listing_photos photo where photo.id = target) else target end;
        perform public.hide_listing(target, why, rule);
        if act = 'remove' then
          perform public.remove_listing(target, why, rule);
        end if;
      when 'conversation', 'message' then
        update public.conversations talk set state = 'locked', lock_reason = 'moderation'
          where talk.state = 'open' and talk.id = case when kind = 'conversation' then target
            else (select said.conversation_id from public.messages said where said.id = target) end;
      when 'review' then
        update public.reviews review set state = 'removed' where review.id = target;
      else
        raise exception using errcode = 'PT422', message = 'A profile is limited, suspended or banned, not hidden.';
    end case;
  end if;
end
$$;

-- Security definer: decisions, reports and standing are written by these functions only, after asking for the role.
create function public.decide(target_kind text, target_id uuid, action text, statement text, report_id uuid default null,
  rule text default null, days integer default null) returns public.decisions
language plpgsql security definer
set search_path = ''
as $$
declare
  report public.reports;
  person uuid;
  made public.decisions;
  told uuid;
begin
  perform private.require_role('moderator', 'admin');
  if action not in ('none', 'warn', 'hide', 'remove', 'limit', 'suspend', 'ban') then
    raise exception using errcode = 'PT422', message = 'Choose what is to be done.';
  elsif char_length(btrim(coalesce(statement, ''))) not between 10 and 1000 then
    raise exception using errcode = 'PT422', message = 'Give the reasons in 10 to 1,000 characters: the person concerned reads them.';
  elsif days is not null and days not between 1 and 365 then
    raise exception using errcode = 'PT422', message = 'Choose between 1 and 365 days.';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('decide:' || target_kind || target_id, 0));
  if report_id is not null then
    select * into report from public.reports known where known.id = decide.report_id for update;
    if report.id is null or report.target_kind <> decide.target_kind or report.target_id <> decide.target_id then
      raise exception using errcode = 'PT404', message = 'That report is about something else.';
    elsif report.state not in ('new', 'triaged', 'in_review') then
      raise exception using errcode = 'PT409', message = 'This report has been decided about already.';
    end if;
  end if;
  person := coalesce(report.reported_id, private.owner_of(decide.target_kind, decide.target_id));
  insert into public.decisions (report_id, target_kind, target_id, person_id, action, rule, statement, until, decided_by)
    values (decide.report_id, decide.target_kind, decide.target_id, person, decide.action, nullif(btrim(decide.rule), ''), btrim(decide.statement),
      case when decide.action in ('limit', 'suspend') then now() + make_interval(days => coalesce(days, 7)) end, auth.uid())
    returning * into made;
  perform private.carry_out(made.target_kind, made.target_id, person, made.action, made.statement, made.rule, made.until);

  -- Everybody who said the same is told; one decision answers them all.
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
  'For moderators: decides about something that was reported or found, carries it out, and tells whom it concerns and who reported it.';

-- Whose a thing is.
create function private.owner_of(kind text, target uuid) returns uuid
language sql stable
set search_path = ''
return case kind
  when 'listing' then (select ad.seller_id from public.listings ad where ad.id = target)
  when 'photo' then (select ad.seller_id from public.listing_photos photo join public.listings ad on ad.id = photo.listing_id where photo.id = target)
  when 'message' then (select said.sender_id from public.messages said where said.id = target)
  when 'review' then (select review.author_id from public.reviews review where review.id = target)
  when 'profile' then (select profile.id from public.profiles profile where profile.id = target)
end;

-- Security definer: a report's state is changed by functions only.
create function public.take_report(report_id uuid) returns public.reports
language plpgsql security definer
set search_path = ''
as $$
declare
  report public.reports;
begin
  perform private.require_role('moderator', 'admin');
  update public.reports known set state = 'in_review', handled_by = auth.uid(), changed_at = now()
    where known.id = take_report.report_id and known.state in ('new', 'triaged', 'in_review')
      -- Somebody who took it and left gives it up after two hours.
      and (known.handled_by is null or known.handled_by = auth.uid() or known.changed_at < now() - interval '2 hours')
    returning * into report;
  if report.id is null then
    raise exception using errcode = 'PT409', message = 'Somebody else looks at this report, or it has been decided.';
  end if;
  return report;
end
$$;
comment on function public.take_report(uuid) is 'For moderators: "I look at this one". Two never work on the same.';

-- Security definer: only the appeal is theirs to write.
create function public.appeal_decision(decision_id uuid, reason text) returns public.decisions
language plpgsql security definer
set search_path = ''
as $$
declare
  appealed public.decisions;
begin
  if char_length(btrim(coalesce(reason, ''))) not between 10 and 2000 then
    raise exception using errcode = 'PT422', message = 'Say in 10 to 2,000 characters why the decision is wrong.';
  end if;
  update public.decisions decision set appeal = btrim(reason), appealed_at = now(), appeal_state = 'open'
    where decision.id = appeal_decision.decision_id and decision.person_id = auth.uid() and decision.action <> 'none'
      and decision.appeal is null and decision.appeal_deadline > now()
    returning * into appealed;
  if appealed.id is null then
    raise exception using errcode = 'PT409', message = 'This decision can no longer be appealed, or was appealed already.';
  end if;
  update public.reports known set state = 'appealed', changed_at = now() where known.id = appealed.report_id;
  return appealed;
end
$$;
comment on function public.appeal_decision(uuid, text) is 'Asks for a second look by another person. Once, within six months.';

-- Security definer: as decide().
create function public.decide_appeal(decision_id uuid, overturn boolean, statement text) returns public.decisions
language plpgsql security definer
set search_path = ''
as $$
declare
  appealed public.decisions;
begin
  perform private.require_role('moderator', 'admin');
  if char_length(btrim(coalesce(statement, ''))) not between 10 and 1000 then
    raise exception using errcode = 'PT422', message = 'Give the reasons in 10 to 1,000 characters: the person concerned reads them.';
  end if;
  select * into appealed from public.decisions decision where decision.id = decide_appeal.decision_id for update;
  if appealed.appeal_state is distinct from 'open' then
    raise exception using errcode = 'PT409', message = 'There is no open appeal of this decision.';
  elsif appealed.decided_by = auth.uid() and exists (select from public.profiles other
      where other.role in ('moderator', 'admin') and other.id <> auth.uid()) then
    raise exception using errcode = 'PT409', message = 'This was your own decision: somebody else looks at its appeal.';
  end if;
  update public.decisions decision set appeal_state = case when overturn then 'overturned' else 'upheld' end,
      appeal_statement = btrim(decide_appeal.statement), appeal_by = auth.uid(), appeal_decided_at = now()
    where decision.id = appealed.id returning * into appealed;
  if overturn then
    perform private.undo(appealed);
  end if;
  update public.reports known set state = case when overturn then 'overturned' else 'upheld' end, changed_at = now()
    where known.id = appealed.report_id;
  perform private.notify(appealed.person_id, 'appeal_decided',
    jsonb_build_object('decision_no', appealed.decision_no, 'overturned', overturn), appealed.id::text);
  perform private.audit(case when overturn then 'appeal.overturn' else 'appeal.uphold' end, 'decision:' || appealed.id, null,
    jsonb_build_object('decision_no', appealed.decision_no, 'statement', appealed.appeal_statement));
  return appealed;
end
$$;
comment on function public.decide_appeal(uuid, boolean, text) is 'For moderators: a second look, by another person where there is one. Overturned, the decision is undone.';

create function private.undo(decision public.decisions) returns void
language plpgsql
set search_path = ''
as $$
begin
  if decision.action in ('limit', 'suspend', 'ban') then
    update public.profiles profile set standing = 'good', standing_until = null where profile.id = decision.person_id;
    update public.conversations talk set state = 'open', lock_reason = null
      where talk.state = 'locked' and talk.lock_reason = 'moderation' and decision.person_id in (talk.buyer_id, talk.seller_id);
    perform public.unhide_listing(ad.id) from public.listings ad
      where ad.seller_id = decision.person_id and ad.state = 'hidden' and ad.state_reason = decision.statement;
  elsif decision.action = 'hide' and decision.target_kind in ('listing', 'photo') then
    perform public.unhide_listing(ad.id) from public.listings ad where ad.state = 'hidden' and ad.id = case decision.target_kind
      when 'listing' then decision.target_id else (select photo.listing_id from public.listing_photos photo where photo.id = decision.target_id) end;
  elsif decision.action in ('hide', 'remove') and decision.target_kind in ('conversation', 'message') then
    update public.conversations talk set state = 'open', lock_reason = null
      where talk.state = 'locked' and talk.lock_reason = 'moderation' and talk.id = case decision.target_kind
        when 'conversation' then decision.target_id else (select said.conversation_id from public.messages said where said.id = decision.target_id) end;
  elsif decision.action in ('hide', 'remove') and decision.target_kind = 'review' then
    update public.reviews review set state = 'published' where review.id = decision.target_id and review.state = 'removed';
  end if;
end
$$;

grant execute on function public.decide(text, uuid, text, text, uuid, text, integer), public.take_report(uuid),
  public.appeal_decision(uuid, text), public.decide_appeal(uuid, boolean, text) to authenticated;
