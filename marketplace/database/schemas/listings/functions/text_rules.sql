-- Rules for ad texts: no contact details, shouting or keyword stuffing. Same rules as marketplace/contract/ads/ad-text.ts;
-- ad-text.cases.ts tests both.

create or replace function private.readable(said text) returns text
language sql immutable set search_path = ''
return regexp_replace(normalize(coalesce(said, ''), NFKC),
  U&'[\00AD\034F\061C\180E\200B-\200F\202A-\202E\2060-\206F\20E3\FE00-\FE0F\FEFF\FFF9-\FFFB]', '', 'g');
comment on function private.readable(text) is 'Compatibility letters as plain ones (full-width digits too), without invisible characters that hide a word from a rule.';
grant execute on function private.readable(text) to anon, authenticated, service_role;

create or replace function private.says_one_of(said text, patterns text[]) returns boolean
language sql immutable set search_path = ''
return exists (select from unnest(patterns) as pattern where said ~* pattern);
grant execute on function private.says_one_of(text, text[]) to anon, authenticated, service_role;

-- `part` is title or description; titles are checked more strictly.
create or replace function private.contact_problem(said text, part text) returns jsonb
language sql immutable set search_path = ''
return case
  when private.says_one_of(said, array[
      '[^[:space:]@]+@[^[:space:]@]+\.[a-z]{2,}',
      '[a-z0-9._-]+ ?[([{] ?(at|arroba) ?[)\]}] ?[a-z0-9-]+',
      '\m[a-z0-9._-]+ (at|arroba) (gmail|hotmail|outlook|yahoo|icloud|proton|protonmail|gmx|sapo)\M'])
    then private.problem('SK147', 'email_in_text', jsonb_build_object('part', part))
  when private.says_one_of(said, case part
      when 'title' then array[
        'https?://|www\.',
        '\m[a-z0-9-]+\.(com|net|org|info|biz|shop|store|online|site|app|io|co|eu|pt|es|de|fr|uk|me|ly|link)\M']
      else array[
        'https?://|www\.[a-z0-9]',
        '\m[a-z0-9-]+\.(com|net|org|info|biz|shop|store|online|site|app|io|co|eu|pt|es|de|fr|uk|me|ly|link)/[a-z0-9]'] end)
    then private.problem('SK148', 'link_in_text', jsonb_build_object('part', part))
  when private.says_one_of(said, array[
      '(\+|\m00)[0-9][0-9 ()./-]{6,}[0-9]',
      '(\m(zero|one|two|three|four|five|six|seven|eight|nine|um|dois|tr[eê]s|quatro|cinco|seis|sete|oito|nove|uno|dos|tres|cuatro|siete|ocho|nueve)\M[ ,.-]*){7,}'])
    or private.says_one_of(said, case part
      -- Nine digits are the shortest national number of the market's countries.
      when 'title' then array['\m[0-9]([ .-]?[0-9]){8,}\M']
      -- Descriptions may contain serial numbers, so only formatted phone numbers count.
      else array[
        '\m(call|phone|tel|telephone|mobile|text me|whats ?app|ligar|ligue|telefone|telem[oó]vel|llama|tel[eé]fono|m[oó]vil|anrufen|telefon|t[eé]l)\M[^0-9\n]{0,20}[0-9]([ .()/-]?[0-9]){8,}',
        '(?<![0-9.,-])[2679][0-9]{2}[ .-][0-9]{3}[ .-][0-9]{3}(?![ .,-]?[0-9])',
        '(?<![0-9.,-])9[1236][0-9]{7}(?![.,-]?[0-9])',
        '(?<![0-9.,-])0[1-9]([ .-][0-9]{2}){4}(?![ .,-]?[0-9])',
        '(?<![0-9.,-])0(1[5-7][0-9][ /-]?[0-9]{7,8}|7[0-9]{3}[ -]?[0-9]{6}|[67][0-9]{8})(?![.,-]?[0-9])'] end)
    then private.problem('SK149', 'phone_in_text', jsonb_build_object('part', part))
  when private.says_one_of(said, array[
      '\m(write|message|contact|text|reach|ping|add|call|find|fala|fale|contacta|contacte|manda|mande|escribe|schreib)\M[^.!?\n]{0,25}\m(whats ?app|telegram|viber|signal|snapchat|instagram|insta)\M',
      '\m(whats ?app|telegram|viber|signal|snapchat|instagram|insta|facebook)\M[^\n]{0,15}@[a-z0-9_.]{3,}'])
    then private.problem('SK150', 'messenger_in_text', jsonb_build_object('part', part))
