-- One ad in eight of the search index once more, in a small table of its own: counting and sampling there reads lists an eighth as long, and
-- rows that lie close together.

create table private.search_sample (like public.listing_search);
alter table private.search_sample drop column card;
alter table private.search_sample add primary key (listing_id);
alter table private.search_sample set (toast_tuple_target = 256);
alter table private.search_sample alter column facts set storage main;
comment on table private.search_sample is 'The ads of listing_search that have the mark b:3, without their cards: what is counted in a sample is counted here. Kept by triggers.';

-- By the hash that search_marks() goes by.
create function private.is_sampled(listing_id uuid) returns boolean
language sql immutable
set search_path = ''
return uuid_hash_extended(listing_id, 0) & 7 = 0;

create function private.sampled_entries(wanted uuid default null) returns setof private.search_sample
language sql stable
set search_path = ''
begin atomic
  select entry.listing_id, entry.seller_id, entry.category, entry.root, entry.ord, entry.type, entry.price_minor, entry.price_low, entry.price_high,
    entry.condition, entry.delivery, entry.seller_type, entry.has_photo, entry.facts, entry.state, entry.lat, entry.lng, entry.published_at,
    entry.expires_at, entry.quality, entry.is_accessory, entry.title_length, entry.label_length, entry.synonym_length, entry.text_length, entry.document
  from public.listing_search entry where (wanted is null or entry.listing_id = wanted) and private.is_sampled(entry.listing_id);
end;

create function private.keep_sample() returns trigger
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
create trigger keep_sample after insert or update on public.listing_search
  for each row when (private.is_sampled(new.listing_id)) execute function private.keep_sample();
create trigger forget_sample after delete on public.listing_search
  for each row when (private.is_sampled(old.listing_id)) execute function private.keep_sample();

-- Also where rows are put in without triggers: a market that is missing in its sample would be counted as empty.
alter table public.listing_search enable always trigger keep_sample;
alter table public.listing_search enable always trigger forget_sample;

create function private.renew_sample() returns void
language sql
set search_path = ''
begin atomic
  delete from private.search_sample;
  insert into private.search_sample select * from private.sampled_entries();
end;
comment on function private.renew_sample() is 'Takes the sample anew.';
select private.renew_sample();
create index search_sample_document_idx on private.search_sample using gin (document) with (fastupdate = off);
analyze private.search_sample;

-- Words as conditions on the index, each group of forms a condition of its own: the index leaps from one to the next, where in one condition
-- it would try each ad of the shorter lists.
create function private.met_sql(query tsquery) returns text
language sql immutable strict
set search_path = ''
return (
  select case when bool_and(one.part ~ '^(\( [^()&!<]* \)|''[^'']*''(:\*)?)$') then string_agg(format('entry.document @@ %L::tsquery', one.part), ' and ')
    else format('entry.document @@ %L::tsquery', query) end
  from regexp_split_to_table(query::text, ' & ') as one (part));

create or replace function private.conditions_sql(conditions jsonb, by_marks boolean, sample tsquery default null) returns text
language sql immutable
set search_path = ''
begin atomic
  with chosen as (
    select condition, by_marks and not (sample is not null and conditions ?| '{q,grade}'
      and name = any('{type,condition,delivery,seller_type,with_photo}'::text[])) as by_marks
    from jsonb_each(conditions) as each (name, condition)
  )
  select concat_ws(' and ', string_agg(condition ->> 'exact', ' and ') filter (where not (chosen.by_marks and (condition -> 'whole')::boolean)),
    string_agg(private.met_sql((condition ->> 'marks')::tsquery), ' and ') filter (where chosen.by_marks), private.met_sql(sample))
  from chosen;
end;

-- Where a sample of one ad in 2^halvings is read: its table, and the mark that is still to be met there.
create function private.sample_table(halvings integer) returns text
language sql immutable
set search_path = ''
return case when halvings >= 3 then 'private.search_sample' else 'public.listing_search' end;

create function private.sample_mark(halvings integer) returns tsquery
language sql immutable
set search_path = ''
return case when halvings not in (0, 3) then private.sample_of(halvings) end;

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
    private.conditions_sql(conditions, true, private.sample_mark(halvings)), at_most) into counted;
  return counted;
end
$$;

-- How many of the sampled eighth have it, or of a smaller share of that.
create function private.count_sampled(query tsquery, halvings integer, at_most integer) returns integer
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

