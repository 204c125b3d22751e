-- The functions that policies use. Every service and every application depends on these.

-- The claims of the caller's token. An unset setting reads as '' on a reused connection.
create or replace function auth.jwt() returns jsonb
language sql stable
return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
comment on function auth.jwt() is 'The claims of the token that the request carries; {} for none.';
grant execute on function auth.jwt() to anon, authenticated, service_role;

create or replace function auth.uid() returns uuid
language sql stable
return nullif(auth.jwt() ->> 'sub', '')::uuid;
comment on function auth.uid() is 'The id of the signed-in user, or null. In policies write (select auth.uid()): once per statement.';
grant execute on function auth.uid() to anon, authenticated, service_role;

create or replace function auth.role() returns text
language sql stable
return nullif(auth.jwt() ->> 'role', '');
comment on function auth.role() is 'The role claim of the token.';
grant execute on function auth.role() to anon, authenticated, service_role;

create or replace function auth.email() returns text
language sql stable
return nullif(auth.jwt() ->> 'email', '');
comment on function auth.email() is 'The e-mail address claim of the token.';
grant execute on function auth.email() to anon, authenticated, service_role;