end;
comment on function private.contact_problem(text, text) is 'Contact details that bypass messages, where most fraud starts; as a sentence, or null. Takes readable() text.';
grant execute on function private.contact_problem(text, text) to anon, authenticated, service_role;

create or replace function private.is_shouting(said text, from_letters integer) returns boolean
language sql immutable set search_path = ''
return char_length(regexp_replace(said, '[^[:alpha:]]', '', 'g')) >= from_letters
  and char_length(regexp_replace(said, '[^[:upper:]]', '', 'g')) * 2 > char_length(regexp_replace(said, '[^[:alpha:]]', '', 'g'));
grant execute on function private.is_shouting(text, integer) to anon, authenticated, service_role;

-- Count of the most frequent word of at least so many letters, and of all words.
create or replace function private.most_used(said text, from_letters integer, out uses bigint, out words bigint)
language sql immutable set search_path = ''
begin atomic
  select coalesce(max(counted.uses) filter (where char_length(counted.word) >= from_letters), 0), coalesce(sum(counted.uses), 0)::bigint
  from (
    select found.word, count(*) as uses
    from regexp_split_to_table(lower(said), '[^[:alpha:]]+') as found (word) where found.word <> '' group by found.word) as counted;
end;
grant execute on function private.most_used(text, integer) to anon, authenticated, service_role;

create or replace function private.description_problem(description text) returns jsonb
language sql immutable set search_path = ''
return (
  select case
    when char_length(btrim(description)) > 5000 then private.problem('SK152', 'description_too_long', '{"max": 5000}')
    when private.contact_problem(said, 'description') is not null then private.contact_problem(said, 'description')
    when private.is_shouting(said, 40) then private.problem('SK153', 'description_shouts')
    when (select uses >= 8 and uses * 6 > used.words from private.most_used(said, 4) as used)
      then private.problem('SK154', 'description_repeats_words')
    when said ~ '(#[[:alnum:]_]+[[:space:]]*){6,}'
      or said ~* '\m(tags|keywords|search words|search terms|palavras[- ]chave|etiquetas|mots[- ]cl[eé]s|suchbegriffe)[[:space:]]*:'
      then private.problem('SK155', 'description_lists_keywords')
  end
  from btrim(private.readable(description)) as words (said)
);
comment on function private.description_problem(text) is 'The problem with a description, or null; a description is optional.';
grant execute on function private.description_problem(text) to anon, authenticated, service_role;

