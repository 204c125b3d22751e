create table public.notification_preferences (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  group_name text not null references public.notification_groups on delete cascade,
  in_app boolean not null,
  mail boolean not null,
  push boolean not null,
  primary key (user_id, group_name)
);
comment on table public.notification_preferences is 'A user''s choice for one group; without a row the group''s defaults apply.';

alter table public.notification_preferences enable row level security;
create policy "people choose their notifications" on public.notification_preferences
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "who has a second factor shows it first" on public.notification_preferences as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.notification_preferences from anon, authenticated;
grant select, delete on public.notification_preferences to authenticated;
grant insert (user_id, group_name, in_app, mail, push) on public.notification_preferences to authenticated;
grant update (user_id, group_name, in_app, mail, push) on public.notification_preferences to authenticated;
