-- Where the best matches of very many are, better told: a single common word by each of its levels, synonyms by what they are worth, several words by
-- counting where they stand together, which is looked for by halving.

-- The forms that a word is met as, and what each is worth.
create function private.ways_met(understood private.understood, place integer, out stem text, out worth float8) returns setof record
language sql stable
set search_path = ''
begin atomic
  select said.stem, max(said.worth) from (
    select way.found[1] as stem, (met -> 'worth')::float8 as worth from jsonb_array_elements(understood.terms -> (place - 1) -> 'met_as') as met,
      lateral regexp_match(met ->> 'lexeme', '^''?([[:alnum:]]+|[a-z]{2}:[[:alnum:]]+)''?$') as way (found) where way.found is not null
    union all
    select private.stem(longer), 0.5 from private.completions(understood.words[place]) as longer
    where place = cardinality(understood.words) and not understood.is_whole) as said
  group by said.stem;
end;

-- The level that a word said on this one stands on where it is only a synonym or begins so: see text_score_sql(), and a tenth less because it is not the word.
create function private.level_as(level integer, worth float8) returns integer
language sql immutable
set search_path = ''
return case when worth = 1 then level
  else round(-25 * ln(0.9::float8 * worth / (exp(level / 25::float8) - 1 + worth)))::integer end;

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

-- Steps in how well the words are said, each part of the next. The rarer a word, the better it has to be said. Of a single common word each level
-- is a step from where the share `wanted` of its ads begins: a level more is as much as a fifth of what a new ad has before an old one.
drop function private.bands_of(private.understood);
-- Together words stand more or less often than each by itself tells: that is counted.
alter type private.band drop attribute share_apart;
create function private.bands_of(understood private.understood, wanted float8) returns setof private.band
language plpgsql stable
set search_path = ''
as $$
declare
  asked constant integer := cardinality(understood.words);
  -- Of a single word one level makes the difference. The last two are without words too small to be asked for.
  steps integer[] := case when asked = 1 then '{2,3,4,5,6,7,8,9,10,12,14,17,20,24,28,33,40,44,46}' else '{4,7,10,13,16,20,26,33,40,44,46}' end;
  whole_steps integer := cardinality(steps) - 2;
  weights float8[] := array(select greatest(0.2, (term -> 'rarity')::float8)
    from jsonb_array_elements(understood.terms) with ordinality as each (term, place) order by place);
  mean float8 := (select avg(weight) from unnest(weights) as weight);
  last integer := whole_steps + case when cardinality(weights) > asked then 2 else 0 end;
  joined text[] := array_fill(''::text, array[last]);
  -- A word that is met as two ("teddybear") has marks for each, and must be asked for.
  is_split constant boolean := regexp_count(understood.query::text, '&') >= asked - cardinality(understood.dropped);
  wholes boolean[] := array_fill(not is_split, array[last]);
  shares float8[] := array_fill(1::float8, array[last]);
  is_known boolean := false;
  said record;
  cut integer;
  upto integer;
begin
  for place in 1 .. cardinality(weights) loop
    continue when understood.words[place] = any(understood.dropped);
    select * into said from private.word_marks(understood, place);
    continue when said.marks is null;
    if cardinality(weights) = 1 and said.shares is not null then
      steps := array(
        select level from (select each.level, max(each.share) as share from unnest(said.levels, said.shares) as each (level, share) group by each.level) as known
        where share >= wanted / 8 order by level limit 12) || 46;
      whole_steps := cardinality(steps);
      last := whole_steps;
    end if;
    for step in 1 .. last loop
      continue when step > whole_steps and place > asked;
      cut := case step - whole_steps when 1 then 20 when 2 then 40 else steps[step] end;
      if cut < 40 and cardinality(weights) > 1 then
        cut := greatest(0, round(5 + (cut - 5) * mean / weights[place]));
      end if;
      if cut > 33 and steps[step] < 40 then
        wholes[step] := false;
        continue;
      end if;
      upto := width_bucket(least(40, cut), said.levels);
      joined[step] := case when upto > 0 then joined[step] || '&(' || array_to_string(said.marks[1:upto], '|') || ')' end;
      continue when said.shares is null;
      is_known := true;
      shares[step] := least(shares[step], said.shares[upto]);
    end loop;
  end loop;
  for step in 1 .. last loop
    continue when coalesce(joined[step], '') = '';
    return next row(substr(joined[step], 2)::tsquery, wholes[step], steps[step], case when is_known then shares[step] end)::private.band;
  end loop;
