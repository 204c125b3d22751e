-- People read what happened about their own account, newest first; and what they used for it goes with them when they leave.

drop index auth.audit_log_entries_actor_idx;
create index audit_log_entries_actor_idx on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc);

create or replace function auth.forget_actor() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update auth.audit_log_entries entry set payload = entry.payload - 'actor_username' - 'user_agent', ip_address = ''
  where entry.payload ->> 'actor_id' = old.id::text;
  return null;
end
$$;
comment on function auth.forget_actor() is 'Takes name, device and address of a deleted account out of the audit log.';
