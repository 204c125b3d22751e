create or replace function private.read_message(said text) returns private.reading
language plpgsql stable set search_path = '' as $$
declare
  -- Top-level domains; those that are also words count only before a path.
  endings constant text := 'com|net|org|info|biz|shop|store|online|site|website|app|dev|xyz|top|club|live|link|click|page|pay|money|cash|bank|vip|icu|cc|tv|ws|io|eu|pt|es|de|fr|uk|ie|nl|be|ch|pl|br|us|ru|ly|gd|gg|ngrok|example|test|invalid';
  numbers constant jsonb := private.number_words();
  joins constant text[] := array['plus', 'and', 'then', 'dash', 'minus', 'o', 'e', 'y', 'und', 'et', 'mais', 'mas', 'tiret', 'guion', 'traco', 'strich', 'dot', 'space',
    'area', 'code', 'ok', 'die', 'fois', 'dann', 'danach', 'puis', 'ensuite', 'luego', 'despues', 'depois'];
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
  -- Compiling patterns is expensive, and a session caches 32 of them: plain checks first decide whether one is needed.
  if plain like '%''%' then
    -- l'argent and what's: the first is two words, the second one.
    plain := replace(regexp_replace(plain, '\m([cdjlmnst]|qu|jusqu|aujourd|lorsqu|puisqu)''', '\1 ', 'g'), '''', '');
  end if;
  -- https : // souk-pay . example, souk-pay,com/x, tinyurl com/x1
  if plain like '%//%' then
    plain := regexp_replace(plain, '(h[tx]{2}ps?) *: *// *', '\1://', 'g');
  end if;
  if plain like '% . %' then
    plain := regexp_replace(plain, '([a-z0-9-]{3,}) +\. +(net|org|info|biz|xyz|example|test)\M', '\1.\2', 'g');
  end if;
  if plain like any (array['%,%/%', '% com/%']) then
    plain := regexp_replace(plain, '([a-z0-9-]{3,})(,(?=(com|net|org|info|de|es|fr|pt)/[a-z0-9])| (?=com/[a-z]*[0-9]))', '\1.', 'g');
  end if;
  -- souk-pay . com / x
  if plain like '% .%/%' then
    plain := regexp_replace(plain, '([a-z0-9-]{2,}) +\. *(' || endings || ') */ *(?=[a-z0-9])', '\1.\2/', 'g');
  end if;
  -- bit ly slash abc; the word for a slash is ambiguous in Spanish and Portuguese, where the dot must be spelled out too.
  if plain like any (array['% slash %', '% schragstrich %']) then
    plain := regexp_replace(plain, '([a-z0-9-]{2,})[ .]+((dot|punkt|point) )?(' || endings || '|me|co|it|to|is) +(slash|schragstrich) +(?=[a-z0-9])', '\1.\4/', 'g');
  end if;
  if plain like '% barra %' then
    plain := regexp_replace(plain, '([a-z0-9-]{2,}) +(ponto|punto) +(' || endings || ') +barra +(?=[a-z0-9])', '\1.\3/', 'g');
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
  -- bit point ly / abc
  if plain like any (array['% punto %/%', '% ponto %/%', '% point %/%']) then
    plain := regexp_replace(plain, ' +(punto|ponto|point) +(' || endings || ') */ *(?=[a-z0-9])', '.\2/', 'g');
  end if;
  if plain like '% at %' then
    -- "look at" a site: not an email address.
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
      found := found || array(select distinct case when private.trusts_host(host) and private.is_written_out(said, host, hosts) then 'trusted_link' else 'link' end from unnest(hosts) as host);
    end if;
  end if;

  if plain <> translate(plain, '0123456789', '') or plain ~ '\m(zero|cero|null|seven|sete|siete|sieben|sept|nine|nove|nueve|neun|neuf|six|seis|sechs|two|dois|dos|zwei|deux)\M' then
    -- Dates are not phone numbers.
    value := case when plain ~ '[0-9]' then regexp_replace(plain, '(?<![0-9./-])[0-3]?[0-9][./-][01]?[0-9][./-](19|20)?[0-9]{2}(?![0-9]|[./-][0-9])', ' zdatez ', 'g') else plain end;
    for piece in
      select part[1] from regexp_matches(value || ' zendz', '([0-9][0-9olisbz]*|[oil][0-9oli]*[0-9][0-9oli]*|o{2,3}(?![a-z])|(?:oi|io|ol)(?![a-z])|[a-z]+|[^a-z0-9 ]+)', 'g') as part
    loop
      letter := left(piece, 1);
      if letter between '0' and '9' or piece <> translate(piece, '0123456789', '') or piece in ('oo', 'ooo') or digits <> '' and piece in ('oi', 'io', 'ol') then
        piece := translate(piece, 'olisbz', '011582');
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

  if plain ~ '\m[0-9]{2,5}\M' then found := found || 'number'::text; end if;
  -- Clause boundaries: phrases and negations do not span them.
  plain := regexp_replace(plain, '[.,;:!?\n]+( |$|\n)', ' zz ', 'g');
  words := array(select part[1] from regexp_matches(plain, '[a-z0-9]+', 'g') as part);
  -- w h a t s a p p
  if plain ~ '\m[a-z]([ ._*-]+[a-z]\M){3,}' then
    words := words || array(select regexp_replace(part[1], '[^a-z]', '', 'g')
      from regexp_matches(plain, '(\m[a-z](?:[ ._*-]+[a-z]\M){3,})', 'g') as part);
  end if;
  -- c@rd, m0ney, vvhatsapp
  if plain ~ '[a-z][@$0-9|!][a-z]|[a-z]{2}[@$013457][^a-z0-9]|\m[@$013457][a-z]{2}|vv' then
    -- The digit one may stand for i or l: both readings are appended.
    foreach value in array array[translate(plain, '@$01|!3457', 'asoiiieast'), translate(plain, '@$01|!3457', 'asollleast'), replace(plain, 'vv', 'w')] loop
      if value <> plain then
        words := words || array(select part[1] from regexp_matches(value, '[a-z0-9]+', 'g') as part);
      end if;
    end loop;
  end if;
  return (words, found, hosts)::private.reading;
end
$$;
comment on function private.read_message(text) is 'A message in normalised form for the rules.';
