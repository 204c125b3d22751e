-- What is left of an account that is deleted: the log keeps that something was done, by an account that is no more, and not by whom.

create index audit_log_entries_actor_idx on auth.audit_log_entries ((payload ->> 'actor_id'));

create function auth.forget_actor() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update auth.audit_log_entries entry set payload = entry.payload - 'actor_username', ip_address = ''
  where entry.payload ->> 'actor_id' = old.id::text;
  return null;
end
$$;
comment on function auth.forget_actor() is 'Takes name and address of a deleted account out of the audit log.';
create trigger forget_actor after delete on auth.users
  for each row execute function auth.forget_actor();
