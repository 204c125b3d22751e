-- Ads that nearly fit are looked up as such. They were picked from all that have any of the words, each of whose documents was read: near a large
-- town, where nearly all ads are, for seconds. And what is compared beside the index of words is never looked up as well: a price that nine of ten
-- ads have was.

-- What has words that say at least half of what all say: every smallest choice of words that is enough for it. Of more than eight words those that say most.
create or replace function private.half_said(terms jsonb) returns tsquery
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
