-- Where the best matches of very many are: by how well ads say the words and how well they stand, both of which the index of words knows.

-- The slots from this one on as marks: blocks of growing size, so that few lists are walked.
create or replace function private.slots_from(slot integer, until integer) returns tsquery
language plpgsql immutable
set search_path = ''
as $$
declare
  blocks text[] := '{}';
  place integer := slot;
  scale integer;
begin
  while place <= until loop
    -- The widest block that begins here and does not reach far beyond the end.
    scale := case when place & 1023 = 0 and until - place >= 300 then 10 when place & 127 = 0 and until - place >= 60 then 7
      when place & 31 = 0 then 5 when place & 3 = 0 then 2 else 0 end;
    blocks := blocks || format('''p:%s:%s''', scale, place >> scale);
    place := ((place >> scale) + 1) << scale;
  end loop;
  return array_to_string(blocks, '|')::tsquery;
end
$$;

-- The marks of one word, the best first, each with its level, and which part of the ads that have the word have it so well (null where none of its
-- forms is common). Of a level that no ad of the sample has nothing is asked, but of what would be better than all of them.
create or replace function private.word_marks(understood private.understood, place integer, out marks text[], out levels integer[], out shares float8[])
language sql stable
set search_path = ''
begin atomic
  with uses as materialized (
    select private.common_hits(private.ways_query(understood.terms -> (word_marks.place - 1) -> 'met_as'))::float8 as ads
  ),
  met as materialized (
    select way.stem, way.worth, known.levels, known.ads, count(known.ads) over () as common,
      row_number() over (order by known.ads is null, way.stem ~ ':', way.stem) as number
    from private.ways_met(understood, place) as way left join private.word_levels known on known.stem = way.stem
  ),
  marked as (
    select format('''i:%s:%s''', said.level, met.stem) as mark, private.level_as(said.level, met.worth) as level, said.ads, met.common
    from met cross join lateral (
      select each.level, each.ads from unnest(met.levels, met.ads) as each (level, ads)
      union all
      select better.level, 0 from generate_series(0, coalesce(met.levels[1] - 1, 40)) as better (level)) as said
    where met.number <= 8
  ),
  summed as (
    select marked.mark, marked.level, marked.common, row_number() over (order by marked.level, marked.mark) as place,
      sum(marked.ads) over (order by marked.level, marked.mark) as ads, sum(marked.ads) over () as total
    from marked
  )
  select array_agg(summed.mark order by summed.place), array_agg(summed.level order by summed.place),
    case when min(summed.common) > 0 then array_agg(summed.ads::float8 / greatest(1, uses.ads, summed.total) order by summed.place) end
  from summed, uses;
end;

-- The conditions that about `enough` ads meet, the best matches among them: the better the words are said, the older an ad may be. Null where
-- that cannot be told: in a small market, where the words stand in no title or label, and by distance.
create or replace function private.likely_sql(conditions jsonb, understood private.understood, estimate bigint, at timestamptz, enough integer) returns text
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  choices constant text[] := '{type,condition,delivery,seller_type,with_photo}';
  bands private.band[] := array(select band from private.bands_of(understood, enough::float8 / greatest(1, estimate)) as band);
  slots integer[] := array(select known.slot from private.standing_quantiles known order by known.place);
  -- The best that an ad can stand now.
  newest integer := private.standing_slot(at, 3::smallint, 'active');
  -- How much it matters where a single word stands: see text_score_sql().
  matters float8 := case when jsonb_array_length(understood.terms) = 1 then (understood.terms -> 0 -> 'rarity')::float8 else 1 end;
  last constant integer := cardinality(bands) + 1;
  levels float8[] := '{}';
  upto bigint[];
  first integer[];
  filters text;
  beside text;
  arms text[];
  likely text;
  aim float8 := enough;
  sampled integer;
begin
  if last = 1 or cardinality(slots) = 0 or exists (select from private.search_renewal where not is_done) then
    return null;
  end if;
  -- What the other filters ask for of the index, and what is compared on rows: choices that half of all ads meet, and what marks do not tell exactly.
  select string_agg(private.met_sql((condition ->> 'marks')::tsquery), ' and ') filter (where name <> all(choices)),
    -- `is true` hides it from the other indexes: whole orders by price would be met with the marks.
    string_agg(format('(%s) is true', condition ->> 'exact'), ' and ') filter (where name = any(choices) or not (condition -> 'whole')::boolean)
  into filters, beside from jsonb_each(conditions - 'q') as each (name, condition);
  for place in 1 .. last loop
    levels := levels || exp(-matters * case when place = 1 then bands[1].level when place = last then 48 else (bands[place].level + bands[place - 1].level) / 2.0 end / 25);
  end loop;
  -- Of a common word it is known how many ads say it how well. How often words stand together nobody knows beforehand: the sample tells.
  upto := case when cardinality(understood.words) = 1 and bands[1].share is not null
    then array(select (estimate * band.share)::bigint from unnest(bands) with ordinality as band (marks, is_whole, level, share, place) order by place) || estimate
    else private.counted_bands(bands, conditions, filters, beside, estimate, aim) end;
  for attempt in 1 .. 3 loop
    first := private.first_slots(levels, upto, slots, newest, aim);
    arms := '{}';
    for place in 1 .. last loop
      -- What is in a step is in all wider ones, too.
      continue when first[place] is null or place < last and first[place + 1] <= first[place];
      -- What all have in common the planner would look up alone, and compare the rest with each document: a word that no ad has makes them differ.
      arms := arms || replace('(' || concat_ws(' and ', case when place < last then private.met_sql(bands[place].marks) end,
        case when place = last or not bands[place].is_whole then private.met_sql((conditions -> 'q' ->> 'marks')::tsquery) end, filters,
        case when first[place] > slots[1] then private.met_sql(private.slots_from(first[place], newest)) end) || ')',
        '''::tsquery', format(' | ''''~%s''''''::tsquery', place));
    end loop;
    likely := concat_ws(' and ', beside, '(' || array_to_string(arms, ' or ') || ')');
    execute format('select count(*) from (select from private.search_sample entry where %s limit %s) as found', likely, 2 * enough) into sampled;
    exit when 8 * sampled between 0.4 * enough and 2 * enough;
    aim := aim * power(enough / greatest(4, 8.0 * sampled), 0.65);
  end loop;
  -- What would be read must be few.
  return case when sampled > 0 and 8 * sampled <= 4 * enough then likely end;
end
$$;
