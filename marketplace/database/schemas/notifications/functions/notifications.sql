create or replace function private.require_time_zone() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform now() at time zone new.time_zone;
  return new;
exception when invalid_parameter_value then
  raise exception using errcode = 'SK405', message = 'no_such_time_zone', detail = jsonb_build_object('name', new.time_zone);
end
$$;
create or replace trigger require_time_zone before insert or update of time_zone on public.notification_settings
  for each row execute function private.require_time_zone();

-- A user's channels for a group, or the defaults.
create or replace function private.notification_channels(person uuid, wanted text)
returns table (in_app boolean, mail boolean, push boolean)
language sql stable
begin atomic
  select coalesce(chosen.in_app, standard.in_app), coalesce(chosen.mail, standard.mail), coalesce(chosen.push, standard.push)
  from public.notification_groups standard
  left join public.notification_preferences chosen on chosen.group_name = standard.name and chosen.user_id = person
  where standard.name = wanted;
end;
-- For the secret key only.
grant execute on function private.notification_channels(uuid, text) to service_role;

create or replace function private.is_quiet_time(person uuid, moment timestamptz) returns boolean
language sql stable set search_path = ''
return coalesce((
  select case
    when quiet_from < quiet_until then (moment at time zone time_zone)::time >= quiet_from and (moment at time zone time_zone)::time < quiet_until
    else (moment at time zone time_zone)::time >= quiet_from or (moment at time zone time_zone)::time < quiet_until
  end
  from public.notification_settings where user_id = person and quiet_from is not null
), false);

-- When an email can be sent: at `moment`, or with the next digest.
create or replace function private.email_time(person uuid, moment timestamptz) returns timestamptz
language sql stable set search_path = ''
return coalesce((
  select case when same_day >= moment then same_day else (moment_day + 1 + digest_at) at time zone time_zone end
  from (
    select digest_at, time_zone, (moment at time zone time_zone)::date as moment_day,
      ((moment at time zone time_zone)::date + digest_at) at time zone time_zone as same_day
    from public.notification_settings where user_id = person and digest = 'daily') as digest
), moment);

