-- Small samples in indexes of their own: a quarter of all ads, and one in 64 of them in private.search_sample. What is looked for there need
-- not be met with the mark of the sample, which is a list of very many ads, and its own lists are as much shorter. Finding one in four of
-- 5,000 ads with three common words takes 5 ms in place of 14.

create index listing_search_quarter_idx on public.listing_search using gin (document) with (fastupdate = off)
  where uuid_hash_extended(listing_id, 0) & 3 = 0;
create index search_sample_few_idx on private.search_sample using gin (document) with (fastupdate = off)
  where uuid_hash_extended(listing_id, 0) & 63 = 0;

-- That an ad is in the index for as many halvings, where there is one.
create function private.index_sql(halvings integer) returns text
language sql immutable
set search_path = ''
return case when halvings >= 6 then 'uuid_hash_extended(entry.listing_id, 0) & 63 = 0'
  when halvings = 2 then 'uuid_hash_extended(entry.listing_id, 0) & 3 = 0' end;

-- The conditions on one ad in 2^halvings. Where an index holds no others, only conditions without any mark need the one of the sample.
create function private.sampled_sql(conditions jsonb, by_marks boolean, halvings integer) returns text
language sql immutable
set search_path = ''
return concat_ws(' and ', private.conditions_sql(conditions, by_marks, case when halvings not in (2, 6)
    or not by_marks or not jsonb_path_exists(conditions, '$.*.marks ? (@ != null)') then private.sample_mark(halvings) end),
  private.index_sql(halvings));

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

-- How often to halve the market for facets: not where ads are few enough to be read all, by two for a quarter of some thousand, else until
-- about 2,000 are left.
create function private.facet_halvings(estimate bigint) returns integer
language sql immutable
set search_path = ''
return case when estimate < 2500 then 0 when estimate < 8000 then 2
  else greatest(3, least(10, round(log(2, estimate / 2000.0)))) end::integer;
