-- Ads that nearly fit are looked up as such. They were picked from all that have any of the words, each of whose documents was read: near a large
-- town, where nearly all ads are, for seconds. And what is compared beside the index of words is never looked up as well: a price that nine of ten
-- ads have was.

-- `is true` hides a condition from the other indexes. Without any mark to meet they are needed; so they are for ids and sellers, who have few ads.
create or replace function private.conditions_sql(conditions jsonb, by_marks boolean, sample tsquery default null) returns text
language sql immutable
set search_path = ''
begin atomic
  with chosen as (
    select name, condition, by_marks and not (sample is not null and conditions ?| '{q,grade}'
        and name = any('{type,condition,delivery,seller_type,with_photo}'::text[])) as by_marks,
      conditions_sql.by_marks and (sample is not null or bool_or(condition ->> 'marks' is not null) over ()) and name <> all('{ids,seller}'::text[]) as is_beside
    from jsonb_each(conditions) as each (name, condition)
  )
  select concat_ws(' and ',
    string_agg(case when chosen.is_beside then format('(%s) is true', condition ->> 'exact') else condition ->> 'exact' end, ' and ')
      filter (where not (chosen.by_marks and (condition -> 'whole')::boolean)),
    string_agg(private.met_sql((condition ->> 'marks')::tsquery), ' and ') filter (where chosen.by_marks), private.met_sql(sample))
  from chosen;
end;

-- What has words that say at least half of what all say: every smallest choice of words that is enough for it. Of more than eight words those that say most.
create function private.half_said(terms jsonb) returns tsquery
language sql stable
set search_path = ''
begin atomic
  with said as (
    select private.ways_query(term -> 'met_as') as query, (term -> 'rarity')::float8 as says, sum((term -> 'rarity')::float8) over () / 2 as half,
      row_number() over (order by (term -> 'rarity')::float8 desc, place) - 1 as place
    from jsonb_array_elements(terms) with ordinality as each (term, place)
  ),
  choices as (
    select string_agg('(' || said.query::text || ')', '&' order by said.place) as query
    from generate_series(1, (1 << least(8, jsonb_array_length(terms))) - 1) as choice join said on said.place < 8 and choice & (1 << said.place::integer) > 0
    group by choice having sum(said.says) >= min(said.half) and sum(said.says) - min(said.says) < min(said.half)
  )
  select string_agg('(' || choices.query || ')', '|')::tsquery from choices;
end;

-- Where only a few ads have all words: others that have the words that say most, at least half of what the query says.
-- `conditions` are those without the words.
create or replace function private.close_page(conditions jsonb, understood private.understood, anchor timestamptz, lim integer, distance text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  near jsonb := conditions || jsonb_build_object('q', private.condition(
    format('not entry.document @@ %L::tsquery', understood.query), private.half_said(understood.terms)));
  estimate bigint := 256 * private.count_by_marks(near, 8, 1000);
begin
  if estimate < 2048 then
    estimate := 8 * private.count_by_marks(near, 3, 1000);
  end if;
  return private.ranked_page(near, understood, estimate, null, anchor, lim, distance, 400);
end
$$;
