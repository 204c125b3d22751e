-- What a message says, whatever it is dressed in: letters and digits made plain, addresses and numbers found, words looked up as
-- signals. The rules (scam_judgement) speak of signals only.

create table public.scam_words (
  phrase text primary key check (phrase ~ '^[a-z0-9]+( [a-z0-9]+){0,5}[*]?$'),
  signals text[] not null check (cardinality(signals) > 0),
  -- Found by its first word, or where that may end in any way, by its first three letters.
  key text not null generated always as (
    case when phrase ~ '^[^ ]*[*]$' then left(phrase, 3) || '*' else split_part(phrase, ' ', 1) end) stored,
  stem text not null generated always as (rtrim(phrase, '*')) stored,
  open_end boolean not null generated always as (phrase like '%*') stored,
  further_words integer not null generated always as (char_length(phrase) - char_length(replace(phrase, ' ', ''))) stored
);
create index scam_words_key_idx on public.scam_words (key);
comment on table public.scam_words is 'What words and phrases say. Plain letters; a star at the end stands for any ending.';

create table public.scam_domains (
  domain text primary key check (domain ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$'),
  what text not null check (what in ('carrier', 'map', 'own'))
);
comment on table public.scam_domains is 'Where a link may lead without a warning: these and whatever stands below them.';

alter table public.scam_words enable row level security;
alter table public.scam_domains enable row level security;
create policy "everybody reads what words say" on public.scam_words for select to anon, authenticated using (true);
create policy "everybody reads which sites are known" on public.scam_domains for select to anon, authenticated using (true);
revoke all on public.scam_words, public.scam_domains from anon, authenticated;
grant select on public.scam_words, public.scam_domains to anon, authenticated;

-- Compatible letters, look-alikes of other alphabets and accents as plain small letters.
create function private.plain_letters(said text) returns text
language sql immutable
set search_path = ''
return replace(lower(regexp_replace(normalize(translate(private.readable(said),
  'АВЕЅІЈКМНОРСТХУԜԚаеѕіјкорсухԝԛһԁνοαικρτυχβεωΑΒΕΖΗΙΚΜΝΟΡΤΥΧⅼøØłŁđĐıæœÆŒ’‘`´ʼ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९',
  'ABESIJKMHOPCTXYWQaesijkopcyxwqhdvoaikptuxbewABEZHIKMNOPTYXloOlLdDiaoAO''''''''''012345678901234567890123456789'), NFKD),
  U&'[\0300-\036F]', '', 'g')), 'ß', 'ss');
comment on function private.plain_letters(text) is 'A text as it looks, in the letters of the Latin alphabet.';

create function private.trusts_host(host text) returns boolean
language sql stable
set search_path = ''
return exists (select from public.scam_domains known where host = known.domain or right(host, char_length(known.domain) + 1) = '.' || known.domain);

create type private.reading as (words text[], found text[], hosts text[]);
comment on type private.reading is 'Words in plain letters; what else was found (mail, handle, link, trusted_link, phone, digits); hosts of links.';

-- Digits behind a word, in five languages: 'seven' is 7, 'double' doubles what follows (x2).
create function private.number_words() returns jsonb
language sql immutable
set search_path = ''
return '{
 "zero":"0","oh":"0","nought":"0","null":"0","cero":"0","one":"1","two":"2","three":"3","four":"4","five":"5","six":"6","seven":"7","eight":"8","nine":"9",
 "ten":"10","eleven":"11","twelve":"12","thirteen":"13","fourteen":"14","fifteen":"15","sixteen":"16","seventeen":"17","eighteen":"18","nineteen":"19",
 "twenty":"2","thirty":"3","forty":"4","fifty":"5","sixty":"6","seventy":"7","eighty":"8","ninety":"9","hundred":"00","double":"x2","triple":"x3",
 "um":"1","uma":"1","dois":"2","duas":"2","tres":"3","quatro":"4","cinco":"5","seis":"6","meia":"6","sete":"7","oito":"8","nove":"9","dez":"10","onze":"11","doze":"12","treze":"13","catorze":"14","quinze":"15","dezasseis":"16","dezassete":"17","dezoito":"18","dezanove":"19",
 "vinte":"2","trinta":"3","quarenta":"4","cinquenta":"5","sessenta":"6","setenta":"7","oitenta":"8","noventa":"9","cem":"00","cento":"1","dobro":"x2",
 "uno":"1","una":"1","dos":"2","cuatro":"4","siete":"7","ocho":"8","nueve":"9","diez":"10","once":"11","doce":"12","trece":"13","quince":"15","dieciseis":"16","diecisiete":"17","dieciocho":"18","diecinueve":"19",
 "veinte":"2","veintiuno":"21","veintidos":"22","veintitres":"23","veinticuatro":"24","veinticinco":"25","veintiseis":"26","veintisiete":"27","veintiocho":"28","veintinueve":"29","treinta":"3","cuarenta":"4","cincuenta":"5","sesenta":"6","setenta y":"7","ochenta":"8","cien":"00","ciento":"1","doble":"x2",
 "eins":"1","ein":"1","zwei":"2","zwo":"2","drei":"3","vier":"4","funf":"5","fuenf":"5","sechs":"6","sieben":"7","acht":"8","neun":"9","zehn":"10","elf":"11","zwolf":"12","zwoelf":"12","dreizehn":"13","vierzehn":"14","funfzehn":"15","sechzehn":"16","siebzehn":"17","achtzehn":"18","neunzehn":"19",
 "zwanzig":"2","dreissig":"3","vierzig":"4","funfzig":"5","fuenfzig":"5","sechzig":"6","siebzig":"7","achtzig":"8","neunzig":"9","hundert":"00","doppel":"x2",
 "deux":"2","trois":"3","quatre":"4","cinq":"5","sept":"7","huit":"8","neuf":"9","dix":"10","douze":"12","treize":"13","quatorze":"14","seize":"16","vingt":"2","vingts":"8","trente":"3","quarante":"4","cinquante":"5","soixante":"6","cent":"00"
}'::jsonb;

-- One run of digits: is it a telephone number? `pieces` are how many digits stood together, `spelled` how many were words.
create function private.looks_like_phone(digits text, pieces integer[], spelled integer, international boolean) returns boolean
language sql immutable
set search_path = ''
return case
  when international then char_length(digits) between 8 and 15
  -- Digit by digit, or in words: nobody writes a price or a measure like that.
  when spelled >= 5 or (select count(*) from unnest(pieces) as piece where piece = 1) >= 6 then char_length(digits) between 7 and 15
  when digits like '00%' then char_length(digits) between 10 and 15
  when digits like '0%' then char_length(digits) between 9 and 12
  when char_length(digits) = 9 and left(digits, 1) in ('2', '6', '7', '9') then pieces in ('{9}', '{3,3,3}', '{3,2,2,2}', '{2,3,2,2}', '{2,3,4}', '{2,2,2,3}', '{3,6}', '{2,7}', '{1,4,4}', '{3,2,4}')
  when char_length(digits) = 10 and left(digits, 1) > '1' then pieces in ('{3,3,4}', '{10}')
  when char_length(digits) between 11 and 13 then (left(digits, 2) in ('34', '33', '49', '44') or left(digits, 3) = '351') and pieces[1] in (2, 3, char_length(digits))
  else false
end;

create function private.read_message(said text) returns private.reading
language plpgsql stable
set search_path = ''
as $$
declare
  -- How names of sites end; those that are words as well count only before a path.
  endings constant text := 'com|net|org|info|biz|shop|store|online|site|website|app|dev|xyz|top|club|live|link|click|page|pay|money|cash|bank|vip|icu|cc|tv|ws|io|eu|pt|es|de|fr|uk|ie|nl|be|ch|pl|br|us|ru|ly|gd|gg|ngrok|example|test|invalid';
  numbers constant jsonb := private.number_words();
  joins constant text[] := array['plus', 'and', 'then', 'dash', 'minus', 'o', 'e', 'y', 'und', 'et', 'mais', 'mas', 'tiret', 'guion', 'traco', 'strich', 'dot', 'space',
    'area', 'code', 'ok'];
  plain text := private.plain_letters(left(said, 2000));
  found text[] := '{}';
  hosts text[] := '{}';
  piece text;
  value text;
  digits text := '';
  pieces integer[] := '{}';
  spelled integer := 0;
  times integer := 1;
  international boolean := false;
  next_international boolean := false;
  longest integer := 0;
  letter text;
  words text[];
begin
  -- Patterns are dear to build, and a session keeps 32 of them: plain looks decide whether one is needed.
  if plain like '%''%' then
    -- l'argent and what's: the one is two words, the other one.
    plain := replace(regexp_replace(plain, '\m([cdjlmnst]|qu|jusqu|aujourd|lorsqu|puisqu)''', '\1 ', 'g'), '''', '');
  end if;
  if plain like any (array['%(%', '%[%', '%{%', '%<%']) then
    plain := regexp_replace(plain, ' *[[({<] *(at|arroba|a) *[])}>] *', '@', 'g');
    plain := regexp_replace(plain, ' *[[({<] *(dot|punto|ponto|punkt|point|\.) *[])}>] *', '.', 'g');
  end if;
  if plain like any (array['% dot %', '% punkt %']) then
    plain := regexp_replace(plain, '[ ,]+(dot|punkt)[ ,]+(' || endings || ')\M', '.\2', 'g');
  end if;
  if plain like any (array['% punto %', '% ponto %', '% point %']) then
    plain := regexp_replace(plain, ' +(punto|ponto|point) +(com|net|org|info|example|test)\M', '.\2', 'g');
  end if;
  if plain like '% at %' then
    -- One looks at a site: that is no address.
    plain := regexp_replace(plain, '\m(look|see|seen|photos?|pictures?|pics|images?|pay|paid|order|more|here|in|it|on|up|verify|confirm|track|buy|cheaper|available|info|details|visit|login|log|listed|found|shop) at ', '\1 zatz ', 'g');
  end if;
  if plain like any (array['% at %', '% arroba %', '% aroba %', '% klammeraffe %', '% arobase %']) then
    plain := regexp_replace(plain, '\m([a-z0-9._-]+) +(at|arroba|aroba|klammeraffe|arobase) +([a-z0-9-]+)( +(punto|ponto|point|dot|punkt)|\.| *\. +) *('
      || endings || ')\M(?!/)', '\1@\3.\6', 'g');
    plain := regexp_replace(plain,
      '\m([a-z0-9._-]{2,}) +(at|arroba|aroba|klammeraffe|arobase) +(gmail|hotmail|outlook|yahoo|icloud|proton|protonmail|gmx|sapo|googlemail)\M', '\1@\3.com', 'g');
  end if;

  if plain like '%@%' then
    value := regexp_replace(plain, '[a-z0-9._%+-]+ ?@ ?[a-z0-9-]+( ?\. ?[a-z0-9-]+)+', ' zmailz ', 'g');
    if value <> plain then found := found || 'mail'::text; end if;
    plain := value;
    value := regexp_replace(plain, '(^|[^a-z0-9@._])@[a-z][a-z0-9._]{2,}', '\1 zhandlez ', 'g');
    if value <> plain then found := found || 'handle'::text; end if;
    plain := value;
  end if;
  if plain like any (array['%: %', '%:_%', '%=%']) and plain ~ '\m(insta|instagram|ig|snap|snapchat|telegram|tg|fb|facebook|tiktok|skype|discord|viber)( name| user| id)? ?[:=] ?[a-z0-9._]{3,}' then
    found := found || 'handle'::text;
  end if;
  if plain like any (array['%.%', '%//%']) then
    for value in
      select coalesce(part[1], part[2], part[3]) from regexp_matches(plain,
        '(?:h[tx]{2}ps?|ftp)[[]?:[]]?/{1,2} ?([a-z0-9.-]+)|\m(www\.[a-z0-9-]+(?:\.[a-z0-9-]+)*|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:' || endings
          || '))\M|\m([a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:me|co|it|to|is|so|at|id|in)(?=/))', 'g') as part
    loop
      if starts_with(value, 'www.') then value := substr(value, 5); end if;
      value := btrim(value, '.-');
      if value <> '' then hosts := hosts || value; end if;
    end loop;
    if cardinality(hosts) > 0 then
      plain := regexp_replace(plain, '((h[tx]{2}ps?|ftp)[[]?:[]]?/{1,2} ?|\mwww\.)[^ ]*|\m[a-z0-9-]+(\.[a-z0-9-]+)*\.('
        || endings || '|(me|co|it|to|is|so|at|id|in)(?=/))\M(:[0-9]+)?(/[^ ]*)?', ' zlinkz ', 'g');
      found := found || array(select distinct case when private.trusts_host(host) then 'trusted_link' else 'link' end from unnest(hosts) as host);
    end if;
  end if;

  if plain <> translate(plain, '0123456789', '') or plain ~ '\m(zero|cero|null|seven|sete|siete|sieben|sept|nine|nove|nueve|neun|neuf|six|seis|sechs|two|dois|dos|zwei|deux)\M' then
    -- Dates are no numbers to call.
    value := case when plain ~ '[0-9]' then regexp_replace(plain, '(?<![0-9./-])[0-3]?[0-9][./-][01]?[0-9][./-](19|20)?[0-9]{2}(?![0-9]|[./-][0-9])', ' zdatez ', 'g') else plain end;
    for piece in
      select part[1] from regexp_matches(value || ' zendz', '([0-9][0-9oli]*|[oil][0-9oli]*[0-9][0-9oli]*|[a-z]+|[^a-z0-9 ]+)', 'g') as part
    loop
      letter := left(piece, 1);
      if letter between '0' and '9' or piece <> translate(piece, '0123456789', '') then
        piece := translate(piece, 'oli', '011');
        if digits = '' then international := next_international; end if;
        digits := digits || repeat(piece, times);
        pieces := pieces || char_length(piece);
        times := 1;
      elsif numbers ? piece then
        if numbers ->> piece like 'x%' then
          times := right(numbers ->> piece, 1)::integer;
        else
          digits := digits || repeat(numbers ->> piece, times);
          pieces := pieces || char_length(numbers ->> piece);
          spelled := spelled + 1;
          times := 1;
        end if;
      elsif letter between 'a' and 'z' and (digits = '' or piece <> all (joins))
        or letter not between 'a' and 'z' and translate(piece, '.,()/+*_·|~-', '') <> '' then
        longest := greatest(longest, char_length(digits));
        if digits <> '' and private.looks_like_phone(digits, pieces, spelled, international) then
          found := found || 'phone'::text;
        elsif pieces = '{5}' then
          found := found || 'short_code'::text;
        end if;
        digits := '';
        pieces := '{}';
        spelled := 0;
        times := 1;
        international := false;
      end if;
      next_international := piece like '%+';
    end loop;
    if longest between 6 and 15 then found := found || 'digits'::text; end if;
    if plain like any (array['%$%', '%£%', '%€%', '% eur%', '% pound%', '% usd%']) then found := found || 'amount'::text; end if;
    if plain like '%\%%' then found := found || 'percent'::text; end if;
  end if;
  if plain like any (array['%£%', '%$%']) then found := found || 'foreign_amount'::text; end if;

  words := array(select part[1] from regexp_matches(plain, '[a-z0-9]+', 'g') as part);
  -- w h a t s a p p
  if plain ~ '\m[a-z]([ ._*-]+[a-z]\M){3,}' then
    words := words || array(select regexp_replace(part[1], '[^a-z]', '', 'g')
      from regexp_matches(plain, '(\m[a-z](?:[ ._*-]+[a-z]\M){3,})', 'g') as part);
  end if;
  -- c@rd, m0ney, vvhatsapp
  if plain ~ '[a-z][@$0-9|!][a-z]|[a-z]{2}[@$013457][^a-z0-9]|\m[@$013457][a-z]{2}|vv' then
    -- The figure one may stand for an i or an l: both readings follow the words as they were written.
    foreach value in array array[translate(plain, '@$01|!3457', 'asoiiieast'), translate(plain, '@$01|!3457', 'asollleast'), replace(plain, 'vv', 'w')] loop
      if value <> plain then
        words := words || array(select part[1] from regexp_matches(value, '[a-z0-9]+', 'g') as part);
      end if;
    end loop;
  end if;
  return (words, found, hosts)::private.reading;
end
$$;
comment on function private.read_message(text) is 'A message as the rules see it.';

-- Signals of a stretch of words, each with the place where its phrase ends: what the rules are asked about.
create function private.signals_of(words text[]) returns tsvector
language plpgsql stable
set search_path = ''
as $$
declare
  said text;
begin
  with asked (place, key, rest) as materialized (
    select place, key, array_to_string(words[place : place + 4], ' ') || ' '
    from generate_subscripts(words, 1) as place, unnest(array[words[place], left(words[place], 3) || '*']) as key
    union all
    -- whats app
    select place + 1, words[place] || words[place + 1], words[place] || words[place + 1] || ' '
    from generate_subscripts(words, 1) as place
    where char_length(words[place] || words[place + 1]) between 6 and 12
    -- A stretch asks less often than that; it tells the planner to look each up instead of reading all words there are.
    limit 150
  )
  select string_agg(signal || ':' || place + further_words, ' ') into said
  from asked join public.scam_words known on known.key = asked.key, unnest(known.signals) as signal
  where starts_with(asked.rest, case when known.open_end then known.stem else known.stem || ' ' end);
  return coalesce(said, '')::tsvector;
end
$$;
