-- Titles say in words what is offered, and no sign stands there in rows, whatever its script: not only "!!!!", also "★★★★". What
-- turns the direction of writing hides no word from a rule any more. The forms say the same (marketplace/contract/ad-text.ts).

create or replace function private.readable(said text) returns text
language sql immutable
set search_path = ''
return regexp_replace(normalize(coalesce(said, ''), NFKC),
  U&'[\00AD\034F\061C\180E\200B-\200F\202A-\202E\2060-\206F\20E3\FE00-\FE0F\FEFF\FFF9-\FFFB]', '', 'g');

create or replace function private.title_problem(title text) returns text
language sql immutable
set search_path = ''
return (
  select case
    when char_length(said) < 5 then 'Give the ad a title of at least 5 characters.'
    when char_length(btrim(title)) > 80 then 'Shorten the title to 80 characters or fewer.'
    -- Two letters of any script, by their blocks: which of them are letters must not depend on the locale of the database.
    when said !~ U&'([A-Za-z\00AA-\1FFF\2C00-\2DFF\2E80-\2FDF\3040-\D7FF\F900-\FDFF\FE70-\FEFC\+010000-\+01EFFF\+020000-\+03FFFF][^\000A]*){2}'
      then 'Say in words what it is.'
    when private.contact_problem(said, 'title') is not null then private.contact_problem(said, 'title')
    when said ~ U&'([!-/:-@[-`{-~\2010-\2BFF\3001-\303F\+01F000-\+01FAFF])\\1{3,}' then 'Use fewer of the same sign in a row in the title.'
    -- Short titles such as "BMW X5" and "IKEA PAX" are names, not shouting.
    when private.is_shouting(said, 10) then 'Write the title in normal letters: more than half of it is capitals.'
    when (select uses from private.most_used(said, 3)) >= 3
      then 'Say each word once in the title: repeating it does not help to be found.'
  end
  from btrim(private.readable(title)) as words (said)
);
