-- The roles of requests. Roles are shared by all databases of a server, so another one may have created them.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
  -- Requests connect as this role and switch to another; it has no privileges itself.
  if not exists (select from pg_roles where rolname = 'authenticator') then
    create role authenticator nologin noinherit;
  end if;
  -- SQL hooks run as this role: it can read accounts, and has the privileges that an application grants.
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    create role supabase_auth_admin nologin noinherit;
  end if;
end
$$;

grant anon, authenticated, service_role to authenticator;
-- An owner that is not a superuser needs these roles to evaluate policies.
grant anon, authenticated, service_role, supabase_auth_admin to current_user;

-- Limits runaway queries by role. Visitors share one role and are anonymous, so their statements end after a second.
alter role anon set statement_timeout = '1s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set idle_in_transaction_session_timeout = '30s';
