-- What becomes an event, and what of it is told: ids, and of ads that everybody sees what everybody sees. Where no endpoint wants an
-- event, the triggers ask one small table and write nothing.

-- Security definer for all of these: webhooks are closed to everybody.
create or replace function private.is_wanted(event text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from public.webhooks webhook where webhook.enabled and event = any(webhook.events));
end
$$;
comment on function private.is_wanted(text) is 'Whether an endpoint wants to be told of this.';

create or replace function private.tell_webhooks(event text, facts jsonb) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  made uuid;
begin
  insert into public.webhook_events (type, data) values (event, jsonb_strip_nulls(facts)) returning id into made;
  insert into public.webhook_deliveries (webhook_id, event_id)
    select webhook.id, made from public.webhooks webhook where webhook.enabled and event = any(webhook.events);
  perform private.wake_job('deliver-webhooks');
end
$$;
comment on function private.tell_webhooks(text, jsonb) is 'Writes an event down for the endpoints that want it, with what caused it or not at all.';

create or replace function private.listing_facts(ad public.listings) returns jsonb
language sql stable
set search_path = ''
return jsonb_build_object('listing_id', ad.id, 'ad_no', ad.ad_no, 'seller_id', ad.seller_id, 'state', ad.state)
  || case when ad.state in ('active', 'reserved', 'sold') then jsonb_build_object('type', ad.type, 'category', ad.category, 'title', ad.title,
    'price_minor', ad.price_minor, 'currency', ad.currency, 'price_type', ad.price_type, 'city', ad.city, 'version', ad.version)
    else '{}' end;

create or replace function private.tell_webhooks_of_listing_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
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
    perform private.tell_webhooks(event, private.listing_facts(ad)) from public.listings ad where ad.id = new.listing_id;
  end if;
  return null;
end
$$;
create or replace trigger tell_webhooks after insert on public.listing_events
  for each row execute function private.tell_webhooks_of_listing_event();

create or replace function private.tell_webhooks_of_listing_update() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_wanted('listing.updated') then
    perform private.tell_webhooks('listing.updated', private.listing_facts(new));
  end if;
  return null;
end
$$;
create or replace trigger tell_webhooks after update on public.listings
  for each row when (new.version <> old.version and new.state = old.state and new.state in ('active', 'reserved'))
  execute function private.tell_webhooks_of_listing_update();

-- With its seller's account.
create or replace function private.tell_webhooks_of_listing_end() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_wanted('listing.deleted') then
    perform private.tell_webhooks('listing.deleted',
      jsonb_build_object('listing_id', old.id, 'ad_no', old.ad_no, 'seller_id', old.seller_id, 'state', 'deleted'));
  end if;
  return null;
end
$$;
create or replace trigger tell_webhooks_of_end after delete on public.listings
  for each row when (old.state not in ('draft', 'deleted')) execute function private.tell_webhooks_of_listing_end();

create or replace function private.tell_webhooks_of_person() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and private.is_wanted('user.created') then
    perform private.tell_webhooks('user.created', jsonb_build_object('user_id', new.id));
  elsif tg_op = 'DELETE' and private.is_wanted('user.deleted') then
    perform private.tell_webhooks('user.deleted', jsonb_build_object('user_id', old.id));
  end if;
  return null;
end
$$;
create or replace trigger tell_webhooks after insert or delete on public.profiles
  for each row execute function private.tell_webhooks_of_person();

create or replace function private.tell_webhooks_of_conversation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_wanted('conversation.started') then
    perform private.tell_webhooks('conversation.started', jsonb_build_object('conversation_id', new.id, 'listing_id', new.listing_id,
      'buyer_id', new.buyer_id, 'seller_id', new.seller_id));
  end if;
  return null;
end
$$;
-- What waits for a moderator is not a conversation yet: the seller knows nothing of it.
create or replace trigger tell_webhooks after insert on public.conversations
  for each row when (new.opened_at is not null) execute function private.tell_webhooks_of_conversation();
