-- Filters that people write as words.

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

-- The parameters, with a price among the words as a filter; without one where a filter says another. `read` is what was made of them, null where nothing was.
create or replace function private.read_params(params jsonb, out given jsonb, out read jsonb)
language plpgsql stable
set search_path = ''
as $$
declare
  said record;
begin
  given := case when jsonb_typeof(params) = 'object' then jsonb_strip_nulls(params) else '{}' end;
  if jsonb_typeof(given -> 'q') = 'string' and not given ?| '{price_min,price_max}'::text[] then
    select * into said from private.price_said(left(given ->> 'q', 200));
    if said.most is not null then
      read := jsonb_build_object('q', said.rest, 'price_max', 100 * said.most);
      given := given || read;
    end if;
  end if;
end
$$;
