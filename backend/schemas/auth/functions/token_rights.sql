-- A token's rights depend on its row, its session and its account: every process that caches these is notified of committed changes.

-- Sends one column of the changed row (first argument) to channels (other arguments).
create or replace function auth.broadcast_column() returns trigger
language plpgsql set search_path = '' as $$
declare
  changed constant jsonb := pg_catalog.to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  for place in 1 .. tg_nargs - 1 loop
    perform pg_catalog.pg_notify(tg_argv[place], changed ->> tg_argv[0]);
  end loop;
  return null;
end
$$;
create or replace trigger tell_of_ended_session after delete on auth.sessions
  for each row execute function auth.broadcast_column('id', 'token_rights');
-- Verifying or removing a factor changes the rights of all tokens of its account.
create or replace trigger tell_of_changed_factors after insert or delete or update of status on auth.mfa_factors
  for each row execute function auth.broadcast_column('user_id', 'token_rights', 'personal_tokens');
create or replace trigger tell_of_lost_token after delete on auth.personal_tokens
  for each row execute function auth.broadcast_column('id', 'personal_tokens');
create or replace trigger tell_of_lost_person after update of banned_until, deleted_at on auth.users
  for each row when (old.banned_until is distinct from new.banned_until or old.deleted_at is distinct from new.deleted_at)
  execute function auth.broadcast_column('id', 'personal_tokens');
