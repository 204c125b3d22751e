-- How many ads fit: exactly up to a thousand, beyond that about how many, without ever reading them all.

-- Counts by the marks in the index of words, which finds any combination of filters and a fair sample of it in one scan. Left to
-- the planner a common value would be counted through the whole table.
create function private.count_by_marks(conditions jsonb, halvings integer, at_most integer) returns integer
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  counted integer;
begin
  execute format('select count(*) from (select from public.listing_search entry where %s limit %s) as found',
    private.conditions_sql(conditions, true, case when halvings > 0 then private.sample_of(halvings) end), at_most) into counted;
  return counted;
end
$$;

create function private.category_size(slug text) returns bigint
language sql stable
set search_path = ''
return (
  select coalesce(sum(counter.ads), 0) from public.categories top
  join public.categories leaf on leaf.ord_from between top.ord_from and top.ord_to
  join private.category_counters counter on counter.category = leaf.slug where top.slug = category_size.slug
);

create type private.extent as (
  -- Exact up to 1,000.
  total integer,
  is_more boolean,
  -- About how many: exact below 2,000.
  estimate bigint
);

-- Conditions that are found by an index of their own, which leaves few ads.
create function private.is_narrow(conditions jsonb) returns boolean
language sql immutable
set search_path = ''
return conditions ?| '{seller,ids}';

-- A sample that holds more than a thousand proves that there are more than a thousand.
create function private.search_extent(conditions jsonb, category text) returns private.extent
language plpgsql stable
set search_path = ''
as $$
declare
  cap constant integer := 2000;
  estimate bigint;
  counted integer;
begin
  if private.is_narrow(conditions) then
    execute format('select count(*) from (select from public.listing_search entry where %s limit %s) as found',
      private.conditions_sql(conditions, conditions ? 'q'), cap) into counted;
    return row(least(1000, counted), counted > 1000, counted)::private.extent;
  end if;
  -- The whole market and whole categories have counters; those hold ads of the last minutes before they expire, too.
  estimate := case when conditions - 'open' = '{}' then private.market_size()
    when conditions - '{open,category}'::text[] = '{}' then private.category_size(category) end;
  if estimate > 2 * cap then
    return row(1000, true, estimate)::private.extent;
  end if;
  if estimate is null then
    estimate := 256 * private.count_by_marks(conditions, 8, 100000);
    if estimate > 2 * cap and private.count_by_marks(conditions, greatest(0, floor(log(2, estimate / 2500.0))::integer), 1001) = 1001 then
      return row(1000, true, estimate)::private.extent;
    end if;
  end if;
  counted := private.count_by_marks(conditions, 0, cap);
  return row(least(1000, counted), counted > 1000, case when counted < cap then counted else greatest(cap, estimate) end)::private.extent;
end
$$;

-- How often to halve the market until about 3,000 of the ads that fit are left: 0 where they are few enough to be read all.
create function private.sample_halvings(estimate bigint) returns integer
language sql immutable
set search_path = ''
return case when estimate < 4096 then 0 else least(10, round(log(2, estimate / 3000.0)))::integer end;
