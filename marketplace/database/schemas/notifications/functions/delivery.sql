-- Security definer: a browser's subscription moves to the user who signed in last, so that it never shows another user's messages.
create or replace function public.save_push_subscription(endpoint text, p256dh text, auth text, device text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  saved uuid;
begin
  perform private.refuse_if(me is null, 'SK404', 'push_signed_out');
  insert into public.push_subscriptions as known (user_id, endpoint, p256dh, auth, device)
  values (me, save_push_subscription.endpoint, save_push_subscription.p256dh, save_push_subscription.auth,
    left(coalesce(save_push_subscription.device, ''), 120))
  on conflict on constraint push_subscriptions_endpoint_key do update set
    user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device
  returning id into saved;
  -- Limits subscriptions to ten devices.
  delete from public.push_subscriptions old where old.user_id = me and old.id in (
    select extra.id from public.push_subscriptions extra where extra.user_id = me order by extra.created_at desc, extra.id offset 10);
  return saved;
end
$$;
comment on function public.save_push_subscription(text, text, text, text) is 'Subscribes this browser to the user''s push messages.';
grant execute on function public.save_push_subscription(text, text, text, text) to authenticated;

-- Skips deliveries that were read, are unwanted or have no destination.
create or replace function private.skip_unneeded_deliveries() returns void
language sql set search_path = '' as $$
  update public.notifications told set email_state = 'skipped'
    from public.notification_kinds sort
    where told.email_state = 'due' and told.email_due_at <= now() and sort.kind = told.kind
      and (told.read_at is not null
        or not (select wanted.mail from private.notification_channels(told.user_id, sort.group_name) as wanted)
        or not exists (select from auth.users account
          where account.id = told.user_id and account.email is not null and account.email_confirmed_at is not null));
  update public.notifications told set push_state = 'skipped'
    from public.notification_kinds sort
    where told.push_state = 'due' and told.push_due_at <= now() and sort.kind = told.kind
      and (told.read_at is not null
        or not (select wanted.push from private.notification_channels(told.user_id, sort.group_name) as wanted)
        or not exists (select from public.push_subscriptions device where device.user_id = told.user_id));
$$;

-- Claims due emails per user for two minutes. If a process dies, nothing is lost and one email may be sent twice.
create or replace function private.claim_due_emails(people integer)
returns table (user_id uuid, email text, first_name text, notifications jsonb)
language sql set search_path = '' as $$
  with chosen as materialized (
    select told.user_id from public.notifications told
    join public.notification_kinds sort on sort.kind = told.kind
    where told.email_state = 'due' and told.email_due_at <= now()
      and (sort.urgent or not private.is_quiet_time(told.user_id, now()))
    group by told.user_id order by min(told.email_due_at) limit people
  ), due as materialized (
    select told.id from public.notifications told
    join chosen on chosen.user_id = told.user_id
    join public.notification_kinds sort on sort.kind = told.kind
    where told.email_state = 'due' and told.email_due_at <= now()
      and (sort.urgent or not private.is_quiet_time(told.user_id, now()))
    for update of told skip locked
  ), claimed as (
    update public.notifications told
      set email_due_at = now() + interval '2 minutes', email_attempts = told.email_attempts + 1
    from due where told.id = due.id
    returning told.*
  )
  select claimed.user_id, account.email, profile.first_name,
    jsonb_agg(jsonb_build_object('id', claimed.id, 'kind', claimed.kind, 'group', sort.group_name, 'payload', claimed.payload,
      'created_at', claimed.created_at) order by claimed.created_at desc, claimed.id)
  from claimed
  join public.notification_kinds sort on sort.kind = claimed.kind
  join auth.users account on account.id = claimed.user_id
  join public.profiles profile on profile.id = claimed.user_id
  group by claimed.user_id, account.email, profile.first_name
$$;

-- Records the result of claimed emails: [{id, created_at}].
create or replace function private.settle_emails(told jsonb, is_sent boolean) returns void
language sql set search_path = '' as $$
  update public.notifications notification set
    email_state = case
      when not is_sent then case when notification.email_attempts >= 8 then 'failed' else 'due' end
      -- Renewed during sending: due again later.
      when notification.created_at > claimed.created_at and notification.read_at is null then 'due'
      else 'sent' end,
    email_sent_at = case when is_sent then now() else notification.email_sent_at end,
    email_attempts = case when is_sent then 0 else notification.email_attempts end,
    email_due_at = case when is_sent then now() + sort.email_gap
      else now() + interval '1 minute' * least(2 ^ notification.email_attempts, 60) end
  from jsonb_to_recordset(told) as claimed (id uuid, created_at timestamptz), public.notification_kinds sort
  where notification.id = claimed.id and sort.kind = notification.kind and notification.email_state = 'due'
$$;

-- As for emails, per notification with its devices.
create or replace function private.claim_due_pushes(most integer)
returns table (id uuid, kind text, payload jsonb, created_at timestamptz, unread integer, devices jsonb)
language sql set search_path = '' as $$
  with due as materialized (
    select told.id from public.notifications told
    join public.notification_kinds sort on sort.kind = told.kind
    where told.push_state = 'due' and told.push_due_at <= now()
      and (sort.urgent or not private.is_quiet_time(told.user_id, now()))
    order by told.push_due_at limit most
    for update of told skip locked
  ), claimed as (
    update public.notifications told
      set push_due_at = now() + interval '2 minutes', push_attempts = told.push_attempts + 1
    from due where told.id = due.id
    returning told.*
  )
  select claimed.id, claimed.kind, claimed.payload, claimed.created_at, private.unread_notifications(claimed.user_id),
    (select jsonb_agg(jsonb_build_object('id', device.id, 'endpoint', device.endpoint, 'p256dh', device.p256dh, 'auth', device.auth))
      from public.push_subscriptions device where device.user_id = claimed.user_id)
  from claimed
$$;

create or replace function private.settle_push(notification_id uuid, claimed_at timestamptz, is_sent boolean) returns void
language sql set search_path = '' as $$
  update public.notifications notification set
    push_state = case
      when not is_sent then case when notification.push_attempts >= 5 then 'failed' else 'due' end
      when notification.created_at > claimed_at and notification.read_at is null then 'due'
      else 'sent' end,
    push_sent_at = case when is_sent then now() else notification.push_sent_at end,
    push_attempts = case when is_sent then 0 else notification.push_attempts end,
    push_due_at = case when is_sent then now()
      else now() + interval '1 minute' * least(2 ^ notification.push_attempts, 30) end
  where notification.id = notification_id and notification.push_state = 'due'
$$;

-- `what` may also be 'search:<id>' for a single saved search.
create or replace function public.unsubscribe(person uuid, what text) returns text
language plpgsql set search_path = '' as $$
declare
  about text;
begin
  if what ~ '^search:[0-9a-f-]{36}$' then
    update public.saved_searches set channels = array_remove(channels, 'mail')
      where id = substr(what, 8)::uuid and user_id = person returning name into about;
    return 'search:' || about;
  end if;
  select standard.name into about from public.notification_groups standard where standard.name = what;
  if about is null or not exists (select from public.profiles where id = person) then
    return null;
  end if;
  insert into public.notification_preferences as chosen (user_id, group_name, in_app, mail, push)
  select person, what, wanted.in_app, false, wanted.push from private.notification_channels(person, what) as wanted
  on conflict (user_id, group_name) do update set mail = false;
  return about;
end
$$;
comment on function public.unsubscribe(uuid, text) is 'Unsubscribes a user from emails of one group; returns the group (or search: and its name), null if unknown. For the service key.';

create or replace function private.notify_of_expiry(lim integer) returns integer
language plpgsql set search_path = '' as $$
declare
  ad record;
  told integer := 0;
begin
  for ad in select * from private.due_expiry_reminders(lim) loop
    insert into private.expiry_reminders (listing_id, expires_at, days_before)
    values (ad.listing_id, ad.expires_at, ad.days_before) on conflict do nothing;
    perform private.notify(ad.seller_id, 'listing_ends_soon',
      jsonb_build_object('listing_id', ad.listing_id, 'title', ad.title, 'days_before', ad.days_before),
      concat_ws(':', ad.listing_id, extract(epoch from ad.expires_at), ad.days_before));
    told := told + 1;
  end loop;
  return told;
end
$$;
