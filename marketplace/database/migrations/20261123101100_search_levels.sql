-- How many ads have a word of common ones on which level of impact, and how the market stands.
create table private.word_levels (stem text primary key, levels integer[] not null, ads bigint[] not null);
comment on table private.word_levels is 'About how many ads say a common word how well: its levels of impact that occur, and the ads of each. Counted together with common words.';
create table private.standing_quantiles (place integer primary key, slot integer not null);
comment on table private.standing_quantiles is 'From which standing_slot() on a share of 2^(-place/4) of all ads stands: counted together with common words.';

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
