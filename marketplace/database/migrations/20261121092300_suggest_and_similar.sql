-- Help while typing, and more of the same.

-- Security definer: reads the search index and its vocabulary.
create function public.suggest(q text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  words text[] := private.search_words(left(q, 100));
  begun text := words[cardinality(words)];
  before text := array_to_string(words[1:cardinality(words) - 1], ' ');
  full_query tsquery;
begin
  if coalesce(char_length(array_to_string(words, '')), 0) < 2 then
    return jsonb_build_object('queries', '[]'::jsonb, 'categories', '[]'::jsonb, 'listings', '[]'::jsonb);
  end if;
  select string_agg('(' || private.word_query(word, place = cardinality(words))::text || ')', '&')::tsquery into full_query
  from unnest(words) with ordinality as typed (word, place) where place > cardinality(words) - 6;

  return jsonb_build_object(
    -- Endings of the last word that still find something together with the words before it, most ads first.
    'queries', (
      select coalesce(jsonb_agg(btrim(before || ' ' || ending.word) order by ending.uses desc, ending.word), '[]') from (
        select known.word, (
          select count(*) from (
            select from public.listing_search entry
            where entry.document @@ (quote_literal('t:' || private.stem(known.word))
              || coalesce((select string_agg('&(' || private.word_query(word, false)::text || ')', '') from unnest(words[1:cardinality(words) - 1]) as word), ''))::tsquery
            limit 200) as found) as uses
        from (
          select vocabulary.word from private.search_vocabulary vocabulary
          where vocabulary.word ~>=~ begun and vocabulary.word ~<~ (begun || '~')
          order by vocabulary.length limit 40) as known
        order by uses desc, word limit 6) as ending
      where ending.uses > 0),
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name, 'parent', parent, 'icon', icon, 'count', ads)
        order by named desc, ads desc, slug), '[]') from (
        select category.slug, category.name, category.parent, category.icon, coalesce(counter.ads, 0) as ads,
          fit.named
        from (
          select terms.category, bool_or(terms.is_name and terms.term like ' ' || array_to_string(words, ' ') || '%') as named
          from private.category_terms terms
          where terms.term like '% ' || array_to_string(words, ' ') || '%' group by terms.category) as fit
        join public.categories category on category.slug = fit.category
        left join private.category_counters counter on counter.category = category.slug
        order by named desc, ads desc, category.slug limit 4) as fitting),
    'listings', (
      select coalesce(jsonb_agg(item order by rank desc, published_at desc), '[]') from (
        select jsonb_build_object('id', entry.listing_id, 'title', entry.card -> 'title', 'price_minor', entry.card -> 'price_minor',
            'price_type', entry.card -> 'price_type', 'currency', entry.card -> 'currency', 'type', entry.card -> 'type',
            'city', entry.card -> 'city', 'cover', entry.card -> 'cover') as item,
          ts_rank('{0.1, 0.3, 0.5, 1}', entry.document, full_query) as rank, entry.published_at
        from (
          select * from public.listing_search hit where hit.document @@ full_query and hit.expires_at > now()
          order by hit.published_at desc limit 200) as entry
        order by rank desc, entry.published_at desc limit 4) as found));
end
$$;
comment on function public.suggest(text) is 'From two characters: {queries: [text], categories: [{slug, name, parent, icon, count}], listings: [{id, title, price_minor, ...}]}.';

-- Security definer: reads the search index. Works for sold ads too: their page shows what is still to be had.
create function public.similar_listings(listing_id uuid, lim integer default 10) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with source as (
    select ad.id, ad.category, private.root_of(ad.category) as root, ad.price_minor,
      (select string_agg(distinct private.word_query(word, false)::text, '|')::tsquery
        from unnest(private.search_words(ad.title)) as word where not private.is_stop_word(word)) as words
    from public.listings ad
    where ad.id = similar_listings.listing_id and ad.state in ('active', 'reserved', 'sold', 'expired') and ad.category is not null
  ),
  near as (
    select entry.*, 1.0 as closeness from source, lateral (
      select * from public.listing_search entry where entry.category = source.category order by entry.published_at desc limit 200) as entry
    union all
    select entry.*, 0.4 from source, lateral (
      select * from public.listing_search entry where entry.root = source.root and entry.category <> source.category
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

grant execute on function public.suggest(text), public.similar_listings(uuid, integer) to anon, authenticated;
