create policy "who has a second factor shows it first" on realtime.messages as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