end
$$;

-- How many ads of the sample are in a band, counted up to `at_most`; `filters` and `beside` as in likely_sql().
create function private.band_hits(band private.band, conditions jsonb, filters text, beside text, halvings integer, at_most integer) returns integer
language plpgsql stable
set search_path = ''
as $$
declare
  found integer;
begin
  execute format('select count(*) from (select from %s entry where %s limit %s) as found', private.sample_table(halvings),
    concat_ws(' and ', private.met_sql(band.marks), case when not band.is_whole then private.met_sql((conditions -> 'q' ->> 'marks')::tsquery) end,
      filters, private.met_sql(private.sample_mark(halvings)), beside), at_most) into found;
  return found;
end
$$;

-- About how many ads are in each band and, at the end, in none: counted in the sample where `aim` of them are reached, which is looked for by halving, and
-- guessed between what was counted.
create function private.counted_bands(bands private.band[], conditions jsonb, filters text, beside text, estimate bigint, aim float8) returns bigint[]
language plpgsql stable
set search_path = ''
as $$
declare
  most constant integer := 1000;
  -- What lies in the sample of widest bands should not be many times what is counted.
  halvings integer := greatest(3, least(8, ceil(log(2, greatest(1, estimate / 16000.0)))::integer));
  after integer := cardinality(bands) + 1;
  below integer := 0;
  reached integer := after;
  middle integer;
  counted bigint[] := array_fill(null::bigint, array[after]);
  from_ads float8 := 0;
  from_place integer := 0;
begin
  counted[after] := estimate;
  while reached - below > 1 loop
    middle := (below + reached) / 2;
    counted[middle] := least(estimate, private.band_hits(bands[middle], conditions, filters, beside, halvings, most)::bigint << halvings);
    if counted[middle] >= aim then reached := middle; else below := middle; end if;
  end loop;
  for place in 1 .. after loop
    continue when counted[place] is null;
    for between in from_place + 1 .. place - 1 loop
      counted[between] := case when from_place = 0 and counted[place] = 0 then 0
        else greatest(1, from_ads) * power(greatest(1, counted[place]) / greatest(1, from_ads), (between - from_place)::float8 / (place - from_place)) end;
    end loop;
    from_ads := counted[place];
    from_place := place;
  end loop;
  return counted;
end
$$;

-- From which slot on the ads of each step are among the `aim` best, null where none is: by the score that about so many reach, which is looked for by
-- halving. `levels` is what a step is worth, `upto` how many ads it holds together with the better ones.
create function private.first_slots(levels float8[], upto bigint[], slots integer[], newest integer, aim float8) returns integer[]
language plpgsql immutable
set search_path = ''
as $$
declare
  first integer[];
  least_score float8;
  low float8 := -4;
  high float8 := 0;
  expected float8;
begin
  for step in 1 .. 12 loop
    least_score := exp((low + high) / 2);
    expected := 0;
    for place in 1 .. cardinality(levels) loop
      first[place] := case when least_score > levels[place] then null when least_score <= 0.86 * levels[place] then 0
        -- Half of what an ad has for being new is gone after 14 days: see standing_factor_sql().
        else newest - (ln((least_score / levels[place] - 0.85) / 0.15) / -0.0495 * 32)::integer end;
      expected := expected + case when first[place] is null then 0
        else greatest(0, upto[place] - case when place = 1 then 0 else upto[place - 1] end) * power(2, -greatest(0, width_bucket(first[place], slots) - 1) / 4.0) end;
    end loop;
    if expected > aim then low := (low + high) / 2; else high := (low + high) / 2; end if;
  end loop;
  return first;
end
$$;

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

drop function private.stems_met(private.understood, integer);
