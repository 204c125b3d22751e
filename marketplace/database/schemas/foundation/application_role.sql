-- What an application may do for a person who let it in, by the scopes that they agreed to. The data API runs such requests in the role
-- `application`, which has the rights that are granted to it by name and no others; without one of these scopes an application is a visitor.
--   ads:read      the person's own ads and drafts, with their photos
--   drafts:write  new drafts, and changes to drafts; publishing stays with the person
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
