-- Rights of an authorised application, by the scopes that the user granted. The data API runs its requests in the role `application`, which
-- has these rights only; without one of these scopes an application is a visitor.
-- ads:read      the user's own ads and drafts, with their photos
-- drafts:write  new drafts, and changes to drafts; publishing is reserved to the user

create or replace function private.has_scope(variadic wanted text[]) returns boolean
language sql stable set search_path = ''
return string_to_array(coalesce(auth.jwt() ->> 'scope', ''), ' ') && wanted;
comment on function private.has_scope(text[]) is 'Whether the application was granted one of these scopes.';
grant execute on function private.has_scope(text[]) to application;
