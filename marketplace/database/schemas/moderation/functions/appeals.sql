-- Applies a decision to its target. Called by decide(), which checks the role.
create or replace function private.apply_decision(kind text, target uuid, person uuid, action text, why text, rule text, ends timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  if action in ('limit', 'suspend', 'ban') then
    perform private.refuse_if(person is null, 'SK601', 'nobody_behind_this');
    perform private.refuse_if(exists (select from public.profiles profile where profile.id = person and profile.role in ('moderator', 'admin')),
      'SK602', 'staff_is_protected');
    update public.profiles profile set standing_until = case when action = 'ban' then null else ends end,
      standing = case action when 'limit' then 'limited' when 'suspend' then 'suspended' else 'banned' end
      where profile.id = person;
    if action in ('suspend', 'ban') then
      update public.conversations talk set state = 'locked', lock_reason = 'moderation'
        where talk.state = 'open' and person in (talk.buyer_id, talk.seller_id);
      perform public.hide_listing(ad.id, why, rule) from public.listings ad where ad.seller_id = person and ad.state in ('active', 'reserved');
    end if;
  elsif action in ('hide', 'remove') then
    case kind
      when 'listing', 'photo' then
        target := case when kind = 'photo' then (select photo.listing_id from public.listing_photos photo where photo.id = target) else target end;
        perform public.hide_listing(target, why, rule);
        if action = 'remove' then
          perform public.remove_listing(target, why, rule);
        end if;
      when 'conversation', 'message' then
        update public.conversations talk set state = 'locked', lock_reason = 'moderation'
          where talk.state = 'open' and talk.id = case when kind = 'conversation' then target
            else (select said.conversation_id from public.messages said where said.id = target) end;
      when 'review' then
        update public.reviews review set state = 'removed' where review.id = target;
      else
        raise exception using errcode = 'SK603', message = 'profile_not_hideable';
    end case;
  end if;
end
$$;

create or replace function private.owner_of(kind text, target uuid) returns uuid
language sql stable set search_path = ''
return case kind
  when 'listing' then (select ad.seller_id from public.listings ad where ad.id = target)
  when 'photo' then (select ad.seller_id from public.listing_photos photo join public.listings ad on ad.id = photo.listing_id where photo.id = target)
  when 'message' then (select said.sender_id from public.messages said where said.id = target)
  when 'review' then (select review.author_id from public.reviews review where review.id = target)
  when 'profile' then (select profile.id from public.profiles profile where profile.id = target)
end;

-- Security definer: users may write the appeal only.
create or replace function public.appeal_decision(decision_id uuid, reason text) returns public.decisions
language plpgsql security definer set search_path = '' as $$
declare
  appealed public.decisions;
begin
  perform private.refuse_if(char_length(btrim(coalesce(reason, ''))) not between 10 and 2000, 'SK604', 'bad_appeal');
  update public.decisions decision set appeal = btrim(reason), appealed_at = now(), appeal_state = 'open'
    where decision.id = appeal_decision.decision_id and decision.person_id = auth.uid() and decision.action <> 'none'
      and decision.appeal is null and decision.appeal_deadline > now()
    returning * into appealed;
  perform private.refuse_if(appealed.id is null, 'SK605', 'appeal_closed');
  update public.reports known set state = 'appealed', changed_at = now() where known.id = appealed.report_id;
  return appealed;
end
$$;
comment on function public.appeal_decision(uuid, text) is 'Appeals a decision, which another moderator reviews. Once, within six months.';
grant execute on function public.appeal_decision(uuid, text) to authenticated;

-- Security definer: as decide().
create or replace function public.decide_appeal(decision_id uuid, overturn boolean, statement text) returns public.decisions
language plpgsql security definer set search_path = '' as $$
declare
  appealed public.decisions;
begin
  perform private.require_role('moderator', 'admin');
  perform private.refuse_if(char_length(btrim(coalesce(statement, ''))) not between 10 and 1000, 'SK606', 'reasons_needed');
  select * into appealed from public.decisions decision where decision.id = decide_appeal.decision_id for update;
  perform private.refuse_if(appealed.appeal_state is distinct from 'open', 'SK607', 'no_open_appeal');
  perform private.refuse_if(appealed.decided_by = auth.uid() and exists (select from public.profiles other
      where other.role in ('moderator', 'admin') and other.id <> auth.uid()), 'SK608', 'own_decision_appealed');
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
comment on function public.decide_appeal(uuid, boolean, text) is 'For moderators: decides an appeal; another moderator than the first if there is one. Overturning undoes the decision.';
grant execute on function public.decide_appeal(uuid, boolean, text) to authenticated;

create or replace function private.undo(decision public.decisions) returns void
language plpgsql set search_path = '' as $$
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
