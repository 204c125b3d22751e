-- What the words of an ad may not do: lead people past the messages, shout, or repeat themselves to be found. The forms say
-- the same earlier, by marketplace/contract/ad-text.ts; ad-text.cases.ts is run against both.

create function private.readable(said text) returns text
language sql immutable
set search_path = ''
return regexp_replace(normalize(coalesce(said, ''), NFKC), U&'[\00AD\034F\061C\180E\200B-\200F\2060-\2064\20E3\FE00-\FE0F\FEFF]', '', 'g');
comment on function private.readable(text) is 'Compatible letters as plain ones (full-width digits too), without the invisible ones that hide a word from a rule.';

create function private.says_one_of(said text, patterns text[]) returns boolean
language sql immutable
set search_path = ''
return exists (select from unnest(patterns) as pattern where said ~* pattern);

-- `part` is title or description. A title has no room for stories, so it is judged more strictly.
create function private.contact_problem(said text, part text) returns text
language sql immutable
set search_path = ''
return case
  when private.says_one_of(said, array[
      '[^[:space:]@]+@[^[:space:]@]+\.[a-z]{2,}',
      '[a-z0-9._-]+ ?[([{] ?(at|arroba) ?[)\]}] ?[a-z0-9-]+',
      '\m[a-z0-9._-]+ (at|arroba) (gmail|hotmail|outlook|yahoo|icloud|proton|protonmail|gmx|sapo)\M'])
    then format('Remove the e-mail address from the %s: people reach you through messages.', part)
  when private.says_one_of(said, case part
      when 'title' then array[
        'https?://|www\.',
        '\m[a-z0-9-]+\.(com|net|org|info|biz|shop|store|online|site|app|io|co|eu|pt|es|de|fr|uk|me|ly|link)\M']
      else array[
        'https?://|www\.[a-z0-9]',
        '\m[a-z0-9-]+\.(com|net|org|info|biz|shop|store|online|site|app|io|co|eu|pt|es|de|fr|uk|me|ly|link)/[a-z0-9]'] end)
    then format('Remove the link from the %s.', part)
  when private.says_one_of(said, array[
      '(\+|\m00)[0-9][0-9 ()./-]{6,}[0-9]',
      '(\m(zero|one|two|three|four|five|six|seven|eight|nine|um|dois|tr[eê]s|quatro|cinco|seis|sete|oito|nove|uno|dos|tres|cuatro|siete|ocho|nueve)\M[ ,.-]*){7,}'])
    or private.says_one_of(said, case part
      -- Nine digits are the shortest national number of the market's countries; separators do not hide one.
      when 'title' then array['\m[0-9]([ .-]?[0-9]){8,}\M']
      -- A description has room for serial and book numbers, so only what is written like a telephone number counts.
      else array[
        '\m(call|phone|tel|telephone|mobile|text me|whats ?app|ligar|ligue|telefone|telem[oó]vel|llama|tel[eé]fono|m[oó]vil|anrufen|telefon|t[eé]l)\M[^0-9\n]{0,20}[0-9]([ .()/-]?[0-9]){8,}',
        '(?<![0-9.,-])[2679][0-9]{2}[ .-][0-9]{3}[ .-][0-9]{3}(?![ .,-]?[0-9])',
        '(?<![0-9.,-])9[1236][0-9]{7}(?![.,-]?[0-9])',
        '(?<![0-9.,-])0[1-9]([ .-][0-9]{2}){4}(?![ .,-]?[0-9])',
        '(?<![0-9.,-])0(1[5-7][0-9][ /-]?[0-9]{7,8}|7[0-9]{3}[ -]?[0-9]{6}|[67][0-9]{8})(?![.,-]?[0-9])'] end)
    then format('Remove the phone number from the %s: people reach you through messages.', part)
  when private.says_one_of(said, array[
      '\m(write|message|contact|text|reach|ping|add|call|find|fala|fale|contacta|contacte|manda|mande|escribe|schreib)\M[^.!?\n]{0,25}\m(whats ?app|telegram|viber|signal|snapchat|instagram|insta)\M',
      '\m(whats ?app|telegram|viber|signal|snapchat|instagram|insta|facebook)\M[^\n]{0,15}@[a-z0-9_.]{3,}'])
    then format('Remove the messenger contact from the %s: people reach you through messages.', part)
