-- Text in photos: contact details are treated as in an ad's text, and a screenshot of a message as a message. Storage recognises text (readText) and
-- QR codes.

create or replace function private.strings_in(list jsonb) returns text[]
language sql immutable set search_path = ''
return array(select jsonb_array_elements_text(case when jsonb_typeof(list) = 'array' then list else '[]' end));

-- Many boxes and devices show the maker's domain: only a URL with a path counts as a link.
create or replace function private.words_shown(texts text[]) returns text
language sql immutable set search_path = ''
return regexp_replace(array_to_string(texts, E'\n'), '(^|[\s(])(www\.)?[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(?=$|[\s),;])', '\1', 'gi');

create or replace function private.shows_contact(texts text[]) returns boolean
language sql stable set search_path = ''
return texts <> '{}' and (private.read_message(private.words_shown(texts))).found && array['mail', 'phone', 'handle'];
