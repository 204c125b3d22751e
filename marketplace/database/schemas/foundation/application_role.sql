-- Rights of an authorised application, by the scopes that the user granted. The data API runs its requests in the role `application`, which
-- has the rights granted to it by name only; without one of these scopes an application is a visitor.
-- ads:read      the user's own ads and drafts, with their photos
-- drafts:write  new drafts, and changes to drafts; publishing is reserved to the user
do $$
begin
  if not exists (select from pg_roles where rolname = 'application') then
    create role application nologin noinherit;
  end if;
end
$$;
grant application to authenticator;
alter role application set statement_timeout = '8s';
grant usage on schema public, auth, private to application;
grant execute on function auth.uid(), auth.jwt() to application;
