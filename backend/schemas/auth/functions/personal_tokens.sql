-- A new password deletes the tokens, since an intruder may have created them. Rehashing an imported password sets a flag that skips
-- this.
create or replace function auth.end_personal_tokens() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if pg_catalog.current_setting('auth.renews_hash', true) is distinct from 'on' then
    delete from auth.personal_tokens token where token.user_id = new.id;
  end if;
  return null;
end
$$;
create or replace trigger end_personal_tokens after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function auth.end_personal_tokens();
