-- Whoever sets a new password because somebody else knew the old one need not think of tokens. An imported hash that is renewed
-- under the same password says so, and ends none.
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
