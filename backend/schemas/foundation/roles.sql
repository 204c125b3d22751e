-- The roles of requests. They belong to the whole server, so that another database of it may have made them already.
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
  -- Requests connect as this role and switch: by itself it may do nothing.
  if not exists (select from pg_roles where rolname = 'authenticator') then
    create role authenticator nologin noinherit;
  end if;
  -- SQL hooks run as this role: it reads accounts and does what an application grants it, nothing else.
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    create role supabase_auth_admin nologin noinherit;
  end if;
end
$$;

grant anon, authenticated, service_role to authenticator;
-- An owner that is no superuser asks policies as these roles.
grant anon, authenticated, service_role, supabase_auth_admin to current_user;

-- A runaway query must not hold a connection; a caller's role decides how long it may take. Visitors share one role, and nobody knows
-- who they are: what they ask ends after a second.
alter role anon set statement_timeout = '1s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set idle_in_transaction_session_timeout = '30s';
