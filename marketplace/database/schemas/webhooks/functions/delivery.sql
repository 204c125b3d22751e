create or replace function private.send_webhook_test(webhook_id uuid) returns bigint
language plpgsql set search_path = '' as $$
declare
  made uuid;
  sent bigint;
begin
  insert into public.webhook_events (type, data) values ('webhook.test', jsonb_build_object('webhook_id', webhook_id)) returning id into made;
  insert into public.webhook_deliveries (webhook_id, event_id) values (send_webhook_test.webhook_id, made) returning id into sent;
  perform private.run_job_now('deliver-webhooks');
  return sent;
end
$$;

create or replace function public.test_webhook(webhook_id uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  known public.webhooks := private.known_webhook(test_webhook.webhook_id);
begin
  perform private.refuse_if(not known.enabled, 'SK854', 'webhook_off');
  return private.send_webhook_test(known.id);
end
$$;
comment on function public.test_webhook(uuid) is 'Sends an event of the type webhook.test. Returns the number of the delivery.';
grant execute on function public.test_webhook(uuid) to authenticated;

create or replace function public.resend_webhook(delivery_id bigint) returns public.webhook_deliveries
language plpgsql security definer set search_path = '' as $$
declare
  again public.webhook_deliveries;
begin
  perform private.require_role('admin');
  update public.webhook_deliveries delivery set state = 'pending', attempts = 0, due_at = now()
    where delivery.id = delivery_id returning * into again;
  perform private.refuse_if(not found, 'SK855', 'delivery_gone');
  perform private.run_job_now('deliver-webhooks');
  return again;
end
$$;
comment on function public.resend_webhook(bigint) is 'Delivers again with the same webhook-id.';
grant execute on function public.resend_webhook(bigint) to authenticated;

-- For the job. Claims a few deliveries of each idle endpoint, so that a slow one delays no other, for a minute, which is longer than an attempt.
create or replace function private.claim_webhooks(of_each integer, busy uuid[] default '{}')
returns table (id bigint, attempts smallint, webhook_id uuid, url text, secrets text[], event_id uuid, type text, at timestamptz, data jsonb)
language sql set search_path = '' as $$
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

-- The result of an attempt. `tried` is the attempt that the process had claimed: another process may have taken over since.
create or replace function private.settle_webhook(delivery_id bigint, tried smallint, is_delivered boolean, status integer, problem text, answer text,
  wait_seconds integer)
returns void
language plpgsql set search_path = '' as $$
declare
  settled public.webhook_deliveries;
  -- Pauses after failed attempts: 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, each up to a fifth longer by jitter, so that endpoints that failed
  -- together are not retried together. Then it is abandoned.
  pause constant interval := make_interval(secs => (array[5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400])[tried] * (1 + random() * 0.2));
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
    -- Finds later deliveries by their time.
    perform private.run_job_now('deliver-webhooks', settled.due_at);
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

create or replace function private.forget_webhooks() returns integer
language plpgsql set search_path = '' as $$
declare
  forgotten integer;
begin
  delete from private.webhook_secrets secret where secret.expires_at < now();
  delete from public.webhook_events event where event.at < now() - interval '30 days';
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
