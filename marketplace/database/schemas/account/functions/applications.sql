-- What an application may do for a person who let it in, by the scopes that they agreed to. The data API runs such requests in the role
-- `application`, which has these rights and no others; without one of these scopes an application is a visitor.
--   ads:read      the person's own ads and drafts, with their photos
--   drafts:write  new drafts, and changes to drafts; publishing stays with the person

create or replace function private.has_scope(variadic wanted text[]) returns boolean
language sql stable set search_path = ''
return string_to_array(coalesce(auth.jwt() ->> 'scope', ''), ' ') && wanted;
comment on function private.has_scope(text[]) is 'Whether an application was given one of these scopes.';
grant execute on function private.has_scope(text[]) to application;
