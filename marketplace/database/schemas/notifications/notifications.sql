create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  kind text not null references public.notification_kinds,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and pg_column_size(payload) <= 32768),
  dedupe text check (char_length(dedupe) <= 200),
  in_app boolean not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  email_state text not null check (email_state in ('none', 'due', 'sent', 'skipped', 'failed')),
  email_due_at timestamptz,
  email_attempts smallint not null default 0,
  email_sent_at timestamptz,
  push_state text not null check (push_state in ('none', 'due', 'sent', 'skipped', 'failed')),
  push_due_at timestamptz,
  push_attempts smallint not null default 0,
  push_sent_at timestamptz,
  constraint notifications_once unique (user_id, kind, dedupe),
  check ((email_state = 'due') <= (email_due_at is not null)),
  check ((push_state = 'due') <= (push_due_at is not null))
);
comment on table public.notifications is 'A notification of one user. Written by private.notify() only; the payload has ids and the facts for its text.';
comment on column public.notifications.in_app is 'Shown in the app. Otherwise only sent.';
create index notifications_shown_idx on public.notifications (user_id, created_at desc, id desc) where in_app;
create index notifications_unread_idx on public.notifications (user_id) where in_app and read_at is null;
create index notifications_email_due_idx on public.notifications (email_due_at) where email_state = 'due';
create index notifications_push_due_idx on public.notifications (push_due_at) where push_state = 'due';
create index notifications_created_at_idx on public.notifications (created_at);

-- Delivery columns are for the service only.
alter table public.notifications enable row level security;
create policy "people read what they were told" on public.notifications
  for select to authenticated using (user_id = (select auth.uid()));
create policy "who has a second factor shows it first" on public.notifications as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.notifications from anon, authenticated;
grant select (id, user_id, kind, payload, in_app, created_at, read_at) on public.notifications to authenticated;
