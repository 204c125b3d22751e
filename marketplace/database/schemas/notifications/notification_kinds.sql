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
comment on table public.notification_kinds is 'Everything that can be told. Its sentence and link stand in marketplace/contract/notifications/notifications.ts.';
comment on column public.notification_kinds.renews is 'A further one with the same dedupe key moves the first up, unread again, rather than being dropped.';
comment on column public.notification_kinds.urgent is 'Waits neither for the end of quiet hours nor for a digest.';
comment on column public.notification_kinds.email_delay is 'A mail leaves only if the notification is still unread after this time.';
comment on column public.notification_kinds.push_delay is 'Leaves time to read it where it is seen anyway.';
comment on column public.notification_kinds.email_gap is 'The least time between two mails of one renewing notification.';

alter table public.notification_kinds enable row level security;
create policy "people see what they can be told" on public.notification_kinds for select to authenticated using (true);
revoke all on public.notification_kinds from anon, authenticated;
grant select on public.notification_kinds to authenticated;
