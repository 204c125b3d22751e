create or replace function private.webhook_event_types() returns text[]
language sql immutable set search_path = ''
return array['listing.published', 'listing.updated', 'listing.reserved', 'listing.sold', 'listing.expired', 'listing.hidden', 'listing.deleted',
  'user.created', 'user.deleted', 'conversation.started', 'message.created', 'offer.made', 'offer.accepted', 'offer.declined', 'offer.withdrawn',
  'deal.agreed', 'deal.completed', 'deal.cancelled', 'review.published', 'report.made', 'report.decided', 'ticket.opened'];
-- The planner reads the constraints of a table.
grant execute on function private.webhook_event_types() to anon, authenticated, service_role;

-- https is required outside this machine. The address is checked again when connecting.
create or replace function private.require_webhook_url(url text) returns void
language sql immutable set search_path = ''
return private.refuse_if(coalesce(url, '') !~* '^https://[^\s/?#@]+([/?#]\S*)?$'
    and coalesce(url, '') !~* '^http://(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?([/?#]\S*)?$' or char_length(url) > 1000,
    'SK856', 'bad_webhook_address');

create or replace function private.require_webhook_events(events text[]) returns void
language sql immutable set search_path = ''
return private.refuse_if(not coalesce(events, '{}') <@ private.webhook_event_types(), 'SK857', 'no_such_event');

-- Security definer for all functions below: webhooks are closed, and each checks the role.
create or replace function public.create_webhook(webhook_id uuid, url text, description text, events text[], sealed_secret text) returns public.webhooks
language plpgsql security definer set search_path = '' as $$
declare
  made public.webhooks;
begin
  perform private.require_role('admin');
  perform private.require_webhook_url(create_webhook.url);
  perform private.require_webhook_events(create_webhook.events);
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('webhooks', 0));
  perform private.refuse_if((select count(*) >= 20 from public.webhooks), 'SK858', 'webhooks_full');
  insert into public.webhooks (id, url, description, events)
  values (create_webhook.webhook_id, create_webhook.url, btrim(coalesce(create_webhook.description, '')),
    array(select distinct wanted from unnest(create_webhook.events) as wanted order by wanted))
  returning * into made;
  insert into private.webhook_secrets (webhook_id, sealed) values (made.id, sealed_secret);
  perform private.audit('webhook.create', made.id::text, null, jsonb_build_object('url', made.url, 'events', made.events));
  return made;
end
$$;
comment on function public.create_webhook(uuid, text, text, text[], text) is 'For the function `webhooks`, which generates the secret, encrypts it and shows it once.';
grant execute on function public.create_webhook(uuid, text, text, text[], text) to authenticated;

create or replace function private.known_webhook(wanted uuid) returns public.webhooks
language plpgsql set search_path = '' as $$
declare
  known public.webhooks;
begin
  perform private.require_role('admin');
  select * into known from public.webhooks webhook where webhook.id = wanted for no key update;
  perform private.refuse_if(not found, 'SK859', 'no_such_webhook');
  return known;
end
$$;

create or replace function public.update_webhook(webhook_id uuid, url text, description text, events text[], enabled boolean) returns public.webhooks
language plpgsql security definer set search_path = '' as $$
declare
  before public.webhooks := private.known_webhook(update_webhook.webhook_id);
  made public.webhooks;
begin
  perform private.require_webhook_url(update_webhook.url);
  perform private.require_webhook_events(update_webhook.events);
  update public.webhooks webhook set url = update_webhook.url, description = btrim(coalesce(update_webhook.description, '')),
    events = array(select distinct wanted from unnest(update_webhook.events) as wanted order by wanted),
    enabled = update_webhook.enabled,
    -- Re-enabling restarts the period of five days.
    disabled_reason = case when update_webhook.enabled then null else webhook.disabled_reason end,
    failing_since = case when update_webhook.enabled and not before.enabled then null else webhook.failing_since end, changed_at = now()
  where webhook.id = before.id returning * into made;
  perform private.audit('webhook.update', made.id::text,
    jsonb_build_object('url', before.url, 'events', before.events, 'enabled', before.enabled),
    jsonb_build_object('url', made.url, 'events', made.events, 'enabled', made.enabled));
  if made.enabled then
    perform private.run_job_now('deliver-webhooks');
  end if;
  return made;
end
$$;
grant execute on function public.update_webhook(uuid, text, text, text[], boolean) to authenticated;

create or replace function public.rotate_webhook_secret(webhook_id uuid, sealed_secret text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known public.webhooks := private.known_webhook(rotate_webhook_secret.webhook_id);
begin
  update private.webhook_secrets secret set expires_at = now() + interval '24 hours'
    where secret.webhook_id = known.id and secret.expires_at is null;
  -- At most two secrets sign: of several replaced within a day the last one counts.
  delete from private.webhook_secrets secret where secret.webhook_id = known.id and secret.id not in (
    select latest.id from private.webhook_secrets latest where latest.webhook_id = known.id order by latest.id desc limit 1);
  insert into private.webhook_secrets (webhook_id, sealed) values (known.id, sealed_secret);
  perform private.audit('webhook.rotate', known.id::text);
end
$$;
comment on function public.rotate_webhook_secret(uuid, text) is 'For the function `webhooks`. The previous secret keeps signing next to the new one for 24 hours.';
grant execute on function public.rotate_webhook_secret(uuid, text) to authenticated;

create or replace function public.delete_webhook(webhook_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known public.webhooks := private.known_webhook(delete_webhook.webhook_id);
begin
  delete from public.webhooks webhook where webhook.id = known.id;
  perform private.audit('webhook.delete', known.id::text, jsonb_build_object('url', known.url, 'events', known.events));
end
$$;
grant execute on function public.delete_webhook(uuid) to authenticated;
