-- Access of a connected OAuth application to its user's notes.
do $$
begin
  if not exists (select from pg_roles where rolname = 'library_application') then
    create role library_application nologin noinherit;
  end if;
end
$$;
grant library_application to authenticator;
grant usage on schema public, auth to library_application;
grant execute on function auth.uid(), auth.jwt() to library_application;
grant select (id, body), insert (body) on public.library_notes to library_application;
create policy "applications read and write the notes of who let them in" on public.library_notes
  for all to library_application using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
