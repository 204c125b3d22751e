create or replace function private.grades_of(understood private.understood) returns setof private.grade
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
create or replace function private.graded(conditions jsonb, marks tsquery) returns jsonb
language sql immutable
set search_path = ''
return case when marks is null then conditions else (conditions - 'q') || jsonb_build_object('grade', private.condition(null, marks, true)) end;

-- The best `enough` of one place, by what can be told without a look at documents; where more than `few` are expected, of the newest.
create or replace function private.place_candidates(conditions jsonb, expected bigint, worth text, matters float8, factors text, enough integer) returns tid[]
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
