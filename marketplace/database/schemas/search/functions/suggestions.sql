-- Security definer: reads the search index and its vocabulary.
create or replace function public.suggest(q text) returns jsonb
language plpgsql stable security definer
set search_path = ''
set enable_seqscan = off
set enable_indexscan = on
set enable_bitmapscan = on
set max_parallel_workers_per_gather = 0
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  words text[] := private.search_words(left(q, 100));
  typed text := array_to_string(words, ' ');
  begun text := words[cardinality(words)];
  begins text := array_to_string(words[1:cardinality(words) - 1], ' ');
  -- Words that only hold together find nothing; six words are enough to go by.
  before text[] := array(select word from unnest(words[1:cardinality(words) - 1]) with ordinality as said (word, place)
    where not private.is_stop_word(word) order by place desc limit 5);
  said tsquery := (select string_agg('(' || private.word_query(word, false)::text || ')', '&') from unnest(before) as word);
  queries jsonb;
  any_ending tsquery;
  is_common boolean;
  listings jsonb;
  categories jsonb;
begin
  if coalesce(char_length(replace(typed, ' ', '')), 0) < 2 then
    return jsonb_build_object('queries', '[]'::jsonb, 'categories', '[]'::jsonb, 'listings', '[]'::jsonb);
  end if;
  -- Endings of the last word with which ads are found together with the words before it, most ads first. Common words are known by the hour.
  with endings as materialized (
    select distinct on (private.stem(found.word)) found.word, quote_literal('t:' || private.stem(found.word))::tsquery as query
    from (
      (select known.word from private.search_vocabulary known
      where said is null and known.word operator(pg_catalog.~>=~) begun and known.word operator(pg_catalog.~<~) (begun || '~') and not known.is_made
      group by known.word order by min(known.length), known.word limit 40)
      union
      -- After other words: what titles of ads have that have those.
      select each.word
      from (select entry.card ->> 'title' as title from public.listing_search entry where entry.document @@ said limit 100) as ad,
        unnest(private.search_words(ad.title)) as each (word)
      where starts_with(each.word, begun) and (char_length(each.word) > 2 or each.word ~ '\d')) as found
    where not private.is_stop_word(found.word) and private.stem(found.word) <> all (array(select private.stem(each) from unnest(before) as each))
    order by private.stem(found.word), char_length(found.word), found.word
  ),
  counted as (
    select ending.word, ending.query, private.hits(case when said is null then ending.query else said && ending.query end, 1000) as ads
    from (select * from endings union all select begun, quote_literal('t:' || begun)::tsquery where begun ~ '\d') as ending
    order by 3 desc, 1 limit 6
  )
  select coalesce(jsonb_agg(btrim(begins || ' ' || word) order by ads desc, word), '[]'), string_agg(query::text, '|')::tsquery, coalesce(max(ads) = 1000, false)
  into queries, any_ending, is_common from counted where ads > 0;
  categories := (
    select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name, 'parent', parent, 'icon', icon, 'count', ads)
      order by named desc, ads desc, slug), '[]') from (
      select category.slug, category.name, category.parent, category.icon, fit.named, (
        select count(*) from public.categories leaf join public.listing_search entry on entry.category = leaf.slug
        where leaf.ord_from between category.ord_from and category.ord_to) as ads
      from (
        select terms.category, bool_or(terms.is_name and terms.term like ' ' || typed || '%') as named
        from private.category_terms terms where terms.term like '% ' || typed || '%' group by terms.category order by 2 desc, 1 limit 12) as fit
      join public.categories category on category.slug = fit.category
      order by named desc, ads desc, category.slug limit 4) as fitting);
  -- Newest first; parts and accessories last. Common words are soon met among the newest ads.
  perform set_config('enable_indexscan', case when is_common then 'on' else 'off' end, true), set_config('enable_bitmapscan', case when is_common then 'off' else 'on' end, true);
  execute format($sql$
    select coalesce(jsonb_agg(jsonb_build_object('id', best.listing_id, 'title', best.card -> 'title', 'price_minor', best.card -> 'price_minor',
      'price_type', best.card -> 'price_type', 'currency', best.card -> 'currency', 'type', best.card -> 'type', 'city', best.card -> 'city',
      'cover', best.card -> 'cover') order by best.is_accessory, best.title_length, best.published_at desc), '[]')
    from (
      select entry.* from public.listing_search entry where entry.document @@ %L::tsquery and entry.expires_at > now() %s limit 4) as best
    $sql$, case when said is null then any_ending else said && any_ending end,
    case when is_common then 'and not entry.is_accessory order by entry.published_at desc' else 'order by entry.is_accessory, entry.published_at desc' end) into listings;
  return jsonb_build_object('queries', queries, 'listings', listings, 'categories', categories);
end
$$;
comment on function public.suggest(text) is 'From two characters: {queries: [text], categories: [{slug, name, parent, icon, count}], listings: [{id, title, price_minor, ...}]}.';
grant execute on function public.suggest(text) to anon, authenticated;
