create policy "who has a second factor shows it first" on storage.objects as restrictive for insert to authenticated
  with check ((select private.second_factor_shown()));

create policy "who has a second factor shows it first to change" on storage.objects as restrictive for update to authenticated
  using ((select private.second_factor_shown()));

create policy "who has a second factor shows it first to delete" on storage.objects as restrictive for delete to authenticated
  using ((select private.second_factor_shown()));