-- The problem with an attribute's value, or null.
create or replace function private.attribute_problem(field jsonb, given jsonb) returns jsonb
language sql immutable set search_path = ''
return (
  select case
    when given is null or given in ('null', '""', '[]') then
      case when (field ->> 'required')::boolean then private.problem('SK156', 'field_empty', jsonb_build_object('name', name)) end
    when kind = 'bool' then case when jsonb_typeof(given) <> 'boolean' then private.problem('SK157', 'field_not_yes_or_no', jsonb_build_object('name', name)) end
    when kind in ('int', 'decimal', 'year') then case
      when jsonb_typeof(given) <> 'number' then private.problem('SK158', 'field_not_number', jsonb_build_object('name', name))
      when kind <> 'decimal' and (given #>> '{}')::numeric % 1 <> 0 then private.problem('SK159', 'field_not_whole_number', jsonb_build_object('name', name))
      when (given #>> '{}')::numeric < (field ->> 'min')::numeric then private.problem('SK160', 'field_too_small', jsonb_build_object('name', name, 'least', field -> 'min'))
      when (given #>> '{}')::numeric > (field ->> 'max')::numeric then private.problem('SK161', 'field_too_large', jsonb_build_object('name', name, 'most', field -> 'max')) end
    when kind = 'multi' then case
      when jsonb_typeof(given) <> 'array' then private.problem('SK162', 'field_not_in_list', jsonb_build_object('name', name))
      when exists (select from jsonb_array_elements(given) as chosen where not exists (
        select from jsonb_array_elements(field -> 'options') as choice where choice -> 'id' = chosen)) then private.problem('SK162', 'field_not_in_list', jsonb_build_object('name', name)) end
    when jsonb_array_length(field -> 'options') > 0 then case
      when not exists (select from jsonb_array_elements(field -> 'options') as choice
        where choice ->> 'id' = given #>> '{}') then private.problem('SK162', 'field_not_in_list', jsonb_build_object('name', name)) end
    when jsonb_typeof(given) <> 'string' then private.problem('SK163', 'field_not_text', jsonb_build_object('name', name))
    when char_length(given #>> '{}') > coalesce((field ->> 'max_length')::integer, 120)
      then private.problem('SK164', 'field_too_long', jsonb_build_object('name', name, 'most', coalesce((field ->> 'max_length')::integer, 120)))
    else jsonb_set(private.contact_problem(private.readable(given #>> '{}'), 'description'), '{details}', jsonb_build_object('part', 'detail', 'name', name))
  end
  from (select field -> 'label' as name, field ->> 'type' as kind) as named
);
grant execute on function private.attribute_problem(jsonb, jsonb) to anon, authenticated, service_role;

create or replace function private.attributes_problem(category text, type text, given jsonb) returns jsonb
language sql stable set search_path = ''
return (
  select found.problem
  from public.categories filed, jsonb_array_elements(filed.attributes) with ordinality as defined (field, place),
    -- Wanted ads need no details.
    private.attribute_problem(case when attributes_problem.type = 'wanted' then field || '{"required": false}' else field end, given -> (field ->> 'key'))
      as found (problem)
  where filed.slug = attributes_problem.category and found.problem is not null
  order by place limit 1
);
comment on function private.attributes_problem(text, text, jsonb) is 'The first problem of an ad''s attributes, or null.';
grant execute on function private.attributes_problem(text, text, jsonb) to anon, authenticated, service_role;

-- Refuses lure prices. Security definer: sales are closed.
create or replace function private.lure_price_problem(category text, type text, price_type text, price_minor integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when usual.sales >= 8 and usual.median >= 40 * lure_price_problem.price_minor
    then private.problem('SK165', 'lure_price', 
      jsonb_build_object('amount', private.money(private.whole_units(usual.median::numeric, usual.currency), usual.currency))) end
  from (
    select count(*) as sales, percentile_cont(0.5) within group (order by comp.price_minor) as median, private.market_currency() as currency
    from public.sold_comps comp
    where comp.category = lure_price_problem.category and comp.currency = private.market_currency() and comp.sold_at > now() - interval '180 days') as usual
  -- About one coffee, for currencies with two, no or three decimals.
  where lure_price_problem.type = 'sell' and lure_price_problem.price_type in ('fixed', 'negotiable') and lure_price_problem.price_minor <= 500
$$;
grant execute on function private.lure_price_problem(text, text, text, integer) to authenticated, service_role;

create or replace function private.short_text_problem(said text, part text) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when 'mail' = any(reading.found) then private.problem('SK147', 'email_in_text', jsonb_build_object('part', part))
    when reading.found && '{link,trusted_link}' then private.problem('SK148', 'link_in_text', jsonb_build_object('part', part))
    when 'phone' = any(reading.found) then private.problem('SK149', 'phone_in_text', jsonb_build_object('part', part))
    when 'handle' = any(reading.found) then private.problem('SK150', 'messenger_in_text', jsonb_build_object('part', part))
    else jsonb_set(private.contact_problem(said, 'title'), '{details,part}', to_jsonb(part)) end
  from private.read_message(said) as reading
  where said <> ''
$$;
comment on function private.short_text_problem(text, text) is 'The contact details in a name, a place or a photo''s description, or null.';

-- Trigger arguments: the kind of text, then its columns. Security definer: the scam vocabulary is closed.
create or replace function private.refuse_contacts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse(private.short_text_problem(
    (select string_agg(to_jsonb(new) ->> field, ' · ') from unnest(tg_argv[1:]) as field), tg_argv[0]));
  return new;
end
$$;
create or replace trigger b_keep_alt before insert or update of alt on public.listing_photos
  for each row when (new.alt <> '') execute function private.refuse_contacts('alt', 'alt');
create or replace trigger b_keep_place_on_insert before insert on public.listings
  for each row when (new.area <> '' or new.city <> '') execute function private.refuse_contacts('place', 'area', 'city');
create or replace trigger b_keep_place_on_update before update of area, city on public.listings
  for each row when ((new.area, new.city) is distinct from (old.area, old.city))
  execute function private.refuse_contacts('place', 'area', 'city');
