-- Anonymises the log when an account is deleted: the entries remain without personal data.

create or replace function auth.forget_actor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.audit_log_entries entry set payload = entry.payload - 'actor_username' - 'user_agent', ip_address = ''
  where entry.payload ->> 'actor_id' = old.id::text;
  return null;
end
$$;
comment on function auth.forget_actor() is 'Takes name, device and address of a deleted account out of the audit log.';
create or replace trigger forget_actor after delete on auth.users
  for each row execute function auth.forget_actor();
