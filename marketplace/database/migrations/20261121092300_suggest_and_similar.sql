-- Help while typing, and more of the same.

-- About how many ads have it: of common words a sample is counted, of rare ones all, fifty at most.
create function private.about_hits(query tsquery) returns integer
language plpgsql stable
set search_path = ''
as $$
declare
  counted bigint := private.common_hits(query);
begin
  if counted is not null then
    return counted;
  end if;
  counted := private.count_hits(query && private.sample_of(8), 50);
  if counted >= 4 then
    return 256 * counted;
  end if;
  counted := private.count_hits(query && private.sample_of(4), 50);
  return case when counted >= 4 then 16 * counted else private.count_hits(query, 50) end;
end
$$;

create function private.title_query(word text) returns tsquery
language sql stable
set search_path = ''
return quote_literal('t:' || private.stem(word))::tsquery;

-- Endings of the last word with which ads are found together with the words before it, most ads first.
create function private.suggested_endings(before text[], begun text) returns text[]
language sql stable
set search_path = ''
begin atomic
  with said as materialized (
    select (select string_agg('(' || private.word_query(word, false)::text || ')', '&') from unnest(before) as word)::tsquery as beside
  ),
  known as materialized (
    select ending.word, private.about_hits(coalesce(private.title_query(ending.word) && said.beside, private.title_query(ending.word))) as uses
    from said, (select word from private.completions(begun) as word union select begun where begun ~ '\d') as ending
  )
  select coalesce(array_agg(word order by uses desc, word), '{}') from (
    -- A word and its plural find the same.
    select word, uses from (
      select distinct on (private.stem(word)) word, uses from known where uses > 0 order by private.stem(word), char_length(word), word) as forms
    order by uses desc, word limit 6) as best;
end;

-- Some of the newest ads with it in the title, the best first. Back in time only as far as it takes to find a few.
create function private.suggested_listings(query tsquery) returns jsonb
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  scale integer;
  found jsonb;
  many boolean := private.count_hits(query && private.sample_of(8), 4) = 4;
begin
  foreach scale in array '{1,3,5,null}'::integer[] loop
    continue when scale is not null and not many;
    select coalesce(jsonb_agg(card order by title_length, published_at desc), '[]') into found from (
      select jsonb_build_object('id', entry.listing_id, 'title', entry.card -> 'title', 'price_minor', entry.card -> 'price_minor',
          'price_type', entry.card -> 'price_type', 'currency', entry.card -> 'currency', 'type', entry.card -> 'type',
          'city', entry.card -> 'city', 'cover', entry.card -> 'cover') as card, entry.title_length, entry.published_at
      from public.listing_search entry
      where entry.document @@ case when scale is null then query else query && private.best_standing(now(), scale) end and entry.expires_at > now()
        and not entry.is_accessory
      order by entry.published_at desc limit 4) as newest;
    exit when jsonb_array_length(found) = 4;
  end loop;
  return found;
end
$$;

-- Security definer: reads the search index and its vocabulary.
create function public.suggest(q text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  words text[] := private.search_words(left(q, 100));
  begun text := words[cardinality(words)];
  -- Words that only hold together find nothing; six words are enough to go by.
  before text[] := array(select word from unnest(words[1:cardinality(words) - 1]) with ordinality as typed (word, place)
    where not private.is_stop_word(word) order by place desc limit 5);
  said text := array_to_string(words[1:cardinality(words) - 1], ' ');
  endings text[];
  wanted tsquery;
begin
  if coalesce(char_length(array_to_string(words, '')), 0) < 2 then
    return jsonb_build_object('queries', '[]'::jsonb, 'categories', '[]'::jsonb, 'listings', '[]'::jsonb);
  end if;
  endings := private.suggested_endings(before, begun);
  select string_agg('(' || private.word_query(word, false)::text || ')', '&')::tsquery into wanted from unnest(before) as word;
  if cardinality(endings) > 0 then
    wanted := coalesce(wanted, (select string_agg(private.title_query(word)::text, '|') from unnest(endings) as word)::tsquery)
      && (select string_agg(private.title_query(word)::text, '|') from unnest(endings) as word)::tsquery;
  end if;
  return jsonb_build_object(
    'queries', (select coalesce(jsonb_agg(btrim(said || ' ' || word) order by place), '[]') from unnest(endings) with ordinality as found (word, place)),
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name, 'parent', parent, 'icon', icon, 'count', ads)
        order by named desc, ads desc, slug), '[]') from (
        select category.slug, category.name, category.parent, category.icon, private.category_size(category.slug) as ads, fit.named
        from (
          select terms.category, bool_or(terms.is_name and terms.term like ' ' || array_to_string(words, ' ') || '%') as named
          from private.category_terms terms
          where terms.term like '% ' || array_to_string(words, ' ') || '%' group by terms.category) as fit
        join public.categories category on category.slug = fit.category
        order by named desc, ads desc, category.slug limit 4) as fitting),
    'listings', case when cardinality(endings) > 0 then private.suggested_listings(wanted) else '[]' end);
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
