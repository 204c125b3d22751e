create or replace function private.search_error(problem text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = '22023', message = problem;
end
$$;

-- A parameter as a number, null when absent; anything else is said plainly.
create or replace function private.number_param(params jsonb, key text, low float8, high float8) returns float8
language plpgsql stable
set search_path = ''
as $$
declare
  given text := params ->> key;
begin
  if given is null or given = '' then
    return null;
  end if;
  if given !~ '^-?\d{1,12}(\.\d{1,12})?$' or given::float8 not between low and high then
    perform private.search_error(format('%s must be a number from %s to %s.', key, low, high));
  end if;
  return given::float8;
end
$$;

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

create or replace function private.uuid_param(params jsonb, key text) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  given text[] := private.choice_param(params, key, null);
begin
  return given::uuid[];
exception when invalid_text_representation then
  perform private.search_error(format('%s must be a UUID.', key));
end
$$;

create or replace function private.time_param(params jsonb, key text) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  given text := nullif(params ->> key, '');
begin
  if given !~ '^\d{4}-\d{2}-\d{2}' then
    perform private.search_error(format('%s must be a time such as 2026-11-21T09:00:00Z.', key));
  end if;
  return given::timestamptz;
exception when invalid_datetime_format or datetime_field_overflow then
  perform private.search_error(format('%s must be a time such as 2026-11-21T09:00:00Z.', key));
end
$$;

-- A part of a map, as [west, south, east, north]; over the date line west is greater than east.
create or replace function private.box_param(params jsonb) returns float8[]
language plpgsql stable
set search_path = ''
as $$
declare
  box float8[];
begin
  if coalesce(params -> 'box', 'null') in ('null', '""', '[]') then
    return null;
  end if;
  if jsonb_typeof(params -> 'box') = 'array' then
    box := array(select case jsonb_typeof(side) when 'number' then side::float8 end
      from jsonb_array_elements(params -> 'box') with ordinality as given (side, place) order by place);
  end if;
  if (cardinality(box) = 4 and box[1] between -180 and 180 and box[3] between -180 and 180 and box[2] between -90 and 90 and box[4] between box[2] and 90) is not true then
    perform private.search_error('box must be [west, south, east, north] in degrees.');
  end if;
  return box;
end
$$;

create or replace function private.known_params() returns text[]
language sql immutable
set search_path = ''
return '{q,category,type,condition,delivery,seller_type,with_photo,price_min,price_max,attributes,lat,lng,radius_km,box,posted_within_days,posted_since,
  seller,exclude,ids,sort,limit,cursor,facets,explain}'::text[];
