-- Webhooks: an operator's own systems are told what happens in the market (standard-webhooks.com). What an endpoint wants is written
-- down in the transaction in which it happens; a job delivers it, at least once, for about three days.

create function private.webhook_event_types() returns text[]
language sql immutable
set search_path = ''
return array['listing.published', 'listing.updated', 'listing.reserved', 'listing.sold', 'listing.expired', 'listing.hidden', 'listing.deleted',
  'user.created', 'user.deleted', 'conversation.started', 'message.created', 'offer.made', 'offer.accepted', 'offer.declined', 'offer.withdrawn',
  'deal.agreed', 'deal.completed', 'deal.cancelled', 'review.published', 'report.made', 'report.decided', 'ticket.opened'];
-- Plans of readers look at the constraints of a table.
grant execute on function private.webhook_event_types() to anon, authenticated, service_role;

create table public.webhooks (
  id uuid primary key default gen_random_uuid(),
  url text not null check (url ~* '^https?://[^\s]+$' and char_length(url) <= 1000),
  description text not null default '' check (char_length(description) <= 200),
  events text[] not null check (events <@ private.webhook_event_types()),
  enabled boolean not null default true,
  failing_since timestamptz,
  disabled_reason text check (disabled_reason in ('failing', 'gone')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (disabled_reason is null or not enabled)
);
comment on table public.webhooks is 'Where an operator wants to be told of events. Written by the verbs below; at most 20.';
comment on column public.webhooks.failing_since is 'Since when nothing was delivered there; null while it goes well.';
comment on column public.webhooks.disabled_reason is 'Why the market switched it off itself: it failed for five days, or it said 410 Gone.';

create table private.webhook_secrets (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references public.webhooks on delete cascade,
  sealed text not null check (char_length(sealed) <= 1000),
  expires_at timestamptz
);
comment on table private.webhook_secrets is 'Sealed by the server, with a key that the database does not have. A replaced one goes on signing for 24 hours.';
create index webhook_secrets_webhook_idx on private.webhook_secrets (webhook_id);

create table public.webhook_events (
  id uuid primary key default gen_random_uuid(),
  type text not null check (type = any(private.webhook_event_types()) or type = 'webhook.test'),
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  at timestamptz not null default now()
);
comment on table public.webhook_events is 'What happened: ids and public facts, never what people wrote to one another. Its id is the webhook-id of every delivery. Goes after 30 days.';
create index webhook_events_at_idx on public.webhook_events (at);

create table public.webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references public.webhooks on delete cascade,
  event_id uuid not null references public.webhook_events on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  tried_at timestamptz,
  status smallint,
  problem text check (char_length(problem) <= 300),
  answer text check (char_length(answer) <= 1024),
  created_at timestamptz not null default now(),
  unique (webhook_id, event_id)
);
comment on table public.webhook_deliveries is 'One event on its way to one endpoint. While a process tries, due_at is a minute ahead: one that dies gives it back.';
comment on column public.webhook_deliveries.status is 'Of the last answer; null when there was none, and problem says why.';
create index webhook_deliveries_due_idx on public.webhook_deliveries (webhook_id, due_at) where state = 'pending';
create index webhook_deliveries_list_idx on public.webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_event_idx on public.webhook_deliveries (event_id);

do $$
declare
  held text;
