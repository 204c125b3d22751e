-- What happened that a person may want to know: one row each, shown in the app at once, and sent by mail or push as
-- that person prefers. Other parts of the market only call private.notify().

create table public.notification_groups (
  name text primary key check (name ~ '^[a-z_]{2,40}$'),
  sort smallint not null unique,
  title text not null check (char_length(title) between 2 and 60),
  line text not null check (char_length(line) <= 160),
  in_app boolean not null,
  mail boolean not null,
  push boolean not null
);
comment on table public.notification_groups is 'What preferences are about. in_app, mail and push hold for whoever chose nothing.';

create table public.notification_kinds (
  kind text primary key check (kind ~ '^[a-z_]{2,60}$'),
  group_name text not null references public.notification_groups,
  title text not null check (char_length(title) between 2 and 80),
  renews boolean not null default false,
  urgent boolean not null default false,
  mail_delay interval not null default '0',
  mail_gap interval not null default '0',
  push_delay interval not null default '0'
);
comment on table public.notification_kinds is 'Everything that can be told. Its sentence and link stand in marketplace/contract/notifications.ts.';
comment on column public.notification_kinds.renews is 'A further one with the same dedupe key moves the first up, unread again, rather than being dropped.';
comment on column public.notification_kinds.urgent is 'Waits neither for the end of quiet hours nor for a digest.';
comment on column public.notification_kinds.mail_delay is 'A mail leaves only if the notification is still unread after this time.';
comment on column public.notification_kinds.push_delay is 'Leaves time to read it where it is seen anyway.';
comment on column public.notification_kinds.mail_gap is 'The least time between two mails of one renewing notification.';

insert into public.notification_groups (name, sort, title, line, in_app, mail, push) values
  ('messages', 10, 'Messages', 'Somebody wrote to you. By mail only when you have not read it after ten minutes.', false, true, true),
  ('deals', 20, 'Offers and deals', 'Offers, answers to yours, meet-ups and reviews.', true, true, true),
  ('searches', 30, 'Saved searches', 'New ads, price drops and ads that are back, as often as each search says.', true, true, true),
  ('saved', 40, 'Saved ads', 'A saved ad got cheaper, was reserved, sold, or is back.', true, true, true),
  ('follows', 50, 'Sellers you follow', 'Somebody you follow put up an ad.', true, false, false),
  ('listings', 60, 'My ads', 'An ad of yours ends soon, or something about it needs you.', true, true, false),
  ('account', 70, 'Account and safety', 'Decisions about your ads, messages and reports, and the safety of your account.', true, true, false);

insert into public.notification_kinds (kind, group_name, title, renews, mail_delay, mail_gap, push_delay) values
  ('message', 'messages', 'A message', true, '10 minutes', '15 minutes', '10 seconds'),
  ('saved_search_hits', 'searches', 'Hits of a saved search', false, '0', '0', '0'),
  ('favorite_price_drop', 'saved', 'A saved ad got cheaper', false, '0', '0', '0'),
  ('favorite_reserved', 'saved', 'A saved ad is reserved', false, '0', '0', '0'),
  ('favorite_sold', 'saved', 'A saved ad was sold', false, '0', '0', '0'),
  ('favorite_back', 'saved', 'A saved ad is back', false, '0', '0', '0'),
  ('followed_seller_ad', 'follows', 'A new ad of a seller you follow', false, '0', '0', '0'),
  ('listing_ends_soon', 'listings', 'Your ad ends soon', false, '0', '0', '0');

alter table public.notification_groups enable row level security;
alter table public.notification_kinds enable row level security;
create policy "people see what they can be told" on public.notification_groups for select to authenticated using (true);
create policy "people see what they can be told" on public.notification_kinds for select to authenticated using (true);
revoke all on public.notification_groups, public.notification_kinds from anon, authenticated;
grant select on public.notification_groups, public.notification_kinds to authenticated;

create table public.notification_preferences (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  group_name text not null references public.notification_groups on delete cascade,
  in_app boolean not null,
  mail boolean not null,
  push boolean not null,
  primary key (user_id, group_name)
);
comment on table public.notification_preferences is 'What somebody chose for one group; without a row the group''s own defaults hold.';

create table public.notification_settings (
  user_id uuid primary key default auth.uid() references public.profiles on delete cascade,
  quiet_from time,
  quiet_until time,
  time_zone text not null default 'UTC' check (char_length(time_zone) between 1 and 60),
  digest text not null default 'off' check (digest in ('off', 'daily')),
  digest_at time not null default '18:00',
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_from <> quiet_until)
);
comment on table public.notification_settings is 'Quiet hours (they may go past midnight) and the daily digest, in the person''s own time zone.';
comment on column public.notification_settings.digest is 'daily: everything that is not urgent leaves in one mail a day, at digest_at.';

