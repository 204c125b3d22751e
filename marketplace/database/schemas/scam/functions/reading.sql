-- Folds compatibility letters, look-alikes of other alphabets and accents to plain lowercase letters.
create or replace function private.plain_letters(said text) returns text
language sql immutable set search_path = ''
return replace(lower(regexp_replace(normalize(translate(private.fold_confusables(private.readable(said)),
  'АВЕЅІЈКМНОРСТХУԜԚаеѕіјкорсухԝԛһԁνοαικρτυχβεωΑΒΕΖΗΙΚΜΝΟΡΤΥΧⅼøØłŁđĐıæœÆŒ’‘`´ʼ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९Зз',
  'ABESIJKMHOPCTXYWQaesijkopcyxwqhdvoaikptuxbewABEZHIKMNOPTYXloOlLdDiaoAO''''''''''01234567890123456789012345678933'), NFKD),
  U&'[\0300-\036F]', '', 'g')), 'ß', 'ss');
comment on function private.plain_letters(text) is 'A text as it looks, in Latin letters.';

create or replace function private.trusts_host(host text) returns boolean
language sql stable set search_path = ''
return exists (select from public.scam_domains known where host = known.domain or right(host, char_length(known.domain) + 1) = '.' || known.domain);

-- Digits spelled as words, in five languages: 'seven' is 7, 'double' repeats the next (x2).
create or replace function private.number_words() returns jsonb
language sql immutable set search_path = ''
return '{
 "zero":"0","oh":"0","nought":"0","null":"0","cero":"0","one":"1","two":"2","three":"3","four":"4","five":"5","six":"6","seven":"7","eight":"8","nine":"9",
 "ten":"10","eleven":"11","twelve":"12","thirteen":"13","fourteen":"14","fifteen":"15","sixteen":"16","seventeen":"17","eighteen":"18","nineteen":"19",
 "twenty":"2","thirty":"3","forty":"4","fifty":"5","sixty":"6","seventy":"7","eighty":"8","ninety":"9","hundred":"00","double":"x2","triple":"x3",
 "um":"1","uma":"1","dois":"2","duas":"2","tres":"3","quatro":"4","cinco":"5","seis":"6","meia":"6","sete":"7","oito":"8","nove":"9","dez":"10","onze":"11","doze":"12","treze":"13","catorze":"14","quinze":"15","dezasseis":"16","dezassete":"17","dezoito":"18","dezanove":"19",
 "vinte":"2","trinta":"3","quarenta":"4","cinquenta":"5","sessenta":"6","setenta":"7","oitenta":"8","noventa":"9","cem":"00","cento":"1","dobro":"x2",
 "duzentos":"2","trezentos":"3","quatrocentos":"4","quinhentos":"5","seiscentos":"6","setecentos":"7","oitocentos":"8","novecentos":"9",
 "doscientos":"2","trescientos":"3","cuatrocientos":"4","quinientos":"5","seiscientos":"6","setecientos":"7","ochocientos":"8","novecientos":"9",
 "uno":"1","una":"1","dos":"2","cuatro":"4","siete":"7","ocho":"8","nueve":"9","diez":"10","once":"11","doce":"12","trece":"13","quince":"15","dieciseis":"16","diecisiete":"17","dieciocho":"18","diecinueve":"19",
 "veinte":"2","veintiuno":"21","veintidos":"22","veintitres":"23","veinticuatro":"24","veinticinco":"25","veintiseis":"26","veintisiete":"27","veintiocho":"28","veintinueve":"29","treinta":"3","cuarenta":"4","cincuenta":"5","sesenta":"6","setenta y":"7","ochenta":"8","cien":"00","ciento":"1","doble":"x2",
 "zeros":"0","ceros":"0","zweimal":"x2","dreimal":"x3","eins":"1","ein":"1","zwei":"2","zwo":"2","drei":"3","vier":"4","funf":"5","fuenf":"5","sechs":"6","sieben":"7","acht":"8","neun":"9","zehn":"10","elf":"11","zwolf":"12","zwoelf":"12","dreizehn":"13","vierzehn":"14","funfzehn":"15","sechzehn":"16","siebzehn":"17","achtzehn":"18","neunzehn":"19",
 "zwanzig":"2","dreissig":"3","vierzig":"4","funfzig":"5","fuenfzig":"5","sechzig":"6","siebzig":"7","achtzig":"8","neunzig":"9","hundert":"00","doppel":"x2",
 "deux":"2","trois":"3","quatre":"4","cinq":"5","sept":"7","huit":"8","neuf":"9","dix":"10","douze":"12","treize":"13","quatorze":"14","seize":"16","vingt":"2","vingts":"8","trente":"3","quarante":"4","cinquante":"5","soixante":"6","cent":"00"
}'::jsonb;

-- Whether a run of digits is a phone number. `pieces` are the lengths of its digit groups, `spelled` how many were words.
create or replace function private.looks_like_phone(digits text, pieces integer[], spelled integer, international boolean) returns boolean
language sql immutable set search_path = ''
return case
  when international then char_length(digits) between 8 and 15
  -- Digit by digit, or in words, which nobody does for prices or measures.
  when spelled >= 5 or (select count(*) from unnest(pieces) as piece where piece = 1) >= 6 then char_length(digits) between 7 and 15
  -- Partly in words: nine-one-two 345678.
  when spelled >= 3 and char_length(digits) between 9 and 13 then true
  when digits like '00%' then char_length(digits) between 10 and 15
  when digits like '0%' then char_length(digits) between 9 and 12
  when char_length(digits) = 9 and left(digits, 1) in ('2', '6', '7', '9') then pieces in ('{9}', '{3,3,3}', '{3,2,2,2}', '{2,3,2,2}', '{2,3,4}', '{2,2,2,3}', '{3,6}', '{2,7}', '{1,4,4}', '{3,2,4}', '{5,4}', '{4,5}', '{3,4,2}')
  when char_length(digits) = 10 and left(digits, 1) > '1' then pieces in ('{3,3,4}', '{10}')
  when char_length(digits) between 11 and 13 then (left(digits, 2) in ('34', '33', '49', '44') or left(digits, 3) = '351') and pieces[1] in (2, 3, char_length(digits))
  else false
end;

-- Signals of a window of words, with the position where each phrase ends: the input of the rules. A request (do_pay) is negated by a preceding "not",
-- in German and French also by a following one (dont_pay).
create or replace function private.signals_of(words text[]) returns tsvector
language plpgsql stable set search_path = '' as $$
declare
  said text;
begin
  with asked (place, key, rest) as materialized (
    select place, key, array_to_string(words[place : place + 4], ' ') || ' '
    from generate_subscripts(words, 1) as place, unnest(array[words[place], words[place] || ' ' || words[place + 1], left(words[place], 3) || '*']) as key
    union all
    -- whats app
    select place + 1, words[place] || words[place + 1], words[place] || words[place + 1] || ' '
    from generate_subscripts(words, 1) as place
    where char_length(words[place] || words[place + 1]) between 6 and 12
    -- An overestimate that tells the planner to look up each phrase instead of scanning all words.
    limit 200
  ), heard as materialized (
    select distinct signal, asked.place as begins, asked.place + known.further_words as ends
    from asked join public.scam_words known on known.key = asked.key, unnest(known.signals) as signal
    where starts_with(asked.rest, case when known.open_end then known.stem else known.stem || ' ' end)
  )
  select string_agg(case when starts_with(heard.signal, 'do_') and exists (select from heard no where
      (no.signal = 'not' and heard.begins - no.ends between 1 and 3 or no.signal = 'not_next' and heard.begins - no.ends = 1)
        and 'zz' <> all (words[no.ends : heard.begins])
      or no.signal = 'not_after' and no.begins - heard.ends between 1 and 2 and 'zz' <> all (words[heard.ends : no.begins]))
    then 'dont' || substr(heard.signal, 3) else heard.signal end || ':' || heard.ends, ' ') into said
  from heard;
  return coalesce(said, '')::tsvector;
end
$$;
