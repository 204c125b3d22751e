-- The role that SQL hooks run as: it reads accounts and does what an application grants it, nothing else.

do $$
begin
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    create role supabase_auth_admin nologin noinherit;
  end if;
end
$$;

grant supabase_auth_admin to current_user;
grant usage on schema public, auth, extensions to supabase_auth_admin;
grant select on auth.identities, auth.sessions to supabase_auth_admin;
-- All but hashes and secrets.
grant select (id, aud, role, email, email_confirmed_at, invited_at, phone, phone_confirmed_at, confirmed_at, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, banned_until, deleted_at, is_sso_user, is_anonymous, created_at, updated_at)
  on auth.users to supabase_auth_admin;
grant select (id, user_id, friendly_name, factor_type, status, phone, last_challenged_at, created_at, updated_at)
  on auth.mfa_factors to supabase_auth_admin;
create policy "hooks read accounts" on auth.users for select to supabase_auth_admin using (true);
create policy "hooks read identities" on auth.identities for select to supabase_auth_admin using (true);
create policy "hooks read sessions" on auth.sessions for select to supabase_auth_admin using (true);
create policy "hooks read factors" on auth.mfa_factors for select to supabase_auth_admin using (true);
