-- Where the best matches of very many are, better told: a single common word by each of its levels, synonyms by what they are worth, several words by
-- counting where they stand together, which is looked for by halving.

-- The forms that a word is met as, and what each is worth.
create or replace function private.ways_met(understood private.understood, place integer, out stem text, out worth float8) returns setof record
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
create or replace function private.level_as(level integer, worth float8) returns integer
language sql immutable
set search_path = ''
return case when worth = 1 then level
  else round(-25 * ln(0.9::float8 * worth / (exp(level / 25::float8) - 1 + worth)))::integer end;

create or replace function private.bands_of(understood private.understood, wanted float8) returns setof private.band
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
  is_split constant boolean := regexp_count(understood.query::text, '&') >= asked;
  wholes boolean[] := array_fill(not is_split, array[last]);
  shares float8[] := array_fill(1::float8, array[last]);
  is_known boolean := false;
  said record;
  cut integer;
  upto integer;
begin
  for place in 1 .. cardinality(weights) loop
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
create or replace function private.band_hits(band private.band, conditions jsonb, filters text, beside text, halvings integer, at_most integer) returns integer
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
create or replace function private.counted_bands(bands private.band[], conditions jsonb, filters text, beside text, estimate bigint, aim float8) returns bigint[]
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
create or replace function private.first_slots(levels float8[], upto bigint[], slots integer[], newest integer, aim float8) returns integer[]
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
