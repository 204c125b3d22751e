-- Security definer: reads the search index. Works for sold ads too, whose page shows available ones.
create or replace function public.similar_listings(listing_id uuid, lim integer default 10) returns jsonb
language sql stable security definer set search_path = '' as $$
  with source as (
    select ad.id, ad.category, private.root_of(ad.category) as root, ad.price_minor,
      (select string_agg(distinct private.any_of(private.word_stems(word))::text, '|')::tsquery
        from unnest(private.search_words(ad.title)) as word where not private.is_stop_word(word)) as words
    from public.listings ad
    where ad.id = similar_listings.listing_id and ad.state in ('active', 'reserved', 'sold', 'expired') and ad.category is not null
  ),
  near as (
    select entry.*, 1.0 as closeness from source, lateral (
      select * from private.listing_search entry where entry.category = source.category order by entry.published_at desc limit 200) as entry
    union all
    select entry.*, 0.4 from source, lateral (
      select * from private.listing_search entry where entry.root = source.root and entry.category <> source.category
      order by entry.published_at desc limit 100) as entry
  )
  select coalesce(jsonb_agg(card order by score desc, id), '[]') from (
    select near.card, near.listing_id as id,
      near.closeness + 2 * ts_rank('{0.05, 0.2, 0.4, 1}', near.document, source.words)
        + case when near.price_minor > 0 and source.price_minor > 0
          then 0.5 * least(near.price_minor, source.price_minor)::float8 / greatest(near.price_minor, source.price_minor) else 0 end as score
    from near, source
    where near.listing_id <> source.id and near.state = 'active' and near.expires_at > now()
    order by score desc, near.listing_id
    limit greatest(0, least(coalesce(lim, 10), 24))) as best
$$;
comment on function public.similar_listings(uuid, integer) is 'Ads of the same category, then of its neighbours, closest in words and price first. Items as in search_listings().';
grant execute on function public.similar_listings(uuid, integer) to anon, authenticated;
