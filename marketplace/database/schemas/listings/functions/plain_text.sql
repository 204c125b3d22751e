-- Removes control characters, line breaks in titles, bidi overrides and stacked accents from user text.

create or replace function private.plain_text(said text) returns text
language sql immutable set search_path = ''
return regexp_replace(
  regexp_replace(
    regexp_replace(said, U&'\000D\000A?|[\0085\2028\2029]', E'\n', 'g'),
    U&'[\0001-\0008\000B-\001F\007F-\009F\202A-\202E\2066-\206F\FEFF\FFF9-\FFFB]', '', 'g'),
  U&'([\0300-\036F]{3})[\0300-\036F]+', '\1', 'g');
comment on function private.plain_text(text) is 'Removes control characters, bidi overrides, and more than three accents on a letter. Lines end with \n.';
grant execute on function private.plain_text(text) to application, authenticated, service_role;

create or replace function private.plain_line(said text) returns text
language sql immutable set search_path = ''
return btrim(regexp_replace(private.plain_text(regexp_replace(said, U&'[\000B\000C\00AD\200B\2060-\2064]', '', 'g')), '\s+', ' ', 'g'));
comment on function private.plain_line(text) is 'Like plain_text, on one line, with single spaces and without zero-width characters. Joiners stay: emoji and scripts need them.';
grant execute on function private.plain_line(text) to application, authenticated, service_role;

create or replace function private.keep_listing_plain() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.title := private.plain_line(new.title);
  new.description := private.plain_text(new.description);
  new.area := private.plain_line(new.area);
  new.city := private.plain_line(new.city);
  return new;
end
$$;
-- Named to run first, before rules, limits and change detection.
create or replace trigger a_keep_listing_plain before insert or update of title, description, area, city on public.listings
  for each row execute function private.keep_listing_plain();
