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

-- A sample of one in 256 that holds twenty leaves no doubt that there are more than a thousand: of a thousand it would hold four, and
-- twenty once in a hundred million times. One that holds more than a thousand proves it.
create function private.search_extent(conditions jsonb, category text) returns private.extent
language plpgsql stable
set search_path = ''
as $$
declare
  cap constant integer := 2000;
  enough_sampled constant integer := 20;
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
    when conditions - '{open,category}'::text[] = '{}' then private.category_size(category)
    when conditions - '{open,q}'::text[] = '{}' then private.common_hits((conditions -> 'q' ->> 'marks')::tsquery) end;
  if estimate > 2 * cap then
    return row(1000, true, estimate)::private.extent;
  end if;
  if estimate is null then
    counted := private.count_by_marks(conditions, 8, 100000);
    estimate := 256 * counted;
    if counted >= enough_sampled then
      return row(1000, true, estimate)::private.extent;
    end if;
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

-- Counts what is common, and how the market stands, anew, in one ad of so many that some 16,000 are read. For a job; small markets have nothing common.
create function private.count_common_words() returns integer
language plpgsql
set search_path = ''
as $$
declare
  size bigint := private.market_size();
  halvings integer := floor(log(2, greatest(1, size / 16000.0)));
  sampled text := case when halvings = 0 then '' else format(' where document @@ %L::tsquery', private.sample_of(least(10, halvings))) end;
  found integer;
begin
  delete from private.common_words;
  delete from private.standing_days;
  if size < 20000 then
    return 0;
  end if;
  insert into private.common_words (lexeme, ads)
  select word, ndoc::bigint << least(10, halvings) from ts_stat('select document from public.listing_search' || sampled)
  -- Words in all their forms and where they stand; no other marks.
  where ndoc::bigint << least(10, halvings) >= 1000 and (word !~ '^[a-z]+:' or word ~ '^(t|k|u|w|pt|es|de|fr):');
  get diagnostics found = row_count;
  execute 'insert into private.standing_days (day, ads)
    select private.standing_day(published_at, quality, state, title_length), count(*) << $1 from public.listing_search' || sampled || ' group by 1'
  using least(10, halvings);
  return found;
end
$$;
comment on function private.count_common_words() is 'Counts anew what very many ads have; returns how many words that are. For the hourly job.';
grant execute on function private.count_common_words() to service_role;
