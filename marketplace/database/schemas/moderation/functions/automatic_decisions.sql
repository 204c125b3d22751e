-- Rules' decisions about ads are recorded for the transparency report. All are reviewed in the queue, so no appeal is needed
-- before that.

-- Security definer: decisions are closed.
create or replace function private.record_automatic_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  made public.decisions;
begin
  -- Sellers of unpublished ads see the reason on the ad; others are notified.
  insert into public.decisions (target_kind, target_id, person_id, action, rule, statement, automated, appeal_deadline)
  values ('listing', new.id, case when new.first_published_at is not null then new.seller_id end, 'hide', new.state_rule,
    new.state_reason, true, now())
  returning * into made;
  if made.person_id is not null then
    perform private.notify(made.person_id, 'decision_made', jsonb_build_object('decision_no', made.decision_no, 'action', made.action), made.id::text);
  end if;
  return null;
end
$$;
-- Unread photos are not a decision.
create or replace trigger record_automatic_decision after update on public.listings
  for each row when (new.state = 'pending_review' and jsonb_typeof(new.state_reason) = 'object'
    and new.state_rule is not null and new.state_rule !~ '^photo_(waiting|unread):'
    and (old.state <> 'pending_review' or old.state_rule is distinct from new.state_rule))
  execute function private.record_automatic_decision();