alter table public.notification_preferences enable row level security;
alter table public.notification_settings enable row level security;
create policy "people choose what they are told" on public.notification_preferences
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people choose when they are told" on public.notification_settings
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
revoke all on public.notification_preferences, public.notification_settings from anon, authenticated;
grant select, delete, insert (user_id, group_name, in_app, mail, push), update (user_id, group_name, in_app, mail, push)
  on public.notification_preferences to authenticated;
grant select, delete, insert (user_id, quiet_from, quiet_until, time_zone, digest, digest_at),
  update (user_id, quiet_from, quiet_until, time_zone, digest, digest_at) on public.notification_settings to authenticated;

create function private.require_time_zone() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform now() at time zone new.time_zone;
  return new;
exception when invalid_parameter_value then
  raise exception using errcode = 'PT422', message = format('There is no time zone named "%s".', new.time_zone);
end
$$;
create trigger require_time_zone before insert or update of time_zone on public.notification_settings
  for each row execute function private.require_time_zone();

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  kind text not null references public.notification_kinds,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and pg_column_size(payload) <= 32768),
  dedupe text check (char_length(dedupe) <= 200),
  in_app boolean not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  mail_state text not null check (mail_state in ('none', 'due', 'sent', 'skipped', 'failed')),
  mail_due_at timestamptz,
  mail_attempts smallint not null default 0,
  mail_sent_at timestamptz,
  push_state text not null check (push_state in ('none', 'due', 'sent', 'skipped', 'failed')),
  push_due_at timestamptz,
  push_attempts smallint not null default 0,
  push_sent_at timestamptz,
  constraint notifications_once unique (user_id, kind, dedupe),
  check ((mail_state = 'due') <= (mail_due_at is not null)),
  check ((push_state = 'due') <= (push_due_at is not null))
);
comment on table public.notifications is 'One thing told to one person. Written by private.notify() only; the payload carries ids and the few facts the sentence needs.';
comment on column public.notifications.in_app is 'Shown behind the bell. Otherwise it is there to be sent only.';
create index notifications_shown_idx on public.notifications (user_id, created_at desc, id desc) where in_app;
create index notifications_unread_idx on public.notifications (user_id) where in_app and read_at is null;
create index notifications_mail_due_idx on public.notifications (mail_due_at) where mail_state = 'due';
create index notifications_push_due_idx on public.notifications (push_due_at) where push_state = 'due';
create index notifications_created_at_idx on public.notifications (created_at);

alter table public.notifications enable row level security;
create policy "people read what they were told" on public.notifications
  for select to authenticated using (user_id = (select auth.uid()));
revoke all on public.notifications from anon, authenticated;
-- How often sending failed is nobody's business but the service's.
grant select (id, user_id, kind, payload, in_app, created_at, read_at) on public.notifications to authenticated;

-- What one person chose for a group, or the group's defaults.
create function private.notification_channels(person uuid, wanted text)
returns table (in_app boolean, mail boolean, push boolean)
language sql stable
set search_path = ''
as $$
  select coalesce(chosen.in_app, standard.in_app), coalesce(chosen.mail, standard.mail), coalesce(chosen.push, standard.push)
  from public.notification_groups standard
  left join public.notification_preferences chosen on chosen.group_name = standard.name and chosen.user_id = person
  where standard.name = wanted
$$;

create function private.is_quiet_time(person uuid, moment timestamptz) returns boolean
language sql stable
set search_path = ''
return coalesce((
  select case
    when quiet_from < quiet_until then (moment at time zone time_zone)::time >= quiet_from and (moment at time zone time_zone)::time < quiet_until
    else (moment at time zone time_zone)::time >= quiet_from or (moment at time zone time_zone)::time < quiet_until
  end
  from public.notification_settings where user_id = person and quiet_from is not null
), false);

-- When a mail of this person may leave that could leave at `moment`: then, or with the next digest.
create function private.mail_time(person uuid, moment timestamptz) returns timestamptz
language sql stable
set search_path = ''
return coalesce((
  select case when same_day >= moment then same_day else (moment_day + 1 + digest_at) at time zone time_zone end
  from (
    select digest_at, time_zone, (moment at time zone time_zone)::date as moment_day,
      ((moment at time zone time_zone)::date + digest_at) at time zone time_zone as same_day
    from public.notification_settings where user_id = person and digest = 'daily') as digest
), moment);

-- Puts a job in the queue instead of waiting for the clock, which comes round every minute as well. The queue's tables
-- are made by the service that runs it: without them, or when it is out of order, the caller's own work goes on. A key of
-- the queue would make callers wait for one another until they commit: one that waits already is looked for instead.
create function private.wake_job(name text, moment timestamptz default now()) returns void
language plpgsql security definer
set search_path = ''
as $$
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

create function private.unread_notifications(person uuid) returns integer
language sql stable
set search_path = ''
return (select count(*)::integer from public.notifications where user_id = person and in_app and read_at is null);

