-- Quiet hours use the time zone of the account's metadata, as the auth service's emails do.

-- Security definer: accounts belong to the auth service.
create or replace function private.record_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    update auth.users account set raw_user_meta_data = account.raw_user_meta_data - 'time_zone' where account.id = old.user_id;
  else
    update auth.users account
    set raw_user_meta_data = coalesce(account.raw_user_meta_data, '{}') || jsonb_build_object('time_zone', new.time_zone)
    where account.id = new.user_id and account.raw_user_meta_data ->> 'time_zone' is distinct from new.time_zone;
  end if;
  return null;
end
$$;
create or replace trigger record_time_zone after insert or delete or update of time_zone on public.notification_settings
  for each row execute function private.record_time_zone();
