-- Notifications: shown in the app, and sent by email or push by preference. Created with private.notify() only.

create table public.notification_groups (
  name text primary key check (name ~ '^[a-z_]{2,40}$'),
  sort smallint not null unique,
  in_app boolean not null,
  mail boolean not null,
  push boolean not null
);
comment on table public.notification_groups is 'Groups for preferences. in_app, mail and push are the defaults.';

alter table public.notification_groups enable row level security;
create policy "people see what they can be told" on public.notification_groups for select to authenticated using (true);
revoke all on public.notification_groups from anon, authenticated;
grant select on public.notification_groups to authenticated;
