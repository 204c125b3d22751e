-- How many ads fit: exactly up to a thousand, beyond that about how many, without ever reading them all.

-- Counts by the marks in the index of words, which finds any combination of filters and a fair sample of it in one scan. Left to
-- the planner a common value would be counted through the whole table.
create or replace function private.count_by_marks(conditions jsonb, halvings integer, at_most integer) returns integer
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  counted integer;
begin
  execute format('select count(*) from (select from %s entry where %s limit %s) as found', private.sample_table(halvings),
    private.sampled_sql(conditions, true, halvings), at_most) into counted;
  return counted;
end
$$;

create or replace function private.category_size(slug text) returns bigint
language sql stable
set search_path = ''
return (
  select coalesce(sum(counter.ads), 0) from public.categories top
  join public.categories leaf on leaf.ord_from between top.ord_from and top.ord_to
  join private.category_counters counter on counter.category = leaf.slug where top.slug = category_size.slug
);

-- Conditions that are found by an index of their own, which leaves few ads.
create or replace function private.is_narrow(conditions jsonb) returns boolean
language sql immutable
set search_path = ''
return conditions ?| '{seller,ids}';

-- A sample of one in 256 that holds twenty leaves no doubt that there are more than a thousand: of a thousand ads it would hold four, and
-- twenty once in a hundred million times. Nor does one of one in eight that holds 190.
create or replace function private.search_extent(conditions jsonb, category text) returns private.extent
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
    when conditions - '{open,category}'::text[] = '{}' then private.category_size(category)
    when conditions ? 'q' and conditions - '{open,q,what,type}'::text[] = '{}' and private.common_hits((conditions -> 'q' ->> 'marks')::tsquery) is not null
      then private.common_hits((coalesce(conditions -> 'what', conditions -> 'q') ->> 'marks')::tsquery) end;
  if estimate > 2 * cap then
    return row(1000, true, estimate)::private.extent;
  end if;
  -- What is known to be no more than that is counted at once: three counts in place of one were what a page of a small category cost most.
  if estimate is null then
    counted := private.count_by_marks(conditions, 8, 100000);
    if counted >= 20 then
      return row(1000, true, 256 * counted)::private.extent;
    end if;
    counted := private.count_by_marks(conditions, 3, 100000);
    if counted >= 190 then
      return row(1000, true, 8 * counted)::private.extent;
    end if;
  end if;
  counted := private.count_by_marks(conditions, 0, cap);
  return row(least(1000, counted), counted > 1000, counted)::private.extent;
end
$$;

-- Counts what is common, and how the market stands, anew, in one ad of so many that some 16,000 are read. For a job; small markets have nothing common.
create or replace function private.count_common_words() returns integer
language plpgsql
set search_path = ''
as $$
declare
  size bigint := private.market_size();
  halvings integer := least(10, floor(log(2, greatest(1, size / 16000.0))));
  sampled text := case when halvings = 0 then '' else format(' where document @@ %L::tsquery', private.sample_of(halvings)) end;
  found integer;
begin
  delete from private.common_words;
  delete from private.standing_days;
  delete from private.word_levels;
  delete from private.standing_quantiles;
  if size < 20000 then
    return 0;
  end if;
  with counted as materialized (
    select word, ndoc::bigint << halvings as ads from ts_stat('select document from public.listing_search' || sampled)
  ),
  common as (
    insert into private.common_words (lexeme, ads)
    -- Words in all their forms and where they stand; no other marks.
    select word, ads from counted where ads >= 1000 and (word !~ '^[a-z]+:' or word ~ '^(t|k|u|w|pt|es|de|fr):')
    returning 1
  ),
  levels as (
    select regexp_replace(word, '^i:\d+:', '') as stem, split_part(word, ':', 2)::integer as level, ads from counted where word ~ '^i:'
  ),
  levelled as (
    insert into private.word_levels (stem, levels, ads)
    select stem, array_agg(level order by level), array_agg(ads order by level) from levels group by stem having sum(ads) >= greatest(200, 8 << halvings)
  )
  select count(*) into found from common;
  execute 'insert into private.standing_days (day, ads)
    select private.standing_day(published_at, quality, state, title_length), count(*) << $1 from public.listing_search' || sampled || ' group by 1'
  using halvings;
  execute 'insert into private.standing_quantiles (place, slot)
    select place - 1, slot from (
      select percentile_disc(array(select 1 - power(2, -step / 4.0::float8) from generate_series(0, 48) as step))
        within group (order by private.standing_slot(published_at, quality, state)) as slots
      from public.listing_search' || sampled || ') as found, unnest(found.slots) with ordinality as each (slot, place)';
  return found;
end
$$;
comment on function private.count_common_words() is 'Counts anew what very many ads have; returns how many words that are. For the hourly job.';
grant execute on function private.count_common_words() to service_role;