end;
comment on function private.contact_problem(text, text) is 'Ways to reach somebody past the messages, where most fraud begins; as a sentence, or null. Takes readable() text.';

create function private.is_shouting(said text, from_letters integer) returns boolean
language sql immutable
set search_path = ''
return char_length(regexp_replace(said, '[^[:alpha:]]', '', 'g')) >= from_letters
  and char_length(regexp_replace(said, '[^[:upper:]]', '', 'g')) * 2 > char_length(regexp_replace(said, '[^[:alpha:]]', '', 'g'));

-- How often the word of at least so many letters stands there that stands there most often, and how many words there are.
create function private.most_used(said text, from_letters integer, out uses bigint, out words bigint)
language sql immutable
set search_path = ''
begin atomic
  select coalesce(max(counted.uses) filter (where char_length(counted.word) >= from_letters), 0), coalesce(sum(counted.uses), 0)::bigint
  from (
    select found.word, count(*) as uses
    from regexp_split_to_table(lower(said), '[^[:alpha:]]+') as found (word) where found.word <> '' group by found.word) as counted;
end;

create or replace function private.title_problem(title text) returns text
language sql immutable
set search_path = ''
return (
  select case
    when char_length(said) < 5 then 'Give the ad a title of at least 5 characters.'
    when char_length(btrim(title)) > 80 then 'Shorten the title to 80 characters or fewer.'
    when private.contact_problem(said, 'title') is not null then private.contact_problem(said, 'title')
    when said ~ '([!-/:-@[-`{-~])\1{3,}' then 'Use fewer punctuation marks in a row in the title.'
    -- Short titles such as "BMW X5" and "IKEA PAX" are names, not shouting.
    when private.is_shouting(said, 10) then 'Write the title in normal letters: more than half of it is capitals.'
    when (select uses from private.most_used(said, 3)) >= 3
      then 'Say each word once in the title: repeating it does not help to be found.'
  end
  from btrim(private.readable(title)) as words (said)
);

create function private.description_problem(description text) returns text
language sql immutable
set search_path = ''
return (
  select case
    when char_length(said) < 20 then 'Describe the item in at least 20 characters.'
    when char_length(btrim(description)) > 5000 then 'Shorten the description to 5,000 characters or fewer.'
    when private.contact_problem(said, 'description') is not null then private.contact_problem(said, 'description')
    when private.is_shouting(said, 40) then 'Write the description in normal letters: more than half of it is capitals.'
    when (select uses >= 8 and uses * 6 > used.words from private.most_used(said, 4) as used)
      then 'Say each word only as often as a sentence needs it: repeating it does not help to be found.'
    when said ~ '(#[[:alnum:]_]+[[:space:]]*){6,}'
      or said ~* '\m(tags|keywords|search words|search terms|palavras[- ]chave|etiquetas|mots[- ]cl[eé]s|suchbegriffe)[[:space:]]*:'
      then 'Leave the list of search words out of the description: the category and the details do that.'
  end
  from btrim(private.readable(description)) as words (said)
);
comment on function private.description_problem(text) is 'What is wrong with a description, as a sentence, or null.';