begin
  foreach held in array array['webhooks', 'webhook_events', 'webhook_deliveries'] loop
    execute format('alter table public.%I enable row level security', held);
    execute format('create policy "administrators see webhooks" on public.%I
      for select to authenticated using ((select private.has_role(''admin'')))', held);
    execute format('create policy "who has a second factor shows it first" on public.%I as restrictive for all to authenticated
      using ((select private.second_factor_shown()))', held);
    execute format('revoke all on public.%I from anon, authenticated', held);
    execute format('grant select on public.%I to authenticated', held);
  end loop;
end
$$;

-- Outside this machine everything is encrypted. What an address leads to is judged when it is connected to.
create function private.require_webhook_url(url text) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if coalesce(url, '') !~* '^https://[^\s/?#@]+([/?#]\S*)?$'
    and coalesce(url, '') !~* '^http://(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?([/?#]\S*)?$' or char_length(url) > 1000 then
    raise exception using errcode = 'PT422', message = 'Give an address that begins with https:// and holds no password.';
  end if;
end
$$;

create function private.require_webhook_events(events text[]) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if not coalesce(events, '{}') <@ private.webhook_event_types() then
    raise exception using errcode = 'PT422', message = 'One of these events does not exist.';
  end if;
end
$$;

-- Security definer for all of these verbs: webhooks are closed, and each asks for the role.
create function public.create_webhook(webhook_id uuid, url text, description text, events text[], sealed_secret text) returns public.webhooks
language plpgsql security definer
set search_path = ''
as $$
declare
  made public.webhooks;
begin
  perform private.require_role('admin');
  perform private.require_webhook_url(create_webhook.url);
  perform private.require_webhook_events(create_webhook.events);
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('webhooks', 0));
  if (select count(*) >= 20 from public.webhooks) then
    raise exception using errcode = 'PT409', message = 'There are 20 webhooks already. Delete one first.';
  end if;
  insert into public.webhooks (id, url, description, events)
  values (create_webhook.webhook_id, create_webhook.url, btrim(coalesce(create_webhook.description, '')),
    array(select distinct wanted from unnest(create_webhook.events) as wanted order by wanted))
  returning * into made;
  insert into private.webhook_secrets (webhook_id, sealed) values (made.id, sealed_secret);
  perform private.audit('webhook.create', made.id::text, null, jsonb_build_object('url', made.url, 'events', made.events));
  return made;
end
$$;
comment on function public.create_webhook(uuid, text, text, text[], text) is 'For the function `webhooks`, which makes the secret, seals it and shows it once.';

create function private.known_webhook(wanted uuid) returns public.webhooks
language plpgsql
set search_path = ''
as $$
declare
  known public.webhooks;
begin
  perform private.require_role('admin');
  select * into known from public.webhooks webhook where webhook.id = wanted for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'This webhook does not exist any more.';
  end if;
  return known;
end
$$;

create function public.update_webhook(webhook_id uuid, url text, description text, events text[], enabled boolean) returns public.webhooks
language plpgsql security definer
set search_path = ''
as $$
declare
  before public.webhooks := private.known_webhook(update_webhook.webhook_id);
  made public.webhooks;
begin
  perform private.require_webhook_url(update_webhook.url);
  perform private.require_webhook_events(update_webhook.events);
  update public.webhooks webhook set url = update_webhook.url, description = btrim(coalesce(update_webhook.description, '')),
    events = array(select distinct wanted from unnest(update_webhook.events) as wanted order by wanted),
    enabled = update_webhook.enabled,
    -- Whoever switches it on again gives it another five days.
    disabled_reason = case when update_webhook.enabled then null else webhook.disabled_reason end,
    failing_since = case when update_webhook.enabled and not before.enabled then null else webhook.failing_since end, changed_at = now()
  where webhook.id = before.id returning * into made;
  perform private.audit('webhook.update', made.id::text,
    jsonb_build_object('url', before.url, 'events', before.events, 'enabled', before.enabled),
    jsonb_build_object('url', made.url, 'events', made.events, 'enabled', made.enabled));
  if made.enabled then
    perform private.wake_job('deliver-webhooks');
  end if;
  return made;
end
$$;

create function public.rotate_webhook_secret(webhook_id uuid, sealed_secret text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  known public.webhooks := private.known_webhook(rotate_webhook_secret.webhook_id);
begin
  update private.webhook_secrets secret set expires_at = now() + interval '24 hours'
    where secret.webhook_id = known.id and secret.expires_at is null;
  -- Two sign at most: of several that were replaced within a day the last one counts.
  delete from private.webhook_secrets secret where secret.webhook_id = known.id and secret.id not in (
    select latest.id from private.webhook_secrets latest where latest.webhook_id = known.id order by latest.id desc limit 1);
  insert into private.webhook_secrets (webhook_id, sealed) values (known.id, sealed_secret);
  perform private.audit('webhook.rotate', known.id::text);
end
$$;
comment on function public.rotate_webhook_secret(uuid, text) is 'For the function `webhooks`. The secret before it signs beside the new one for 24 hours.';

create function public.delete_webhook(webhook_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  known public.webhooks := private.known_webhook(delete_webhook.webhook_id);
begin
  delete from public.webhooks webhook where webhook.id = known.id;
  perform private.audit('webhook.delete', known.id::text, jsonb_build_object('url', known.url, 'events', known.events));
end
$$;

create function private.send_webhook_test(webhook_id uuid) returns bigint
language plpgsql
set search_path = ''
as $$
declare
  made uuid;
  sent bigint;
begin
  insert into public.webhook_events (type, data) values ('webhook.test', jsonb_build_object('webhook_id', webhook_id)) returning id into made;
  insert into public.webhook_deliveries (webhook_id, event_id) values (send_webhook_test.webhook_id, made) returning id into sent;
  perform private.wake_job('deliver-webhooks');
  return sent;
end
$$;

create function public.test_webhook(webhook_id uuid) returns bigint
language plpgsql security definer
set search_path = ''
as $$
declare
  known public.webhooks := private.known_webhook(test_webhook.webhook_id);
begin
  if not known.enabled then
    raise exception using errcode = 'PT409', message = 'This webhook is off. Switch it on first.';
  end if;
  return private.send_webhook_test(known.id);
end
$$;
comment on function public.test_webhook(uuid) is 'Sends an event of the type webhook.test. Gives the number of the delivery.';

create function public.resend_webhook(delivery_id bigint) returns public.webhook_deliveries
language plpgsql security definer
set search_path = ''
as $$
declare
  again public.webhook_deliveries;
begin
  perform private.require_role('admin');
  update public.webhook_deliveries delivery set state = 'pending', attempts = 0, due_at = now()
    where delivery.id = delivery_id returning * into again;
  if not found then
    raise exception using errcode = 'PT404', message = 'This delivery is older than 30 days and no longer kept.';
  end if;
  perform private.wake_job('deliver-webhooks');
  return again;
end
$$;
comment on function public.resend_webhook(bigint) is 'Delivers once more, under the same webhook-id.';

revoke all on function public.create_webhook(uuid, text, text, text[], text), public.update_webhook(uuid, text, text, text[], boolean),
  public.rotate_webhook_secret(uuid, text), public.delete_webhook(uuid), public.test_webhook(uuid), public.resend_webhook(bigint) from public, anon;
grant execute on function public.create_webhook(uuid, text, text, text[], text), public.update_webhook(uuid, text, text, text[], boolean),
  public.rotate_webhook_secret(uuid, text), public.delete_webhook(uuid), public.test_webhook(uuid), public.resend_webhook(bigint) to authenticated;

-- For the job. A few of each endpoint but those that are busy, so that a slow one holds up no other; taken for a minute, which is longer
-- than a try lasts.
create function private.claim_webhooks(of_each integer, busy uuid[] default '{}')
returns table (id bigint, attempts smallint, webhook_id uuid, url text, secrets text[], event_id uuid, type text, at timestamptz, data jsonb)
language sql
set search_path = ''
as $$
  with due as materialized (
    select waiting.id from public.webhooks webhook
    cross join lateral (
      select delivery.id from public.webhook_deliveries delivery
      where delivery.webhook_id = webhook.id and delivery.state = 'pending' and delivery.due_at <= now()
      order by delivery.due_at limit of_each for update skip locked
    ) as waiting
    where webhook.enabled and webhook.id <> all(busy)
  ), claimed as (
    update public.webhook_deliveries delivery
      set due_at = now() + interval '1 minute', attempts = delivery.attempts + 1, tried_at = now()
    from due where delivery.id = due.id returning delivery.*
  )
  select claimed.id, claimed.attempts, webhook.id, webhook.url,
    array(select secret.sealed from private.webhook_secrets secret
      where secret.webhook_id = webhook.id and coalesce(secret.expires_at > now(), true) order by secret.id desc),
    event.id, event.type, event.at, event.data
  from claimed
  join public.webhooks webhook on webhook.id = claimed.webhook_id
  join public.webhook_events event on event.id = claimed.event_id
  order by claimed.id
$$;

insert into public.notification_kinds (kind, group_name, title, urgent) values
  ('webhook_disabled', 'account', 'A webhook was switched off', true);

-- After each try that failed: 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, each up to a fifth longer by chance, so that endpoints that
-- went down together do not meet again. Then it is given up.
create function private.webhook_pause(attempts integer) returns interval
language sql volatile
set search_path = ''
return make_interval(secs => (array[5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400])[attempts] * (1 + random() * 0.2));

-- What became of a try. `tried` is the attempt that the process had claimed: another one may have taken over since.
create function private.settle_webhook(delivery_id bigint, tried smallint, is_delivered boolean, status integer, problem text, answer text,
  wait_seconds integer)
returns void
language plpgsql
set search_path = ''
as $$
declare
  settled public.webhook_deliveries;
  pause constant interval := private.webhook_pause(tried);
  off public.webhooks;
begin
  update public.webhook_deliveries delivery set
    state = case when is_delivered then 'delivered' when pause is null then 'failed' else 'pending' end,
    due_at = now() + greatest(coalesce(pause, '0'), least(coalesce(wait_seconds, 0), 86400) * interval '1 second'),
    status = settle_webhook.status, problem = left(settle_webhook.problem, 300), answer = left(settle_webhook.answer, 1024)
  where delivery.id = delivery_id and delivery.attempts = tried and delivery.state = 'pending'
  returning * into settled;
  if not found then
    return;
  elsif is_delivered then
    update public.webhooks webhook set failing_since = null where webhook.id = settled.webhook_id and webhook.failing_since is not null;
    return;
  elsif settled.state = 'pending' and settled.due_at < now() + interval '1 minute' then
    -- What is due later is found by the clock.
    perform private.wake_job('deliver-webhooks', settled.due_at);
  end if;
  update public.webhooks webhook set
    failing_since = coalesce(webhook.failing_since, now()),
    enabled = settle_webhook.status is distinct from 410 and coalesce(webhook.failing_since, now()) > now() - interval '5 days',
    disabled_reason = case when settle_webhook.status = 410 then 'gone'
      when webhook.failing_since <= now() - interval '5 days' then 'failing' end
  where webhook.id = settled.webhook_id and webhook.enabled returning * into off;
  if found and not off.enabled then
    perform private.notify(admin.id, 'webhook_disabled',
      jsonb_build_object('webhook_id', off.id, 'host', substring(off.url from '^https?://([^/?#]+)'), 'reason', off.disabled_reason), off.id || ' ' || clock_timestamp())
      from public.profiles admin where admin.role = 'admin';
  end if;
end
$$;

create function private.forget_webhooks() returns integer
language plpgsql
set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from private.webhook_secrets secret where secret.expires_at < now();
  delete from public.webhook_events event where event.at < now() - interval '30 days';
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
