-- Normalised words for search, and further information in a title.

-- "128 GB", "128gb" and "128 gigabytes" are one word; so are 55", "55 inches" and "55-Zoll".
create or replace function private.search_words(input text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  plain text := extensions.unaccent('extensions.unaccent'::regdictionary, lower(normalize(coalesce(input, ''), NFKC)));
  has_digits boolean := plain ~ '\d';
  words text[];
begin
  if has_digits then
    plain := regexp_replace(regexp_replace(regexp_replace(plain, '(\d)\s*("|″|”|'''')', '\1 inch ', 'g'),
      '(\d)in\M', '\1inch', 'g'), '(\d)x(?=\d)', '\1 ', 'g');
  end if;
  words := array(
    select left(word, 60)
    from regexp_split_to_table(regexp_replace(plain, '[''’]s\M', '', 'g'), '[^[:alnum:]]+') with ordinality as found (word, place)
    where word <> '' order by place);
  -- Most texts contain no measure, and the words of an ad are split a dozen times. "Two persons" is a measure too.
  if not (plain ~ '\d[a-z]' or words && array(select known.word from private.units known))
      or not (has_digits or words && array(select known.word from private.number_words known)) then
    return words;
  end if;
  return array(
    select case when said.word ~ '^\d+$' and after.unit is not null then said.word || after.unit
      when counted.number is not null and after.unit is not null then counted.number || after.unit
      when own.unit is not null then said.number || own.unit else said.word end
    from (
      select word, place, lead(word) over (order by place) as behind, lag(word) over (order by place) as before,
        substring(word from '^(\d+)[a-z]+$') as number, substring(word from '^\d+([a-z]+)$') as suffix
      from unnest(words) with ordinality as found (word, place)) as said
    left join private.units after on after.word = said.behind
    left join private.number_words counted on counted.word = said.word
    left join private.units own on own.word = said.suffix
    where not coalesce((said.before ~ '^\d+$' or exists (select from private.number_words known where known.word = said.before))
      and exists (select from private.units measured where measured.word = said.word), false)
    order by said.place);
end
$$;
comment on function private.search_words(text) is 'The normalised words of a text: lower case, without accents, only letters and digits, a number with its unit as one.';
grant execute on function private.search_words(text) to anon, authenticated, service_role;

create or replace function private.stem(word text) returns text
language sql stable
return case
  when word ~ '^[a-z]{4,}$' then coalesce((ts_lexize('private.english_stemmer'::regdictionary, word))[1], word)
  else word
end;
comment on function private.stem(text) is 'English stem. Also takes the plural s off Portuguese, Spanish and French words; numbers and model codes stay.';

-- Function words of the five languages, and phrases of a wish ("looking for a ...").
create or replace function private.is_stop_word(word text) returns boolean
language sql immutable
return word = any('{a,an,and,are,at,by,for,from,i,in,is,it,my,of,on,or,the,to,with,want,looking,need,buy,any,some,
  o,os,as,um,uma,de,da,do,das,dos,e,em,no,na,para,por,com,quero,procuro,
  el,la,los,las,un,una,unos,unas,y,del,en,con,quiero,busco,
  der,die,das,den,dem,ein,eine,einen,und,fur,mit,von,zu,im,ich,suche,
  le,les,l,d,une,des,du,et,au,aux,pour,avec,je,cherche}'::text[]);

create or replace function private.stem_in(language text, word text) returns text
language sql stable
return case when word ~ '^[a-z]{4,}$' then language || ':' || case language
    when 'pt' then (ts_lexize('private.portuguese_stemmer'::regdictionary, word))[1]
    when 'es' then (ts_lexize('private.spanish_stemmer'::regdictionary, word))[1]
    when 'de' then (ts_lexize('private.german_stemmer'::regdictionary, word))[1]
    when 'fr' then (ts_lexize('private.french_stemmer'::regdictionary, word))[1] end end;
comment on function private.stem_in(text, text) is 'Portuguese, Spanish, German and French; null for other languages, numbers and short words. For English see private.stem().';

-- Articles and possessives of the five languages.
create or replace function private.is_determiner(word text) returns boolean
language sql immutable
return word = any('{the,a,an,my,our,his,her,your,their,me,o,os,as,um,uma,meu,minha,meus,minhas,el,la,los,las,un,una,mi,mis,
  der,die,das,den,dem,ein,eine,einen,einem,mein,meine,meinen,meiner,meinem,le,les,une,des,du,mon,ma,mes,sa,son}'::text[]);

-- The stems of a purpose's words that say something. "Something to dry my hair" is put as "dry hair".
create or replace function private.phrase_stems(phrase text, language text) returns text[]
language sql stable set search_path = ''
return (
  select array_agg(distinct coalesce(case when language <> 'en' then private.stem_in(language, word) end, private.stem(word)))
  from string_to_table(phrase, ' ') as said (word)
  where not private.is_stop_word(word) and not private.is_determiner(word)
    and not exists (select from private.filler_words filler where filler.word = said.word and filler.is_wish));

-- Detects the language by function words, for ads without one; never returns English.
create or replace function private.guessed_language(input text) returns text
language sql stable set search_path = ''
return (
  select language from (
    select known.language, (select count(*) from unnest(said.words) as word where word = any(known.words)) as uses
    from (select private.search_words(left(input, 600)) as words) as said, (values
      ('en', '{the,and,with,for,is,it,of,in,to,has,not,this,was,are,from,very,only,you}'::text[]),
      ('pt', '{o,um,uma,de,do,da,e,com,para,em,muito,nao,sem,mais,esta,tem,os,as}'),
      ('es', '{el,un,una,de,del,y,con,para,en,muy,no,sin,mas,esta,tiene,los,las,se}'),
      ('de', '{der,die,das,ein,eine,und,mit,fur,ist,nicht,sehr,ohne,noch,wird,von,zu,im,auf}'),
      ('fr', '{le,la,les,un,une,de,du,des,et,avec,pour,est,en,tres,pas,sans,sur,au}')) as known (language, words)) as counted
  where uses >= 2 order by uses desc, language = 'en' desc, language limit 1
);

-- "Bicycle with lock" is for the bicycle, "lock for a bicycle" is not, and a bag filed under bags is the thing itself.
-- `is_accessory`: the title names a part, before any "with", that the category is not named after. `made_for`: stems of what
-- stands behind "for".
create or replace function private.title_parts(title text, category_name text, out is_accessory boolean, out made_for text[])
language sql stable set search_path = ''
begin atomic
  with said as (
    select private.stem(word) as stem, word, place from unnest(private.search_words(title)) with ordinality as found (word, place)
  ),
  filed as (
    select coalesce(array_agg(private.stem(word)), '{}') as stems from unnest(private.search_words(category_name)) as word
  ),
  bounds as (
    select coalesce(min(place) filter (where place > 1 and word = any(
        '{with,w,and,incl,including,includes,plus,con,incluye,com,inclui,mit,inkl,und,avec,et,e,y}'::text[])), 1000) as extras,
      coalesce(min(place) filter (where place > 1 and word = any('{for,f,fits,para,pour,fur,passend,compatible}'::text[])), 1000) as purpose
    from said
  )
  select
    coalesce(bool_or(place < extras and stem <> all(filed.stems) and stem in (select known.word from private.accessory_words known)), false)
      or private.stem('accessories') = any((select filed.stems from filed)::text[]),
    coalesce(array_agg(distinct stem) filter (where place > purpose), '{}')
  from said, bounds, filed;
end;
