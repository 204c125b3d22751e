-- Where the best matches of very many are: by how well ads say the words and how well they stand, both of which the index of words knows.

-- The slots from this one on as marks: blocks of growing size, so that few lists are walked.
create function private.slots_from(slot integer, until integer) returns tsquery
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

-- The forms that a word is met as.
create function private.stems_met(understood private.understood, place integer) returns text[]
language sql stable
set search_path = ''
return array(
  select way.found[1] from jsonb_array_elements(understood.terms -> (place - 1) -> 'met_as') as met,
    lateral regexp_match(met ->> 'lexeme', '^''?([[:alnum:]]+|[a-z]{2}:[[:alnum:]]+)''?$') as way (found) where way.found is not null
  union
  select private.stem(longer) from private.completions(understood.words[place]) as longer
  where place = cardinality(understood.words) and not understood.is_whole);

create type private.band as (
  -- Where all words are said well enough.
  marks tsquery,
  -- Whether each word is asked for by its marks.
  is_whole boolean,
  -- The level that stands for it.
  level integer,
  -- Which part of all ads with the words that is at most, and if words had nothing to do with one another; null where no word is common.
  share float8,
  share_apart float8
);

-- The marks of one word, the best first, each with its level, and which part of the ads that have the word have it so well (null where none of its
-- forms is common). Of a level that no ad of the sample has nothing is asked, but of what would be better than all of them.
create function private.word_marks(understood private.understood, place integer, out marks text[], out levels integer[], out shares float8[])
language sql stable
set search_path = ''
begin atomic
  with uses as materialized (
    select private.common_hits(private.ways_query(understood.terms -> (word_marks.place - 1) -> 'met_as'))::float8 as ads
  ),
  met as materialized (
    select stem, known.levels, known.ads, count(known.ads) over () as common,
      total.ads as total, max(total.ads) over () as most, row_number() over (order by known.ads is null, stem ~ ':', stem) as number
    from unnest(private.stems_met(understood, place)) as stem left join private.word_levels known using (stem)
    cross join lateral (select sum(one) as ads from unnest(known.ads) as one) as total
  ),
  marked as (
    select format('''i:%s:%s''', said.level, met.stem) as mark, said.level, said.ads, met.common
    from met cross join lateral (
      select each.level, each.ads from unnest(met.levels, met.ads) as each (level, ads)
      union all
      select better.level, 0 from generate_series(0, coalesce(met.levels[1] - 1, 40)) as better (level)) as said
    -- What other languages make of a word counts where it is common: most ads that have that have the word itself as well.
    where met.number <= 8 and (met.stem !~ ':' or met.common = 0 or met.total > 0.4 * met.most)
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

-- Steps in how well the words are said, each part of the next. The rarer a word, the better it has to be said.
create function private.bands_of(understood private.understood) returns setof private.band
language plpgsql stable
set search_path = ''
as $$
declare
  asked constant integer := cardinality(understood.words);
  -- Of a single word one level makes the difference. The last two are without words too small to be asked for.
  steps constant integer[] := case when asked = 1 then '{2,3,4,5,6,7,8,9,10,12,14,17,20,24,28,33,40,44,46}' else '{4,7,10,13,16,20,26,33,40,44,46}' end;
  whole_steps constant integer := cardinality(steps) - 2;
  weights float8[] := array(select greatest(0.2, (term -> 'rarity')::float8)
    from jsonb_array_elements(understood.terms) with ordinality as each (term, place) order by place);
  mean float8 := (select avg(weight) from unnest(weights) as weight);
  last constant integer := whole_steps + case when cardinality(weights) > asked then 2 else 0 end;
  joined text[] := array_fill(''::text, array[last]);
  wholes boolean[] := array_fill(true, array[last]);
  shares float8[] := array_fill(1::float8, array[last]);
  products float8[] := array_fill(1::float8, array[last]);
  is_known boolean := false;
  said record;
  cut integer;
  upto integer;
begin
  for place in 1 .. cardinality(weights) loop
    continue when understood.words[place] = any(understood.dropped);
    select * into said from private.word_marks(understood, place);
    continue when said.marks is null;
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
      products[step] := products[step] * coalesce(said.shares[upto], 0);
    end loop;
  end loop;
  for step in 1 .. last loop
    continue when coalesce(joined[step], '') = '';
    return next row(substr(joined[step], 2)::tsquery, wholes[step], steps[step], case when is_known then shares[step] end, case when is_known then products[step] end)::private.band;
  end loop;
end
$$;

-- The conditions that about `enough` ads meet, the best matches among them: the better the words are said, the older an ad may be. Null where
-- that cannot be told: in a small market, where the words stand in no title or label, and by distance.
create function private.likely_sql(conditions jsonb, understood private.understood, estimate bigint, at timestamptz, enough integer) returns text
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  choices constant text[] := '{type,condition,delivery,seller_type,with_photo}';
  bands private.band[] := array(select band from private.bands_of(understood) as band);
  slots integer[] := array(select known.slot from private.standing_quantiles known order by known.place);
  -- The best that an ad can stand now.
  newest integer := private.standing_slot(at, 3::smallint, 'active');
  -- How much it matters where a single word stands: see text_score_sql().
  matters float8 := case when jsonb_array_length(understood.terms) = 1 then (understood.terms -> 0 -> 'rarity')::float8 else 1 end;
  halvings integer := greatest(3, least(8, floor(log(2, greatest(1, estimate / 100.0)))::integer));
  levels float8[] := '{}';
  upto bigint[];
  first integer[] := '{}';
  least_score float8;
  low float8;
  high float8;
  expected float8;
  filters text;
  beside text;
  arms text[];
  likely text;
  aim float8 := enough;
  sampled integer;
  is_unknown boolean;
  is_single constant boolean := cardinality(understood.words) = 1;
  last integer;
begin
  if cardinality(bands) = 0 or cardinality(slots) = 0 or exists (select from private.search_renewal where not is_done) then
    return null;
  end if;
  last := cardinality(bands) + 1;
  -- What the other filters ask for of the index, and what is compared on rows: choices that half of all ads meet, and what marks do not tell exactly.
  select string_agg(private.met_sql((condition ->> 'marks')::tsquery), ' and ') filter (where name <> all(choices)),
    string_agg(condition ->> 'exact', ' and ') filter (where name = any(choices) or not (condition -> 'whole')::boolean)
  into filters, beside from jsonb_each(conditions - 'q') as each (name, condition);
  -- As far as can be told without counting: half as if words stood where they do by chance, half as if always together.
  upto := array(select (estimate * sqrt(share * share_apart))::bigint from unnest(bands) with ordinality as band (marks, is_whole, level, share, share_apart, place)
    order by place) || estimate;
  is_unknown := upto[1] is null;
  for place in 1 .. last loop
    levels := levels || exp(-matters * case when place = 1 then bands[1].level when place = last then 48 else (bands[place].level + bands[place - 1].level) / 2.0 end / 25);
  end loop;
  -- Words may stand together more or less often than thought, and the ads that have them better or worse: the sample tells.
  for attempt in 1 .. 3 loop
    if attempt = (case when is_unknown then 1 when is_single then 0 else 2 end) then
      execute (select 'select array[' || string_agg(format('(select count(*) from %s entry where %s)', private.sample_table(halvings),
          concat_ws(' and ', private.met_sql(band.marks), case when not band.is_whole then private.met_sql((conditions -> 'q' ->> 'marks')::tsquery) end,
            filters, private.met_sql(private.sample_mark(halvings)), beside)), ', ' order by band.place) || ']'
        from unnest(bands) with ordinality as band (marks, is_whole, level, share, share_apart, place))
      into upto;
      upto := array(select ads << halvings from unnest(upto) with ordinality as each (ads, place) order by place);
      upto := upto || greatest(estimate, upto[last - 1]);
    end if;
    -- The score that about so many reach, by halving.
    low := -4;
    high := 0;
    for step in 1 .. 12 loop
      least_score := exp((low + high) / 2);
      expected := 0;
      first := '{}';
      for place in 1 .. last loop
        first[place] := case when least_score > levels[place] then null when least_score <= 0.86 * levels[place] then 0
          else newest - (ln((least_score / levels[place] - 0.85) / 0.15) / -0.0495 * 32)::integer end;
        expected := expected + case when first[place] is null then 0
          else greatest(0, upto[place] - case when place = 1 then 0 else upto[place - 1] end) * power(2, -greatest(0, width_bucket(first[place], slots) - 1) / 4.0) end;
      end loop;
      if expected > aim then low := (low + high) / 2; else high := (low + high) / 2; end if;
    end loop;
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
    if attempt > 1 or is_unknown or is_single then
      aim := aim * power(enough / greatest(4, 8.0 * sampled), 0.65);
    end if;
  end loop;
  -- What would be read must be few.
  return case when sampled > 0 and 8 * sampled <= 4 * enough then likely end;
end
$$;