-- One value of one field of the category, as a sentence, or null.
create function private.attribute_problem(field jsonb, given jsonb) returns text
language sql immutable
set search_path = ''
return (
  select case
    when given is null or given in ('null', '""', '[]') then
      case when (field ->> 'required')::boolean then format('Fill in “%s”.', name) end
    when kind = 'bool' then case when jsonb_typeof(given) <> 'boolean' then format('Answer “%s” with yes or no.', name) end
    when kind in ('int', 'decimal', 'year') then case
      when jsonb_typeof(given) <> 'number' then format('“%s” takes a number.', name)
      when kind <> 'decimal' and (given #>> '{}')::numeric % 1 <> 0 then format('“%s” takes a whole number.', name)
      when (given #>> '{}')::numeric < (field ->> 'min')::numeric then format('“%s” is %s or more.', name, field ->> 'min')
      when (given #>> '{}')::numeric > (field ->> 'max')::numeric then format('“%s” is %s or less.', name, field ->> 'max') end
    when kind = 'multi' then case
      when jsonb_typeof(given) <> 'array' then format('Choose “%s” from the list.', name)
      when exists (select from jsonb_array_elements(given) as chosen where not exists (
        select from jsonb_array_elements(field -> 'options') as choice where choice -> 'id' = chosen)) then format('Choose “%s” from the list.', name) end
    when jsonb_array_length(field -> 'options') > 0 then case
      when not exists (select from jsonb_array_elements(field -> 'options') as choice
        where choice ->> 'id' = given #>> '{}') then format('Choose “%s” from the list.', name) end
    when jsonb_typeof(given) <> 'string' then format('“%s” takes a text.', name)
    when char_length(given #>> '{}') > coalesce((field ->> 'max_length')::integer, 120)
      then format('“%s” has at most %s characters.', name, coalesce(field ->> 'max_length', '120'))
    else replace(private.contact_problem(private.readable(given #>> '{}'), 'description'), 'the description', format('“%s”', name))
  end
  from (select field #>> '{label,en}' as name, field ->> 'type' as kind) as named
);

create function private.attributes_problem(category text, type text, given jsonb) returns text
language sql stable
set search_path = ''
return (
  select private.attribute_problem(
    -- Whoever looks for something leaves its details open.
    case when attributes_problem.type = 'wanted' then field || '{"required": false}' else field end, given -> (field ->> 'key'))
  from public.categories filed, jsonb_array_elements(filed.attributes) with ordinality as defined (field, place)
  where filed.slug = attributes_problem.category
    and private.attribute_problem(
      case when attributes_problem.type = 'wanted' then field || '{"required": false}' else field end, given -> (field ->> 'key')) is not null
  order by place limit 1
);
comment on function private.attributes_problem(text, text, jsonb) is 'The first thing that is wrong with the details of an ad, as a sentence, or null.';
grant execute on function private.readable(text), private.says_one_of(text, text[]), private.contact_problem(text, text),
  private.is_shouting(text, integer), private.most_used(text, integer), private.description_problem(text),
  private.attribute_problem(jsonb, jsonb), private.attributes_problem(text, text, jsonb) to anon, authenticated, service_role;

-- A car for one euro is there to be seen first, not to be sold for that. Security definer: sales are closed to everybody.
create function private.lure_problem(category text, type text, price_type text, price_minor integer) returns text
language sql stable security definer
set search_path = ''
as $$
  select case when usual.sales >= 8 and usual.median >= 40 * lure_problem.price_minor
    then 'That price looks like a placeholder: similar things sold for about ' || round(usual.median / 100) || '. Enter what you would accept.' end
  from (
    select count(*) as sales, percentile_cont(0.5) within group (order by comp.price_minor) as median
    from public.sold_comps comp
    where comp.category = lure_problem.category and comp.currency = 'EUR' and comp.sold_at > now() - interval '180 days') as usual
  where lure_problem.type = 'sell' and lure_problem.price_type in ('fixed', 'negotiable') and lure_problem.price_minor <= 500
$$;
grant execute on function private.lure_problem(text, text, text, integer) to authenticated, service_role;

create or replace function private.listing_problem(listing public.listings) returns text
language sql stable
set search_path = ''
return case
  when listing.category is null then 'Choose a category.'
  when not (select leaf from public.categories where slug = listing.category) then 'Choose a more precise category.'
  when not (select listing.type = any(allow_types) from public.categories where slug = listing.category)
    then 'This category does not take ads of this type.'
  when private.title_problem(listing.title) is not null then private.title_problem(listing.title)
  when private.description_problem(listing.description) is not null then private.description_problem(listing.description)
  when private.price_problem(listing.type, listing.price_type, listing.price_minor) is not null
    then private.price_problem(listing.type, listing.price_type, listing.price_minor)
  when private.lure_problem(listing.category, listing.type, listing.price_type, listing.price_minor) is not null
    then private.lure_problem(listing.category, listing.type, listing.price_type, listing.price_minor)
  when listing.type <> 'wanted' and listing.condition is null then 'Say what condition the item is in.'
  when private.attributes_problem(listing.category, listing.type, listing.attributes) is not null
    then private.attributes_problem(listing.category, listing.type, listing.attributes)
  when btrim(listing.city) = '' then 'Say in which city the item is.'
  when listing.ship_cost_minor is not null and listing.delivery = 'pickup' then 'A shipping price needs shipping as a way of delivery.'
end;
