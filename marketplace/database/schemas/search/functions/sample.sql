-- Small samples in indexes of their own: a quarter of all ads, and one in 64 of them in private.search_sample. What is looked for there need
-- not be met with the mark of the sample, which is a list of very many ads, and its own lists are as much shorter. Finding one in four of
-- 5,000 ads with three common words takes 5 ms in place of 14.

-- By the hash that search_marks() goes by.
create or replace function private.is_sampled(listing_id uuid) returns boolean
language sql immutable
set search_path = ''
return uuid_hash_extended(listing_id, 0) & 7 = 0;

create or replace function private.sampled_entries(wanted uuid default null) returns setof private.search_sample
language sql stable
set search_path = ''
begin atomic
  select entry.listing_id, entry.seller_id, entry.category, entry.root, entry.ord, entry.type, entry.price_minor, entry.price_low, entry.price_high,
    entry.condition, entry.delivery, entry.seller_type, entry.has_photo, entry.facts, entry.state, entry.lat, entry.lng, entry.published_at,
    entry.expires_at, entry.quality, entry.is_accessory, entry.title_length, entry.label_length, entry.synonym_length, entry.text_length, entry.document
  from public.listing_search entry where (wanted is null or entry.listing_id = wanted) and private.is_sampled(entry.listing_id);
end;

create or replace function private.keep_sample() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.search_sample kept where kept.listing_id = old.listing_id;
  if tg_op <> 'DELETE' then
    insert into private.search_sample select * from private.sampled_entries(new.listing_id);
  end if;
  return null;
end
$$;
create or replace trigger keep_sample after insert or update on public.listing_search
  for each row when (private.is_sampled(new.listing_id)) execute function private.keep_sample();
alter table public.listing_search enable always trigger keep_sample;
create or replace trigger forget_sample after delete on public.listing_search
  for each row when (private.is_sampled(old.listing_id)) execute function private.keep_sample();
alter table public.listing_search enable always trigger forget_sample;

create or replace function private.renew_sample() returns void
language sql
set search_path = ''
begin atomic
  delete from private.search_sample;
  insert into private.search_sample select * from private.sampled_entries();
end;
comment on function private.renew_sample() is 'Takes the sample anew.';

-- Words as conditions on the index, each group of forms a condition of its own: the index leaps from one to the next, where in one condition
-- it would try each ad of the shorter lists.
create or replace function private.met_sql(query tsquery) returns text
language sql immutable strict
set search_path = ''
return (
  select case when bool_and(one.part ~ '^(\( [^()&!<]* \)|''[^'']*''(:\*)?)$') then string_agg(format('entry.document @@ %L::tsquery', one.part), ' and ')
    else format('entry.document @@ %L::tsquery', query) end
  from regexp_split_to_table(query::text, ' & ') as one (part));

-- Where a sample of one ad in 2^halvings is read: its table, and the mark that is still to be met there.
create or replace function private.sample_table(halvings integer) returns text
language sql immutable
set search_path = ''
return case when halvings >= 3 then 'private.search_sample' else 'public.listing_search' end;

create or replace function private.sample_mark(halvings integer) returns tsquery
language sql immutable
set search_path = ''
return case when halvings not in (0, 3) then private.sample_of(halvings) end;

-- How many of the sampled eighth have it, or of a smaller share of that.
create or replace function private.count_sampled(query tsquery, halvings integer, at_most integer) returns integer
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
begin
  return case when halvings = 3
    then (select count(*) from (select from private.search_sample entry where entry.document @@ query limit at_most) as found)
    else (select count(*) from (select from private.search_sample entry
      where entry.document @@ query and entry.document @@ private.sample_of(halvings) limit at_most) as found) end;
end
$$;

-- That an ad is in the index for as many halvings, where there is one.
create or replace function private.index_sql(halvings integer) returns text
language sql immutable
set search_path = ''
return case when halvings >= 6 then 'uuid_hash_extended(entry.listing_id, 0) & 63 = 0'
  when halvings = 2 then 'uuid_hash_extended(entry.listing_id, 0) & 3 = 0' end;

-- The conditions on one ad in 2^halvings. Where an index holds no others, only conditions without any mark need the one of the sample.
create or replace function private.sampled_sql(conditions jsonb, by_marks boolean, halvings integer) returns text
language sql immutable
set search_path = ''
return concat_ws(' and ', private.conditions_sql(conditions, by_marks, case when halvings not in (2, 6)
    or not by_marks or not jsonb_path_exists(conditions, '$.*.marks ? (@ != null)') then private.sample_mark(halvings) end),
  private.index_sql(halvings));

-- How often to halve the market for facets: not where ads are few enough to be read all, by two for a quarter of some thousand, else until
-- about 2,000 are left.
create or replace function private.facet_halvings(estimate bigint) returns integer
language sql immutable
set search_path = ''
return case when estimate < 2500 then 0 when estimate < 8000 then 2
  else greatest(3, least(10, round(log(2, estimate / 2000.0)))) end::integer;
