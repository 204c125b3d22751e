-- What may be asked: parameters checked and made plain, and filters that people write as words.

-- A parameter that is one of some words, or a list of them; unknown words are ignored, as a stale link may carry them.
create or replace function private.choice_param(params jsonb, key text, choices text[]) returns text[]
language sql stable
set search_path = ''
return (
  select nullif(array_agg(distinct chosen), '{}')
  from jsonb_array_elements_text(case jsonb_typeof(params -> key)
    when 'array' then params -> key when 'string' then jsonb_build_array(params -> key) else '[]' end) as given (chosen)
  where choices is null or chosen = any(choices)
);

-- The parameters without those that are null or empty. Numbers, times, UUIDs and boxes that cannot be read are refused with a sentence, so that
-- whoever reads them afterwards may cast them.
create or replace function private.checked_params(params jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  given jsonb := (
    select coalesce(jsonb_object_agg(key, value), '{}')
    from jsonb_each(case when jsonb_typeof(params) = 'object' then jsonb_strip_nulls(params) else '{}' end) as each (key, value)
    where value <> '""');
  bounds record;
  box float8[];
begin
  for bounds in
    select * from (values ('lat', -90, 90), ('lng', -180, 180), ('radius_km', 0, 20000), ('posted_within_days', 0, 3650), ('price_min', 0, 2000000000),
      ('price_max', 0, 2000000000), ('limit', -1000, 1000000)) as known (key, low, high) where given ? known.key
  loop
    if given ->> bounds.key !~ '^-?\d{1,12}(\.\d{1,12})?$' or (given ->> bounds.key)::float8 not between bounds.low and bounds.high then
      raise exception using errcode = '22023', message = format('%s must be a number from %s to %s.', bounds.key, bounds.low, bounds.high);
    end if;
  end loop;
  begin
    perform (given ->> 'posted_since')::timestamptz;
    if given ->> 'posted_since' !~ '^\d{4}-\d{2}-\d{2}' then
      raise invalid_datetime_format;
    end if;
  exception when invalid_datetime_format or datetime_field_overflow then
    raise exception using errcode = '22023', message = 'posted_since must be a time such as 2026-11-21T09:00:00Z.';
  end;
  begin
    perform private.choice_param(given, 'seller', null)::uuid[], private.choice_param(given, 'ids', null)::uuid[];
  exception when invalid_text_representation then
    raise exception using errcode = '22023', message = 'seller and ids must be UUIDs.';
  end;
  if given -> 'box' = '[]' then
    given := given - 'box';
  elsif given ? 'box' then
    box := case when jsonb_typeof(given -> 'box') = 'array' then array(select case jsonb_typeof(side) when 'number' then side::float8 end
      from jsonb_array_elements(given -> 'box') with ordinality as each (side, place) order by place) end;
    if (cardinality(box) = 4 and box[1] between -180 and 180 and box[3] between -180 and 180 and box[2] between -90 and 90 and box[4] between box[2] and 90) is not true then
      raise exception using errcode = '22023', message = 'box must be [west, south, east, north] in degrees.';
    end if;
  end if;
  return given;
end
$$;

-- A price that is not to be exceeded ("under 50", "bis 100 Euro"), taken out of the words: with a currency, or behind words that say nothing but
-- that ("max 50" may be a size).
create or replace function private.price_said(typed text, out rest text, out most bigint)
language plpgsql immutable
set search_path = ''
as $$
declare
  plain text := extensions.unaccent('extensions.unaccent'::regdictionary, lower(coalesce(typed, '')));
  number constant text := '(\d{1,7})(?:[.,]\d{1,2})?';
  surely constant text := 'under|below|less than|cheaper than|unter|weniger als|menos de|por menos de|moins de';
  maybe constant text := surely || '|up to|max|maximum|maximal|bis|bis zu|hochstens|ate|hasta|maximo|max\.|jusqu.a';
  currency constant text := '(?:€|eur|euros?)';
  found text[];
begin
  -- The same letters in the same places, or what was typed stays as it is.
  if char_length(plain) = char_length(typed) then
    foreach found slice 1 in array array[
      array[format('(?:^|\s)(?:%s)\s*(?:%s\s*%s|%s\s*%s)(?=\s|$)', maybe, currency, number, number, currency)],
      array[format('(?:^|\s)(?:%s)\s*%s(?=$|\s*$)', surely, number)]]
    loop
      if plain ~ found[1] then
        most := coalesce((regexp_match(plain, found[1]))[1], (regexp_match(plain, found[1]))[2])::bigint;
        rest := btrim(regexp_replace(plain, found[1], ' '));
        return;
      end if;
    end loop;
  end if;
  rest := typed;
end
$$;

-- A place at the end ("in Porto", "perto de Lisboa"), only behind a word that leads to one: a nice bath is no town. `near` where that word says so.
create or replace function private.place_said(typed text, out rest text, out place private.places, out near boolean)
language plpgsql stable
set search_path = ''
as $$
declare
  plain text := extensions.unaccent('extensions.unaccent'::regdictionary, lower(coalesce(typed, '')));
  nearby constant text := '(?:near|around|close|perto|junto|cerca|nahe|bei|pres|autour)(?:\s+(?:to|de|do|da|a|von|bei|du))?';
  said text[] := regexp_match(plain, format('^(.*\S)\s+(?:(%s)|in|em|no|na|en|a|au|aux|dans)\s+(\S.*)$', nearby));
  named text[] := private.search_words(said[3]);
begin
  -- The same letters in the same places, or what was typed stays as it is.
  if char_length(plain) = char_length(typed) and cardinality(named) between 1 and 5 then
    select town.* into place from private.places town
    where town.words @@ (select string_agg(quote_literal(word), '&') from unnest(named) as word)::tsquery
      and array_to_string(named, ' ') in (town.folded, town.own_folded)
    order by town.people desc, town.id limit 1;
    rest := regexp_replace(left(typed, char_length(said[1])), '\s+in der$', '', 'i');
    near := said[2] is not null;
  end if;
end
$$;

-- What is a filter among the words ("under 50", "like new", "in Porto"), as parameters that take its place; null where nothing is. A filter that was chosen is not
-- said again, and words that are nothing but a filter stay words.
create or replace function private.read_filters(params jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  said text := left(params ->> 'q', 200);
  read jsonb := '{}';
  price record;
  phrase record;
  town record;
begin
  if jsonb_typeof(params -> 'q') = 'string' and not params ?| '{price_min,price_max}'::text[] then
    price := private.price_said(said);
    if price.most is not null then
      said := price.rest;
      read := jsonb_build_object('price_max', 100 * price.most);
    end if;
  end if;
  if said is not null and not params ? 'condition' then
    -- The same letters in the same places as typed, or nothing is taken out.
    select known.phrase, known.conditions, strpos(' ' || plain || ' ', ' ' || known.phrase || ' ') as place into phrase
    from private.condition_words known, extensions.unaccent('extensions.unaccent'::regdictionary, lower(said)) as plain
    where char_length(plain) = char_length(said) and strpos(' ' || plain || ' ', ' ' || known.phrase || ' ') > 0
    order by char_length(known.phrase) desc, known.phrase limit 1;
    if phrase.place > 0 and btrim(overlay(said placing '' from phrase.place for char_length(phrase.phrase))) <> '' then
      said := regexp_replace(btrim(overlay(said placing '' from phrase.place for char_length(phrase.phrase))), '\s+', ' ', 'g');
      read := read || jsonb_build_object('condition', to_jsonb(phrase.conditions));
    end if;
  end if;
  if jsonb_typeof(params -> 'q') = 'string' and not params ?| '{lat,lng,radius_km,box}'::text[] then
    town := private.place_said(said);
    if (town.place).id is not null then
      said := town.rest;
      read := read || jsonb_build_object('place', (town.place).name, 'lat', (town.place).lat, 'lng', (town.place).lng,
        'radius_km', case when town.near then 25 else 10 end);
    end if;
  end if;
  return case when read <> '{}' then jsonb_build_object('q', said) || read end;
end
$$;