-- Wakes a job instead of waiting for its schedule. Ignores failures, since the queue may not exist. Checks for a waiting job,
-- because a unique key would block callers until commit.
create or replace function private.run_job_now(name text, moment timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('jobs.jobs') is not null and not exists (
    select from jobs.jobs waiting
    where waiting.task_identifier = name and waiting.locked_at is null and waiting.attempts = 0
      and waiting.run_at between moment - interval '2 seconds' and moment + interval '2 seconds') then
    perform jobs.add_job(identifier => name, run_at => moment, max_attempts => 3::smallint);
  end if;
exception when others then
  raise warning 'The job % could not be woken: %', name, sqlerrm;
end
$$;

create or replace function private.unread_notifications(person uuid) returns integer
language sql stable set search_path = ''
return (select count(*)::integer from public.notifications where user_id = person and in_app and read_at is null);

-- Security definer: notifications of others are closed.
create or replace function private.notify(recipient uuid, kind text, payload jsonb, dedupe text default null, channels text[] default null)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  told public.notifications;
begin
  insert into public.notifications as known (user_id, kind, payload, dedupe, in_app, email_state, email_due_at, push_state, push_due_at)
  select profile.id, sort.kind, coalesce(notify.payload, '{}'), notify.dedupe,
    wanted.in_app and (channels is null or 'in_app' = any(channels)),
    case when wanted.mail and (channels is null or 'mail' = any(channels)) and not profile.is_demo then 'due' else 'none' end,
    case when sort.urgent then now() else private.email_time(profile.id, now() + sort.email_delay) end,
    case when wanted.push and (channels is null or 'push' = any(channels)) and not profile.is_demo then 'due' else 'none' end, now() + sort.push_delay
  from public.profiles profile
  join public.notification_kinds sort on sort.kind = notify.kind
  cross join lateral private.notification_channels(profile.id, sort.group_name) as wanted
  where profile.id = recipient
  on conflict on constraint notifications_once do update set
    payload = excluded.payload, in_app = excluded.in_app, created_at = excluded.created_at, read_at = null,
    email_state = excluded.email_state,
    -- Renewing must not postpone a due email.
    email_due_at = case when known.email_state = 'due' and known.read_at is null then known.email_due_at
      else greatest(excluded.email_due_at, known.email_sent_at
        + (select sort.email_gap from public.notification_kinds sort where sort.kind = known.kind)) end,
    email_attempts = 0,
    push_state = excluded.push_state, push_due_at = excluded.push_due_at, push_attempts = 0
    where (select sort.renews from public.notification_kinds sort where sort.kind = known.kind)
  returning * into told;

  if not found then
    if not exists (select from public.notification_kinds sort where sort.kind = notify.kind) then
      raise exception using errcode = '22023', message = format('"%s" is no kind of notification.', notify.kind),
        hint = 'Add it to public.notification_kinds and marketplace/contract/notifications/notifications.ts.';
    end if;
    return; -- duplicate, or a deleted account
  end if;
  if told.in_app then
    perform realtime.send(jsonb_build_object('notification',
        jsonb_build_object('id', told.id, 'kind', told.kind, 'payload', told.payload, 'created_at', told.created_at),
        'unread', private.unread_notifications(recipient)),
      'notification', 'user:' || recipient, true);
  end if;
  if told.push_state = 'due' then
    perform private.run_job_now('deliver-notifications', told.push_due_at);
  elsif told.email_state = 'due' and told.email_due_at <= now() then
    perform private.run_job_now('deliver-notifications');
  end if;
end
$$;
comment on function private.notify(uuid, text, jsonb, text, text[]) is
  'Notifies a user: live in the app, and by email and push as preferred (limited to channels, if given). A dedupe key notifies once.';

-- Security definer: owners may only mark notifications as read.
create or replace function public.mark_notifications_read(ids uuid[] default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  unread integer;
begin
  perform private.refuse_if(me is null, 'SK406', 'notifications_signed_out');
  update public.notifications notification set read_at = now()
    where notification.user_id = me and notification.read_at is null
      and (ids is null and notification.in_app or notification.id = any(ids));
  unread := private.unread_notifications(me);
  if found then
    perform realtime.send(jsonb_build_object('unread', unread), 'notifications_read', 'user:' || me, true);
  end if;
  return unread;
end
$$;
comment on function public.mark_notifications_read(uuid[]) is 'Marks the given notifications as read, or all in the app; returns the number left unread.';
grant execute on function public.mark_notifications_read(uuid[]) to authenticated;

create or replace function public.unread_notifications() returns integer
language sql stable set search_path = ''
return (select count(*)::integer from public.notifications where user_id = auth.uid() and in_app and read_at is null);
comment on function public.unread_notifications() is 'Unread notifications of the caller, for the number on the bell.';
grant execute on function public.unread_notifications() to authenticated;

-- One notification per conversation, renewed by each message. Security definer: notifies the other user.
create or replace function private.notify_of_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  talk public.conversations;
begin
  select * into talk from public.conversations conversation where conversation.id = new.conversation_id;
  perform private.notify(case when new.sender_id = talk.buyer_id then talk.seller_id else talk.buyer_id end, 'message',
    jsonb_build_object(
      'conversation_id', talk.id, 'listing_id', talk.listing_id,
      'title', (select title from public.listings where id = talk.listing_id),
      'from', (select display_name from public.sellers where id = new.sender_id),
      'unread', case when new.sender_id = talk.buyer_id then talk.seller_unread else talk.buyer_unread end),
    talk.id::text);
  return null;
end
$$;
-- Named to run after deliver_message, which counts unread messages.
create or replace trigger tell_of_message after insert on public.messages
  for each row when (new.kind in ('text', 'image')) execute function private.notify_of_message();

-- Security definer: as above.
create or replace function private.read_message_notification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications set read_at = now()
    where kind = 'message' and dedupe = new.id::text and read_at is null
      and (user_id = new.buyer_id and new.buyer_unread = 0 or user_id = new.seller_id and new.seller_unread = 0);
  return null;
end
$$;
create or replace trigger read_message_notification after update of buyer_unread, seller_unread on public.conversations
  for each row
  when (old.buyer_unread > 0 and new.buyer_unread = 0 or old.seller_unread > 0 and new.seller_unread = 0)
  execute function private.read_message_notification();
