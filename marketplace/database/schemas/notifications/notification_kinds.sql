create table public.notification_kinds (
  kind text primary key check (kind ~ '^[a-z_]{2,60}$'),
  group_name text not null references public.notification_groups,
  title text not null check (char_length(title) between 2 and 80),
  renews boolean not null default false,
  urgent boolean not null default false,
  email_delay interval not null default '0',
  email_gap interval not null default '0',
  push_delay interval not null default '0'
);
comment on table public.notification_kinds is 'All kinds of notifications. Texts and links are in marketplace/contract/notifications/notifications.ts.';
comment on column public.notification_kinds.renews is 'Another one with the same dedupe key moves the first to the top, unread, instead of being dropped.';
comment on column public.notification_kinds.urgent is 'Ignores quiet hours and digests.';
comment on column public.notification_kinds.email_delay is 'The email is only sent if the notification is still unread after this time.';
comment on column public.notification_kinds.push_delay is 'Delays delivery, so that it can be read in the app first.';
comment on column public.notification_kinds.email_gap is 'Minimum time between two emails of one renewing notification.';

alter table public.notification_kinds enable row level security;
create policy "people see what they can be told" on public.notification_kinds for select to authenticated using (true);
revoke all on public.notification_kinds from anon, authenticated;
grant select on public.notification_kinds to authenticated;