-- Security definer: whoever causes a notification may neither read nor write other people's.
create function private.notify(recipient uuid, kind text, payload jsonb, dedupe text default null, channels text[] default null)
returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  told public.notifications;
begin
  insert into public.notifications as known (user_id, kind, payload, dedupe, in_app, mail_state, mail_due_at, push_state, push_due_at)
  select profile.id, sort.kind, coalesce(notify.payload, '{}'), notify.dedupe,
    wanted.in_app and (channels is null or 'in_app' = any(channels)),
    case when wanted.mail and (channels is null or 'mail' = any(channels)) and not profile.is_demo then 'due' else 'none' end,
    case when sort.urgent then now() else private.mail_time(profile.id, now() + sort.mail_delay) end,
    case when wanted.push and (channels is null or 'push' = any(channels)) and not profile.is_demo then 'due' else 'none' end, now() + sort.push_delay
  from public.profiles profile
  join public.notification_kinds sort on sort.kind = notify.kind
  cross join lateral private.notification_channels(profile.id, sort.group_name) as wanted
  where profile.id = recipient
  on conflict on constraint notifications_once do update set
    payload = excluded.payload, in_app = excluded.in_app, created_at = excluded.created_at, read_at = null,
    mail_state = excluded.mail_state,
    -- A mail that is due already stays so: who keeps on writing must not keep on putting it off.
    mail_due_at = case when known.mail_state = 'due' and known.read_at is null then known.mail_due_at
      else greatest(excluded.mail_due_at, known.mail_sent_at
        + (select sort.mail_gap from public.notification_kinds sort where sort.kind = known.kind)) end,
    mail_attempts = 0,
    push_state = excluded.push_state, push_due_at = excluded.push_due_at, push_attempts = 0
    where (select sort.renews from public.notification_kinds sort where sort.kind = known.kind)
  returning * into told;

  if not found then
    if not exists (select from public.notification_kinds sort where sort.kind = notify.kind) then
      raise exception using errcode = '22023', message = format('"%s" is no kind of notification.', notify.kind),
        hint = 'Add it to public.notification_kinds and marketplace/contract/notifications.ts.';
    end if;
    return; -- told already, or an account that has gone
  end if;
  if told.in_app then
    perform realtime.send(jsonb_build_object('notification',
        jsonb_build_object('id', told.id, 'kind', told.kind, 'payload', told.payload, 'created_at', told.created_at),
        'unread', private.unread_notifications(recipient)),
      'notification', 'user:' || recipient, true);
  end if;
  if told.push_state = 'due' then
    perform private.wake_job('deliver-notifications', told.push_due_at);
  elsif told.mail_state = 'due' and told.mail_due_at <= now() then
    perform private.wake_job('deliver-notifications');
  end if;
end
$$;
comment on function private.notify(uuid, text, jsonb, text, text[]) is
  'Tells one person one thing: live in the app, and by mail and push as they prefer (of channels only those, when given). The same dedupe key tells it once.';

-- Security definer: reading is the only thing its owner may write on a notification.
create function public.mark_notifications_read(ids uuid[] default null) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  unread integer;
begin
  if me is null then
    raise exception using errcode = 'PT401', message = 'Sign in to see your notifications.';
  end if;
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
comment on function public.mark_notifications_read(uuid[]) is 'Marks the given notifications read, or all that are behind the bell; returns how many are left unread.';

create function public.mark_notification_read(notification_id uuid) returns integer
language sql
set search_path = ''
as $$ select public.mark_notifications_read(array[notification_id]) $$;
comment on function public.mark_notification_read(uuid) is 'Marks one notification read; returns how many are left unread.';

create function public.unread_notifications() returns integer
language sql stable
set search_path = ''
return (select count(*)::integer from public.notifications where user_id = auth.uid() and in_app and read_at is null);
comment on function public.unread_notifications() is 'Unread notifications of the caller: the number on the bell.';
grant execute on function public.mark_notifications_read(uuid[]), public.mark_notification_read(uuid), public.unread_notifications()
  to authenticated;

-- Messages: one notification per conversation, renewed by each further message and read with the conversation.
-- Security definer: tells the other person.
create function private.tell_of_message() returns trigger
language plpgsql security definer
set search_path = ''
as $$
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
-- Named to run after deliver_message, which counts it as unread.
create trigger tell_of_message after insert on public.messages
  for each row when (new.kind in ('text', 'image')) execute function private.tell_of_message();

-- Security definer: as above.
create function private.read_message_notification() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.notifications set read_at = now()
    where kind = 'message' and dedupe = new.id::text and read_at is null
      and (user_id = new.buyer_id and new.buyer_unread = 0 or user_id = new.seller_id and new.seller_unread = 0);
  return null;
end
$$;
create trigger read_message_notification after update of buyer_unread, seller_unread on public.conversations
  for each row
  when (old.buyer_unread > 0 and new.buyer_unread = 0 or old.seller_unread > 0 and new.seller_unread = 0)
  execute function private.read_message_notification();
