-- Endings of the last word with which ads are found together with the words before it, most ads first. In a large market one look at the
-- sample for each tells which are common; only what is not met there is counted in all ads.
create or replace function private.suggested_endings(before text[], begun text) returns text[]
language sql stable
set search_path = ''
begin atomic
  with said as materialized (
    select (select string_agg('(' || private.word_query(word, false)::text || ')', '&') from unnest(before) as word)::tsquery as beside,
      private.market_size() >= 20000 as is_large
  ),
  -- A word and its plural find the same.
  known as materialized (
    select distinct on (private.stem(ending.word)) ending.word, private.title_query(ending.word) as query
    from (select word from private.completions(begun) as word union select begun where begun ~ '\d') as ending
    order by private.stem(ending.word), char_length(ending.word), ending.word
  ),
  counted as materialized (
    select known.word, coalesce(
      case when said.is_large then coalesce(private.common_hits(asked.query), nullif(8 * private.count_sampled(asked.query, 3, 1000), 0)) end,
      private.count_hits(asked.query, 1000)) as uses
    from said, known, lateral (select coalesce(known.query && said.beside, known.query) as query) as asked
  )
  select coalesce(array_agg(word order by uses desc, word), '{}') from (select word, uses from counted where uses > 0 order by uses desc, word limit 6) as best;
end;

-- Each word a condition of its own, as in met_sql().
create or replace function private.suggested_since(query tsquery, since tsquery) returns jsonb
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  found jsonb;
begin
  execute format($sql$
    select coalesce(jsonb_agg(card order by title_length, published_at desc), '[]') from (
      select jsonb_build_object('id', entry.listing_id, 'title', entry.card -> 'title', 'price_minor', entry.card -> 'price_minor',
          'price_type', entry.card -> 'price_type', 'currency', entry.card -> 'currency', 'type', entry.card -> 'type',
          'city', entry.card -> 'city', 'cover', entry.card -> 'cover') as card, newest.title_length, newest.published_at
      from (
        select entry.listing_id, entry.title_length, entry.published_at from public.listing_search entry
        where %s and entry.expires_at > now() and not entry.is_accessory
        order by entry.published_at desc limit 4) as newest
      join public.listing_search entry on entry.listing_id = newest.listing_id) as shown$sql$,
    concat_ws(' and ', private.met_sql(query), private.met_sql(since)))
  into found;
  return found;
end
$$;
