-- The days since which about this share of the market stands, as marks: a few blocks of days, the last of them a little too long. Few, because
-- each block is one more list to walk. Null for nearly all of it, and where nobody has counted.
create or replace function private.standing_since(share float8) returns tsquery
language sql stable
set search_path = ''
begin atomic
  with counted as (
    select known.day, sum(known.ads) over (order by known.day desc) as up_to, sum(known.ads) over () as total, max(known.day) over () as newest
    from private.standing_days known
  ),
  since as (
    select day, newest, scale from (select day, newest from counted where up_to >= share * total order by day desc limit 1) as found,
      unnest('{0,1,3,5}'::integer[]) as scale
    where share < 0.8 and (newest >> scale) - (day >> scale) < 10 order by scale limit 1
  )
  -- Ads that came since the days were counted stand in blocks after the newest.
  select string_agg(format('''d:%s:%s''', scale, block), '|')::tsquery from since, generate_series(day >> scale, (newest >> scale) + 2) as block;
end;

-- The places where all words may stand, the best first, each part of the next: a query, and what the text is worth to the score then, its
-- parts as in field_worths_sql(), as far as can be told without looking at documents. `stresses` are where they are said there twice.
create type private.grade as (place integer, marks tsquery, worth text, stresses tsquery[], stress_worth text);
drop function private.grades_of(private.understood);
create function private.grades_of(understood private.understood) returns setof private.grade
language sql stable
set search_path = ''
begin atomic
  with marked as materialized (
    select private.marked_words('t', understood) as title, private.marked_words('k', understood) as label, private.marked_words('tk', understood) as either,
      private.marked_words('u', understood) as repeated, private.marked_words('w', understood) as stressed
  )
  select grade.place, grade.marks, grade.worth, grade.stresses, grade.stress_worth from marked cross join lateral (values
    (1, marked.title && marked.label, 'entry.title_worth + entry.label_worth + entry.text_worth',
      array[marked.repeated, marked.title && marked.label && marked.stressed], 'entry.title_worth + entry.label_worth + 2 * entry.text_worth'),
    (2, marked.title, 'entry.title_worth + entry.text_worth', array[marked.title && marked.stressed], 'entry.title_worth + 2 * entry.text_worth'),
    (3, marked.either, '0.5 * (entry.title_worth + entry.label_worth) + entry.text_worth',
      array[marked.either && marked.stressed], '0.5 * (entry.title_worth + entry.label_worth) + 2 * entry.text_worth'),
    (4, null, 'entry.text_worth + entry.synonym_worth', array[marked.stressed], '2 * entry.text_worth')) as grade (place, marks, worth, stresses, stress_worth);
end;

-- What has the words there has them anywhere: the long lists of their forms need not be met as well.
create function private.graded(conditions jsonb, marks tsquery) returns jsonb
language sql immutable
set search_path = ''
return case when marks is null then conditions else (conditions - 'q') || jsonb_build_object('grade', private.condition(null, marks, true)) end;

-- The best `enough` of one place, by what can be told without a look at documents; where more than `few` are expected, of the newest.
create function private.place_candidates(conditions jsonb, expected bigint, worth text, matters float8, factors text, enough integer) returns tid[]
language plpgsql stable
set search_path = ''
as $$
declare
  since tsquery := case when expected > 2 * enough then private.standing_since(2.0 * enough / expected) end;
  found tid[];
begin
  execute format('select array_agg(best.spot) from (
    select entry.spot from (
      select entry.ctid as spot, entry.published_at, entry.quality, entry.state, entry.is_accessory, entry.lat, entry.lng, %s
      from public.listing_search entry where %s) as entry
    order by power(1 - 4 / (4 + %s), %s) * %s desc limit %s) as best',
    private.field_worths_sql(), private.conditions_sql(conditions, true, since), worth, matters, factors, enough)
  into found;
  return coalesce(found, '{}');
end
$$;

-- The rows among which the best matches of a common word are, about `enough`: place by place, beginning with the widest that holds no more
-- than that, or where even the best holds more, with those that say the words twice there.
create or replace function private.best_candidates(conditions jsonb, understood private.understood, estimate bigint, at timestamptz, enough integer,
  distance text) returns tid[]
language plpgsql stable
set search_path = ''
as $$
declare
  -- How much it matters where a single word stands: see text_score_sql().
  matters float8 := case when jsonb_array_length(understood.terms) = 1 then (understood.terms -> 0 -> 'rarity')::float8 else 1 end;
  factors text := private.standing_factor_sql(at, distance)
    || case when private.accessory_factor_sql(understood.terms) = '1' then '' else ' * case when entry.is_accessory then 0.55::float8 else 1 end' end;
  -- So often the market is halved that some hundred ads are counted.
  halvings integer := greatest(3, least(8, floor(log(2, greatest(1, estimate / 100.0)))::integer));
  expected bigint[] := array[estimate, estimate, estimate, estimate];
  stressed bigint;
  first integer := 4;
  place integer;
  grades private.grade[] := array(select graded from private.grades_of(understood) as graded order by graded.place);
  grade private.grade;
  stress tsquery;
  candidates tid[] := '{}';
begin
  foreach place in array '{1,3,2}'::integer[] loop
    exit when grades[place].marks is null;
    expected[place] := private.count_by_marks(private.graded(conditions, grades[place].marks), halvings, 100000)::bigint << halvings;
    -- The widest that holds no more than is ranked; the best where even that holds more.
    first := case when place > 1 and expected[place] <= enough then place else 1 end;
    exit when (expected[place] > enough) = (place = 1);
  end loop;
  foreach grade in array grades loop
    continue when grade.place < first;
    if expected[grade.place] > 2 * enough then
      foreach stress in array grade.stresses loop
        stressed := private.count_by_marks(private.graded(conditions, stress), halvings, 100000)::bigint << halvings;
        candidates := candidates || private.place_candidates(private.graded(conditions, stress), stressed, grade.stress_worth, matters, factors, enough / 2);
      end loop;
    end if;
    candidates := candidates || private.place_candidates(private.graded(conditions, grade.marks), expected[grade.place], grade.worth, matters, factors, enough);
    -- What has the words in a better place stands before all others, as a rule.
    exit when cardinality(candidates) >= enough / 2;
  end loop;
  return candidates;
end
$$;
