-- search_listings(params): the one door to search, for everybody.
--
-- Parameters, all optional: q, category, type, condition, delivery, seller_type, with_photo, price_min, price_max,
-- attributes {key: value | [values] | {min, max}}, lat, lng, radius_km, posted_within_days, posted_since, seller, exclude, ids, sort,
-- limit, cursor, facets, explain.
-- Answer: items, close_items, total (exact up to 1,000), total_is_more, facets {category, condition, type, delivery, seller_type,
-- with_photo, posted, price, attributes}, facets_are_estimates, next_cursor, sort, corrections, understood_as, did_you_mean, relaxed,
-- ignored. Exact shapes and meanings: marketplace/contract/search/search.ts.

create or replace function private.encode_cursor(cursor jsonb) returns text
language sql immutable
set search_path = ''
return translate(encode(convert_to(cursor::text, 'UTF8'), 'base64'), E'+/=\n', '-_');

-- A cursor belongs to one way of sorting: with another it would skip ads.
create or replace function private.decode_cursor(given text, sort text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  cursor jsonb;
begin
  if coalesce(given, '') = '' then
    return null;
  end if;
  cursor := convert_from(decode(translate(given, '-_', '+/') || repeat('=', (4 - char_length(given) % 4) % 4), 'base64'), 'UTF8')::jsonb;
  if cursor ->> 's' is distinct from sort or cursor ->> 'id' is null or cursor ->> 'k' is null then
    raise exception 'cursor of another search';
  end if;
  perform (cursor ->> 'id')::uuid, (cursor ->> 'at')::timestamptz,
    case when sort = 'newest' then (cursor ->> 'k')::timestamptz is null when sort like 'price%' then (cursor ->> 'k')::integer is null
      else (cursor ->> 'k')::float8 is null end,
    (select sum(weight::float8) from jsonb_array_elements_text(coalesce(cursor -> 'w', '[]')) as weight);
  return cursor;
exception when others then
  perform private.search_error('The cursor does not belong to this search. Start again from the first page.');
end
$$;

create or replace function private.sort_of(params jsonb, has_words boolean) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  sort text := coalesce(nullif(params ->> 'sort', ''), 'relevance');
begin
  if not sort = any('{relevance,newest,price_asc,price_desc,distance}') then
    perform private.search_error('sort must be relevance, newest, price_asc, price_desc or distance.');
  end if;
  if sort = 'distance' and (coalesce(params ->> 'lat', '') = '' or coalesce(params ->> 'lng', '') = '') then
    perform private.search_error('Sorting by distance needs lat and lng.');
  end if;
  return case when sort = 'relevance' and not has_words then 'newest' else sort end;
end
$$;