create or replace trigger tell_webhooks_of_opening after update of opened_at on public.conversations
  for each row when (old.opened_at is null and new.opened_at is not null) execute function private.tell_webhooks_of_conversation();

create or replace function private.tell_webhooks_of_message() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_wanted('message.created') then
    perform private.tell_webhooks('message.created', jsonb_build_object('message_id', new.id, 'conversation_id', new.conversation_id,
      'sender_id', new.sender_id, 'kind', new.kind));
  end if;
  return null;
end
$$;
create or replace trigger tell_webhooks after insert on public.messages
  for each row when (new.kind <> 'system') execute function private.tell_webhooks_of_message();

create or replace function private.tell_webhooks_of_deal() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  event text := case
    when new.offer_id is not null then case new.to_state when 'pending' then 'offer.made' when 'accepted' then 'offer.accepted'
      when 'declined' then 'offer.declined' when 'withdrawn' then 'offer.withdrawn' end
    else case new.to_state when 'agreed' then 'deal.agreed' when 'completed' then 'deal.completed' when 'cancelled' then 'deal.cancelled'
      when 'no_show' then 'deal.cancelled' end
  end;
begin
  if event is null or not private.is_wanted(event) then
    return null;
  elsif new.offer_id is not null then
    perform private.tell_webhooks(event, jsonb_build_object('offer_id', offer.id, 'conversation_id', offer.conversation_id,
      'listing_id', offer.listing_id, 'from_id', offer.from_id, 'by_role', offer.by_role))
      from public.offers offer where offer.id = new.offer_id;
  else
    perform private.tell_webhooks(event, jsonb_build_object('deal_id', deal.id, 'conversation_id', deal.conversation_id,
      'listing_id', deal.listing_id, 'buyer_id', deal.buyer_id, 'seller_id', deal.seller_id, 'state', new.to_state))
      from public.deals deal where deal.id = new.deal_id;
  end if;
  return null;
end
$$;
create or replace trigger tell_webhooks after insert on public.deal_events
  for each row execute function private.tell_webhooks_of_deal();

create or replace function private.tell_webhooks_of_review() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_wanted('review.published') then
    perform private.tell_webhooks('review.published', jsonb_build_object('review_id', new.id, 'subject_id', new.subject_id,
      'author_id', new.author_id, 'listing_id', new.listing_id, 'deal_id', new.deal_id, 'rating', new.rating));
  end if;
  return null;
end
$$;
create or replace trigger tell_webhooks after insert on public.reviews
  for each row when (new.state = 'published') execute function private.tell_webhooks_of_review();
create or replace trigger tell_webhooks_of_change after update of state on public.reviews
  for each row when (new.state = 'published' and old.state <> 'published') execute function private.tell_webhooks_of_review();

-- Who reported is nobody's business but the moderators'.
create or replace function private.tell_webhooks_of_report() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  event constant text := case when tg_op = 'INSERT' then 'report.made' else 'report.decided' end;
begin
  if private.is_wanted(event) then
    perform private.tell_webhooks(event, jsonb_build_object('report_id', new.id, 'report_no', new.report_no, 'target_kind', new.target_kind,
      'target_id', new.target_id, 'reason', new.reason, 'state', new.state));
  end if;
  return null;
end
$$;
create or replace trigger tell_webhooks after insert on public.reports
  for each row execute function private.tell_webhooks_of_report();
create or replace trigger tell_webhooks_of_change after update of state on public.reports
  for each row when (old.state <> new.state and new.state in ('actioned', 'rejected', 'upheld', 'overturned'))
  execute function private.tell_webhooks_of_report();

create or replace function private.tell_webhooks_of_ticket() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_wanted('ticket.opened') then
    perform private.tell_webhooks('ticket.opened', jsonb_build_object('ticket_id', new.id, 'ticket_no', new.ticket_no, 'topic', new.topic));
  end if;
  return null;
end
$$;
create or replace trigger tell_webhooks after insert on public.tickets
  for each row execute function private.tell_webhooks_of_ticket();
