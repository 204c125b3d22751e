create policy "who is suspended or banned uploads nothing" on storage.objects as restrictive for insert to authenticated
  with check ((select private.has_good_standing()));

create policy "who is suspended or banned replaces nothing" on storage.objects as restrictive for update to authenticated
  using ((select private.has_good_standing()));
