-- Every action of moderators and administrators is recorded.

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  target text not null check (char_length(target) <= 200),
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);
comment on table public.audit_log is 'Append-only log of moderators'' and administrators'' changes. Written by private.audit() only.';
comment on column public.audit_log.actor_id is 'No foreign key: the entry outlives the account.';
comment on column public.audit_log.action is 'Subject and verb, such as category.rename or listing.hide.';
create index audit_log_at_idx on public.audit_log (at desc, id desc);
create index audit_log_target_idx on public.audit_log (target, id desc);

alter table public.audit_log enable row level security;
create policy "administrators read what was changed" on public.audit_log
  for select to authenticated using ((select private.has_role('admin')));
create policy "who has a second factor shows it first" on public.audit_log as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;
