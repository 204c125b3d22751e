-- Suggestions: endings are counted in the sample, and ads are looked for only as far back as it takes to find a few.

-- Endings of the last word with which ads are found together with the words before it, most ads first.
create or replace function private.suggested_endings(before text[], begun text) returns text[]
language sql stable
set search_path = ''
begin atomic
  with said as materialized (
    select (select string_agg('(' || private.word_query(word, false)::text || ')', '&') from unnest(before) as word)::tsquery as beside
  ),
  -- A word and its plural find the same.
  known as materialized (
    select distinct on (private.stem(ending.word)) ending.word, private.title_query(ending.word) as query
    from (select word from private.completions(begun) as word union select begun where begun ~ '\d') as ending
    order by private.stem(ending.word), char_length(ending.word), ending.word
  ),
  counted as materialized (
    select known.word, private.about_hits(coalesce(known.query && said.beside, known.query)) as uses from said, known
  )
  select coalesce(array_agg(word order by uses desc, word), '{}') from (select word, uses from counted where uses > 0 order by uses desc, word limit 6) as best;
end;

create function private.suggested_since(query tsquery, since tsquery) returns jsonb
language sql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
begin atomic
  select coalesce(jsonb_agg(card order by title_length, published_at desc), '[]') from (
    select jsonb_build_object('id', entry.listing_id, 'title', entry.card -> 'title', 'price_minor', entry.card -> 'price_minor',
        'price_type', entry.card -> 'price_type', 'currency', entry.card -> 'currency', 'type', entry.card -> 'type',
        'city', entry.card -> 'city', 'cover', entry.card -> 'cover') as card, newest.title_length, newest.published_at
    from (
      select entry.listing_id, entry.title_length, entry.published_at from public.listing_search entry
      where entry.document @@ coalesce(query && since, query) and entry.expires_at > now() and not entry.is_accessory
      order by entry.published_at desc limit 4) as newest
    join public.listing_search entry on entry.listing_id = newest.listing_id) as shown;
end;

-- Some of the newest ads with it in the title, the best first.
create or replace function private.suggested_listings(query tsquery) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  expected bigint := private.about_hits(query);
  share float8;
  since tsquery;
  found jsonb := '[]';
begin
  foreach share in array '{40,400}'::float8[] loop
    since := case when expected > 10 * share then
      coalesce(private.standing_since(share / expected), private.best_standing(now(), case share when 40 then 1 else 5 end)) end;
    continue when since is null;
    found := private.suggested_since(query, since);
    exit when jsonb_array_length(found) = 4;
  end loop;
  return case when jsonb_array_length(found) = 4 then found else private.suggested_since(query, null) end;
end
$$;
