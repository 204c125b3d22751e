-- The head of a title names the item; accessories ("with shoulder strap", "com estojo") follow.

-- Null if the title begins with one of these words.
create or replace function private.head_of_title(title text) returns text
language sql immutable set search_path = ''
return btrim((regexp_split_to_array(left(title, 200),
  '\s(w/|with|without|including|incl\.?|com|sem|incluindo|con|sin|incluye|incluido|mit|ohne|inklusive|inkl\.?|avec|sans|inclus)\s', 'i'))[1]);
grant execute on function private.head_of_title(text) to anon, authenticated;
