-- Words as search compares them, and the words that say that an ad is for a part of a thing, not for the thing.

-- Without stop words: those are dropped from queries, not from ads, and only when something else is left.
create text search dictionary private.english_stemmer (template = pg_catalog.snowball, language = english);

create function private.search_words(input text) returns text[]
language sql stable
set search_path = ''
return (
  select coalesce(array_agg(left(word, 60) order by place), '{}')
  from regexp_split_to_table(
    regexp_replace(regexp_replace(regexp_replace(
      extensions.unaccent('extensions.unaccent'::regdictionary, lower(normalize(coalesce(input, ''), NFKC))),
      '(\d)\s*("|″|”|'''')', '\1 inch ', 'g'), '(\d)x(?=\d)', '\1 ', 'g'), '[''’]s\M', '', 'g'),
    '[^[:alnum:]]+') with ordinality as found (word, place)
  where word <> ''
);
comment on function private.search_words(text) is 'The words of a text as search compares them: lower case, without accents, only letters and digits.';

create function private.stem(word text) returns text
language sql stable
set search_path = ''
return case
  when word ~ '^[a-z]{4,}$' then coalesce((ts_lexize('private.english_stemmer'::regdictionary, word))[1], word)
  else word
end;
comment on function private.stem(text) is 'English stem. Also takes the plural s off Portuguese, Spanish and French words; numbers and model codes stay.';

create table private.accessory_words (word text primary key);
comment on table private.accessory_words is 'Stems of what belongs to another thing: who searches for a monitor sees monitors before monitor stands. Add rows as `private.stem(word)`.';
insert into private.accessory_words (word)
select distinct private.stem(word) from unnest(private.search_words('
  accessory adapter adaptor antenna arm backpack bag battery bracket briefcase cable cap cart case charger cleaner cleaning converter
  cord cover cradle docking drawer filter folio holder housing licence license lock mount part pouch protector remote replacement
  skin sleeve spare stand strap support tray warranty
  acessório adaptador bateria bolsa braço cabo capa carregador correia película peça pilha suporte
  accesorio batería cable cargador correa funda pieza protector repuesto soporte
  akku hülle halterung kabel ladegerät netzteil schutzfolie schutzhülle ständer tasche zubehör ersatzteil
  accessoire adaptateur batterie câble chargeur coque étui housse pièce protection rechange')) as word;

-- "Bicycle with lock" is for the bicycle, "lock for a bicycle" is not, and a bag filed under bags is the thing itself.
-- `is_accessory`: the title names a part, before any "with", that the category is not named after. `made_for`: stems of what
-- stands behind "for".
create function private.title_parts(title text, category_name text, out is_accessory boolean, out made_for text[])
language sql stable
set search_path = ''
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
