-- Triggers that record webhook events. Events contain ids only, and for public ads their public fields. If no endpoint subscribes to an event, its
-- trigger reads one small table and writes nothing.

-- Security definer: webhooks are closed.
create or replace function private.is_wanted(event text) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.webhooks webhook where webhook.enabled and event = any(webhook.events));
comment on function private.is_wanted(text) is 'Whether an enabled endpoint subscribes to the event.';

create or replace function private.queue_webhook_event(event text, facts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  insert into public.webhook_events (type, data) values (event, jsonb_strip_nulls(facts)) returning id into made;
  insert into public.webhook_deliveries (webhook_id, event_id)
    select webhook.id, made from public.webhooks webhook where webhook.enabled and event = any(webhook.events);
  perform private.run_job_now('deliver-webhooks');
end
$$;
comment on function private.queue_webhook_event(text, jsonb) is 'Records an event for subscribed endpoints, in the transaction that caused it.';

create or replace function private.listing_facts(ad public.listings) returns jsonb
language sql stable set search_path = ''
return jsonb_build_object('listing_id', ad.id, 'ad_no', ad.ad_no, 'seller_id', ad.seller_id, 'state', ad.state)
  || case when ad.state in ('active', 'reserved', 'sold') then jsonb_build_object('type', ad.type, 'category', ad.category, 'title', ad.title,
    'price_minor', ad.price_minor, 'currency', ad.currency, 'price_type', ad.price_type, 'city', ad.city, 'version', ad.version)
    else '{}' end;

create or replace function private.queue_webhook_event_of_listing_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_seen constant boolean := coalesce(new.from_state in ('active', 'reserved', 'sold'), false);
  event text := case
    when new.to_state is not distinct from new.from_state then null
    when new.to_state = 'active' then case when new.from_state = 'reserved' then 'listing.updated' else 'listing.published' end
    when new.to_state in ('reserved', 'sold', 'expired') then 'listing.' || new.to_state
    when new.to_state = 'deleted' then case when new.from_state <> 'draft' then 'listing.deleted' end
    when was_seen then 'listing.hidden' end;
begin
  if event is not null and private.is_wanted(event) then
    perform private.queue_webhook_event(event, private.listing_facts(ad)) from public.listings ad where ad.id = new.listing_id;
  end if;
  return null;
end
$$;
create or replace trigger tell_webhooks after insert on public.listing_events
  for each row execute function private.queue_webhook_event_of_listing_event();

-- Trigger argument: the event. An ad is deleted together with its seller's account.
create or replace function private.queue_webhook_event_of_listing() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := coalesce(new, old);
begin
  if private.is_wanted(tg_argv[0]) then
    ad.state := case tg_op when 'DELETE' then 'deleted' else ad.state end;
    perform private.queue_webhook_event(tg_argv[0], private.listing_facts(ad));
  end if;
  return null;
end
$$;
create or replace trigger tell_webhooks after update on public.listings
  for each row when (new.version <> old.version and new.state = old.state and new.state in ('active', 'reserved'))
  execute function private.queue_webhook_event_of_listing('listing.updated');
create or replace trigger tell_webhooks_of_end after delete on public.listings
  for each row when (old.state not in ('draft', 'deleted')) execute function private.queue_webhook_event_of_listing('listing.deleted');

-- Trigger arguments: the event, then the columns for its data, as "column" or "name=column". An event that ends in a dot is completed by the row's
-- state.
create or replace function private.queue_webhook_event_of_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  event constant text := case when tg_argv[0] like '%.' then tg_argv[0] || (to_jsonb(new) ->> 'state') else tg_argv[0] end;
begin
  if private.is_wanted(event) then
    perform private.queue_webhook_event(event, (select jsonb_object_agg(split_part(field, '=', 1), to_jsonb(coalesce(new, old)) -> regexp_replace(field, '^.*=', ''))
      from unnest(tg_argv[1:]) as field));
  end if;
  return null;
end
$$;
create or replace trigger tell_webhooks after insert on public.profiles
  for each row execute function private.queue_webhook_event_of_row('user.created', 'user_id=id');
create or replace trigger tell_webhooks_of_end after delete on public.profiles
  for each row execute function private.queue_webhook_event_of_row('user.deleted', 'user_id=id');

-- A held conversation has not started: the seller does not see it yet.
create or replace trigger tell_webhooks after insert on public.conversations
  for each row when (new.opened_at is not null)
  execute function private.queue_webhook_event_of_row('conversation.started', 'conversation_id=id', 'listing_id', 'buyer_id', 'seller_id');
create or replace trigger tell_webhooks_of_opening after update of opened_at on public.conversations
  for each row when (old.opened_at is null and new.opened_at is not null)
  execute function private.queue_webhook_event_of_row('conversation.started', 'conversation_id=id', 'listing_id', 'buyer_id', 'seller_id');

create or replace trigger tell_webhooks after insert on public.messages
  for each row when (new.kind <> 'system')
  execute function private.queue_webhook_event_of_row('message.created', 'message_id=id', 'conversation_id', 'sender_id', 'kind');

create or replace trigger tell_webhooks after insert on public.offers
  for each row when (new.state = 'pending')
  execute function private.queue_webhook_event_of_row('offer.made', 'offer_id=id', 'conversation_id', 'listing_id', 'from_id', 'by_role');
create or replace trigger tell_webhooks_of_change after update of state on public.offers
  for each row when (old.state <> new.state and new.state in ('accepted', 'declined', 'withdrawn'))
  execute function private.queue_webhook_event_of_row('offer.', 'offer_id=id', 'conversation_id', 'listing_id', 'from_id', 'by_role');
create or replace trigger tell_webhooks after insert on public.deals
  for each row when (new.state = 'agreed')
  execute function private.queue_webhook_event_of_row('deal.', 'deal_id=id', 'conversation_id', 'listing_id', 'buyer_id', 'seller_id', 'state');
create or replace trigger tell_webhooks_of_change after update of state on public.deals
  for each row when (old.state <> new.state and new.state in ('completed', 'cancelled'))
  execute function private.queue_webhook_event_of_row('deal.', 'deal_id=id', 'conversation_id', 'listing_id', 'buyer_id', 'seller_id', 'state');
create or replace trigger tell_webhooks_of_no_show after update of state on public.deals
  for each row when (old.state <> new.state and new.state = 'no_show')
  execute function private.queue_webhook_event_of_row('deal.cancelled', 'deal_id=id', 'conversation_id', 'listing_id', 'buyer_id', 'seller_id', 'state');

create or replace trigger tell_webhooks after insert on public.reviews
  for each row when (new.state = 'published')
  execute function private.queue_webhook_event_of_row('review.published', 'review_id=id', 'subject_id', 'author_id', 'listing_id', 'deal_id', 'rating');
create or replace trigger tell_webhooks_of_change after update of state on public.reviews
  for each row when (new.state = 'published' and old.state <> 'published')
  execute function private.queue_webhook_event_of_row('review.published', 'review_id=id', 'subject_id', 'author_id', 'listing_id', 'deal_id', 'rating');

-- Without the reporter, who is visible to moderators only.
create or replace trigger tell_webhooks after insert on public.reports
  for each row
  execute function private.queue_webhook_event_of_row('report.made', 'report_id=id', 'report_no', 'target_kind', 'target_id', 'reason', 'state');
create or replace trigger tell_webhooks_of_change after update of state on public.reports
  for each row when (old.state <> new.state and new.state in ('actioned', 'rejected', 'upheld', 'overturned'))
  execute function private.queue_webhook_event_of_row('report.decided', 'report_id=id', 'report_no', 'target_kind', 'target_id', 'reason', 'state');

create or replace trigger tell_webhooks after insert on public.tickets
  for each row execute function private.queue_webhook_event_of_row('ticket.opened', 'ticket_id=id', 'ticket_no', 'topic');
