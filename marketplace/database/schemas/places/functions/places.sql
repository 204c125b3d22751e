create or replace function public.suggest_places(q text, home text default null, lim integer default 6) returns jsonb
language sql stable set search_path = ''
set enable_seqscan = off
as $$
  -- The newest ads show where the market is.
  with market as materialized (
    select coalesce(suggest_places.home, (
      select newest.country from (
        select ad.country from public.listings ad where ad.state = 'active' order by ad.first_published_at desc, ad.id limit 200) as newest
      group by newest.country order by count(*) desc, newest.country limit 1), 'PT') as home
  ),
  typed as materialized (
    select words, array_to_string(words, ' ') || '%' as start, (select string_agg(word || case when place = cardinality(words) then ':*' else '' end, ' & ' order by place)
      from unnest(words) with ordinality as said (word, place))::tsquery as query
    from (select (private.search_words(left(suggest_places.q, 80)))[1:6] as words) as read
  )
  select coalesce(jsonb_agg(jsonb_build_object('city', found.name, 'region', found.region, 'country', found.country,
    'lat', found.lat, 'lng', found.lng) order by found.starts desc, found.weight desc, found.id), '[]')
  from (
    select place.*,
      -- "Lis" prefers Lisbon to Ponte de Lis.
      place.folded like typed.start or place.own_folded like typed.start as starts
    from typed, market, lateral (
      -- A nearby village is likelier than a distant town.
      select *, candidate.people * case when candidate.country = market.home then 100.0 else 1.0 end as weight
      from private.places candidate where candidate.words @@ typed.query
      order by weight desc limit 60) as place
    where char_length(typed.start) > 2
    order by starts desc, place.weight desc, place.id
    limit greatest(0, least(coalesce(suggest_places.lim, 6), 20))) as found
$$;
comment on function public.suggest_places(text, text, integer) is 'Towns with a word that begins with the typed text (from 2 letters), those of the home country first, then the largest: [{city, region, country, lat, lng}].';
grant execute on function public.suggest_places(text, text, integer) to anon, authenticated;