-- Without the settings an absent word costs a look at every ad: the planner expects to meet it early. What is common is met in the sample.
create or replace function private.finds_something(query tsquery) returns boolean
language sql stable
set search_path = ''
set enable_seqscan = off
as $$
  select private.common_hits(query) is not null
    or exists (select from private.search_sample entry where entry.document @@ query)
    or exists (select from public.listing_search entry where entry.document @@ query)
$$;

-- How many ads have it, counted up to `at_most`. Of a common word the sample has as many, and the rest is never read.
create or replace function private.hits(query tsquery, at_most integer) returns integer
language plpgsql stable
set search_path = ''
as $$
begin
  -- What was counted from a sample may be off, and some time ago.
  if private.common_hits(query) >= 2 * at_most or private.count_sampled(query, 3, at_most) = at_most then
    return at_most;
  end if;
  return private.count_hits(query, at_most);
end
$$;

-- About how many ads have it: exact where few have it.
create or replace function private.about_hits(query tsquery) returns integer
language plpgsql stable
set search_path = ''
as $$
declare
  counted bigint := private.common_hits(query);
begin
  if counted is not null then
    return counted;
  end if;
  counted := private.count_sampled(query, 8, 100);
  if counted >= 20 then
    return 256 * counted;
  end if;
  counted := private.count_sampled(query, 3, 100000);
  return case when counted >= 20 then 8 * counted else private.count_hits(query, 1000) end;
end
$$;

-- Inverse document frequency as in BM25 (Robertson and Zaragoza 2009): rare words say more.
create or replace function private.rarity_of(met_as jsonb, ads bigint) returns float8
language plpgsql stable
set search_path = ''
as $$
declare
  term tsquery := private.ways_query(met_as);
  uses bigint := private.common_hits(term);
begin
  if uses is null then
    -- Small markets are counted exactly.
    uses := case when ads < 20000 then private.count_hits(term, 20000) else private.about_hits(term) end;
  end if;
  return ln(1 + greatest(0, ads - uses + 0.5) / (uses + 0.5));
end
$$;

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
    when conditions - '{open,q}'::text[] = '{}' then private.common_hits((conditions -> 'q' ->> 'marks')::tsquery) end;
  if estimate > 2 * cap then
    return row(1000, true, estimate)::private.extent;
  end if;
  counted := private.count_by_marks(conditions, 8, 100000);
  if counted >= 20 then
    return row(1000, true, 256 * counted)::private.extent;
  end if;
  counted := private.count_by_marks(conditions, 3, 100000);
  if counted >= 190 then
    return row(1000, true, 8 * counted)::private.extent;
  end if;
  counted := private.count_by_marks(conditions, 0, cap);
  return row(least(1000, counted), counted > 1000, counted)::private.extent;
end
$$;

-- The rows that a facet is counted from, as a CTE: those that fit all but `without`.
create or replace function private.facet_rows_sql(name text, conditions jsonb, halvings integer) returns text
language sql immutable
set search_path = ''
return format('%s as materialized (
    select entry.category, entry.condition, entry.type, entry.delivery, entry.seller_type, entry.has_photo, entry.published_at,
      entry.price_minor, entry.facts, 1 << %s as ads
    from %s entry where %s)', name, halvings, private.sample_table(halvings),
  private.conditions_sql(conditions, not private.is_narrow(conditions) or conditions ? 'q', private.sample_mark(halvings)));

-- What one word may be met as: itself in any form, its synonyms, in two words ("hair dryer"), or as one with a neighbour ("sun glasses").
create or replace function private.word_ways(words text[], place integer, is_beginning boolean, out ways jsonb, out query tsquery)
language plpgsql stable
set search_path = ''
as $$
declare
  word text := words[place];
  joined text;
begin
  query := private.word_in_full(word, is_beginning);
  ways := jsonb_build_array(private.term(private.stem(word))) || private.other_ways(word);
  if not private.finds_something(query) and private.split_word(word) is not null then
    query := private.split_word(word);
    ways := (select jsonb_agg(private.term(half[1])) from regexp_matches(query::text, '''([a-z]+)''', 'g') as half);
  elsif is_beginning then
    ways := ways || private.term(word || ':*', 0.5);
  end if;
  foreach joined in array array[words[place - 1] || word, word || words[place + 1]] loop
    -- The first word has none before it, the last none behind.
    continue when joined is null;
    if char_length(joined) >= 6 and private.finds_something(private.word_query(joined, false)) then
      ways := ways || private.term(private.stem(joined));
      query := query || private.word_query(joined, false);
    end if;
  end loop;
end
$$;
