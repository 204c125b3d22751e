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
  elsif given ? 'box' and not given @? 'strict $.box ? (@.type() == "array" && @.size() == 4 && @[0] >= -180 && @[0] <= 180 && @[2] >= -180 && @[2] <= 180
    && @[1] >= -90 && @[1] <= 90 && @[3] >= @[1] && @[3] <= 90)' then
    raise exception using errcode = '22023', message = 'box must be [west, south, east, north] in degrees.';
  end if;
  return given;
end
$$;

-- What is a filter among the words, as parameters that take its place; null where nothing is: a price that is not to be exceeded ("under 50", "bis 100 Euro"),
-- with a currency or behind words that say nothing but that ("max 50" may be a size); a condition ("like new"); a place at the end ("in Porto", "perto de Lisboa"),
-- only behind a word that leads to one: a nice bath is no town. A filter that was chosen is not said again, and words that are only a condition or a place stay words.
create or replace function private.read_filters(params jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  said text := left(params ->> 'q', 200);
  plain text := extensions.unaccent('extensions.unaccent'::regdictionary, lower(said));
  read jsonb := '{}';
  surely constant text := 'under|below|less than|cheaper than|unter|weniger als|menos de|por menos de|moins de';
  maybe constant text := surely || '|up to|max|maximum|maximal|bis|bis zu|hochstens|ate|hasta|maximo|max\.|jusqu.a';
  number constant text := '(\d{1,7})(?:[.,]\d{1,2})?';
  currency constant text := '(?:€|eur|euros?)';
  price constant text := format('(?:^|\s)(?:(?:%1$s)\s*(?:%2$s\s*%3$s|%3$s\s*%2$s)(?=\s|$)|(?:%4$s)\s*%3$s\s*$)', maybe, currency, number, surely);
  nearby constant text := '(?:near|around|close|perto|junto|cerca|nahe|bei|pres|autour)(?:\s+(?:to|de|do|da|a|von|bei|du))?';
  parts text[];
  named text[];
  told record;
begin
  -- The same letters in the same places as typed, or nothing is taken out.
  if jsonb_typeof(params -> 'q') <> 'string' or char_length(plain) <> char_length(said) then
    return null;
  end if;
  if not params ?| '{price_min,price_max}'::text[] and plain ~ price then
    parts := regexp_match(plain, price);
    read := jsonb_build_object('price_max', 100 * coalesce(parts[1], parts[2], parts[3])::bigint);
    said := btrim(overlay(said placing ' ' from regexp_instr(plain, price) for regexp_instr(plain, price, 1, 1, 1) - regexp_instr(plain, price)));
    plain := extensions.unaccent('extensions.unaccent'::regdictionary, lower(said));
  end if;
  if not params ? 'condition' then
    select regexp_replace(btrim(overlay(said placing '' from known.place for char_length(known.phrase))), '\s+', ' ', 'g') as rest, known.conditions into told
    from (select worded.*, strpos(' ' || plain || ' ', ' ' || worded.phrase || ' ') as place from private.condition_words worded) as known
    where known.place > 0 order by char_length(known.phrase) desc, known.phrase limit 1;
    if told.rest <> '' then
      said := told.rest;
      plain := extensions.unaccent('extensions.unaccent'::regdictionary, lower(said));
      read := read || jsonb_build_object('condition', told.conditions);
    end if;
  end if;
  if not params ?| '{lat,lng,radius_km,box}'::text[] then
    parts := regexp_match(plain, format('^(.*\S)\s+(?:(%s)|in|em|no|na|en|a|au|aux|dans)\s+(\S.*)$', nearby));
    named := private.search_words(parts[3]);
    if cardinality(named) between 1 and 5 then
      select town.name, town.lat, town.lng into told from private.places town
      where town.words @@ (select string_agg(quote_literal(word), '&') from unnest(named) as word)::tsquery
        and array_to_string(named, ' ') in (town.folded, town.own_folded)
      order by town.people desc, town.id limit 1;
      if told.name is not null then
        said := regexp_replace(left(said, char_length(parts[1])), '\s+in der$', '', 'i');
        read := read || jsonb_build_object('place', told.name, 'lat', told.lat, 'lng', told.lng, 'radius_km', case when parts[2] is not null then 25 else 10 end);
      end if;
    end if;
  end if;
  return case when read <> '{}' then jsonb_build_object('q', said) || read end;
end
$$;
