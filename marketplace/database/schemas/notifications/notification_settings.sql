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
comment on table public.notification_settings is 'Quiet hours (which may span midnight) and the daily digest, in the user''s time zone.';
comment on column public.notification_settings.digest is 'daily: everything that is not urgent is sent in one email a day, at digest_at.';

alter table public.notification_settings enable row level security;
create policy "people choose times of notifications" on public.notification_settings
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "who has a second factor shows it first" on public.notification_settings as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.notification_settings from anon, authenticated;
grant select, delete on public.notification_settings to authenticated;
grant insert (user_id, quiet_from, quiet_until, time_zone, digest, digest_at) on public.notification_settings to authenticated;
grant update (user_id, quiet_from, quiet_until, time_zone, digest, digest_at) on public.notification_settings to authenticated;
