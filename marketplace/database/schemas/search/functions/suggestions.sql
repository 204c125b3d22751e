-- Help while typing, and more of the same.

-- About how many ads have it: exact where few have it.
create or replace function private.about_hits(query tsquery) returns integer
language plpgsql stable
set search_path = ''
as $$
declare
  counted bigint := private.common_hits(query);
begin
  if counted is not null then
    return counted;
  end if;
  counted := private.count_sampled(query, 8, 100);
  if counted >= 20 then
    return 256 * counted;
  end if;
  counted := private.count_sampled(query, 3, 100000);
  return case when counted >= 20 then 8 * counted else private.count_hits(query, 1000) end;
end
$$;

create or replace function private.title_query(word text) returns tsquery
language sql stable
set search_path = ''
return quote_literal('t:' || private.stem(word))::tsquery;

-- Security definer: reads the search index and its vocabulary.
create or replace function public.suggest(q text) returns jsonb
language plpgsql stable security definer
set search_path = ''
set max_parallel_workers_per_gather = 0
set jit = off
as $$
declare
  words text[] := private.search_words(left(q, 100));
  begun text := words[cardinality(words)];
  -- Words that only hold together find nothing; six words are enough to go by.
  before text[] := array(select word from unnest(words[1:cardinality(words) - 1]) with ordinality as typed (word, place)
    where not private.is_stop_word(word) order by place desc limit 5);
  said tsquery[] := private.said_before(before);
  begins text := array_to_string(words[1:cardinality(words) - 1], ' ');
  typed text := array_to_string(words, ' ');
  endings record;
  listings uuid[];
begin
  if coalesce(char_length(replace(typed, ' ', '')), 0) < 2 then
    return jsonb_build_object('queries', '[]'::jsonb, 'categories', '[]'::jsonb, 'listings', '[]'::jsonb);
  end if;
  select * into endings from private.suggested_endings(before, said, begun);
  if cardinality(endings.words) > 0 then
    listings := private.suggested_listings((select string_agg(private.title_query(word)::text, '|') from unnest(endings.words) as word)::tsquery,
      said, (select sum(ads)::bigint from unnest(endings.ads) as ads), endings.seen);
  end if;
  return jsonb_build_object(
    'queries', (select coalesce(jsonb_agg(btrim(begins || ' ' || word) order by place), '[]') from unnest(endings.words) with ordinality as found (word, place)),
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name, 'parent', parent, 'icon', icon, 'count', ads)
        order by named desc, ads desc, slug), '[]') from (
        select category.slug, category.name, category.parent, category.icon, private.category_size(category.slug) as ads, fit.named
        from (
          select terms.category, bool_or(terms.is_name and terms.term like ' ' || typed || '%') as named
          from private.category_terms terms
          where terms.term like '% ' || typed || '%' group by terms.category) as fit
        join public.categories category on category.slug = fit.category
        order by named desc, ads desc, category.slug limit 4) as fitting),
    'listings', private.suggested_cards(listings));
end
$$;
comment on function public.suggest(text) is 'From two characters: {queries: [text], categories: [{slug, name, parent, icon, count}], listings: [{id, title, price_minor, ...}]}.';
grant execute on function public.suggest(text) to anon, authenticated;

create or replace function private.suggested_since(ending tsquery, said tsquery[], since tsquery, with_accessories boolean) returns uuid[]
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
begin
  return array(select entry.listing_id from public.listing_search entry
    where entry.document @@ ending and entry.document @@ coalesce(said[1], ending) and entry.document @@ coalesce(said[2], ending)
      and entry.document @@ coalesce(said[3], ending)
      and entry.document @@ coalesce(since, ending) and entry.expires_at > now() and (with_accessories or not entry.is_accessory)
    order by entry.is_accessory, entry.published_at desc limit 4);
end
$$;

create or replace function private.suggested_listings(ending tsquery, said tsquery[], expected bigint, seen uuid[]) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  share float8;
  found uuid[];
begin
  foreach share in array '{40,160,640,2560}'::float8[] loop
    exit when cardinality(said) > 1 and cardinality(seen) >= 4;
    continue when expected <= 5 * share;
    found := private.suggested_since(ending, said,
      coalesce(private.standing_since(share / expected), private.best_standing(now(), case share when 40 then 1 else 5 end)), share > 40);
    if cardinality(found) = 4 then
      return found;
    end if;
    exit when cardinality(seen) >= 4;
  end loop;
  if cardinality(seen) >= 4 then
    return array(select entry.listing_id from public.listing_search entry where entry.listing_id = any(seen)
      order by entry.is_accessory, entry.published_at desc limit 4);
  end if;
  return private.suggested_since(ending, said, null, true);
end
$$;

-- What a suggestion shows of these ads, the best first.
create or replace function private.suggested_cards(listings uuid[]) returns jsonb
language sql stable
set search_path = ''
return (
  select coalesce(jsonb_agg(jsonb_build_object('id', entry.listing_id, 'title', entry.card -> 'title', 'price_minor', entry.card -> 'price_minor',
      'price_type', entry.card -> 'price_type', 'currency', entry.card -> 'currency', 'type', entry.card -> 'type',
      'city', entry.card -> 'city', 'cover', entry.card -> 'cover') order by entry.is_accessory, entry.title_length, entry.published_at desc), '[]')
  from public.listing_search entry where entry.listing_id = any(listings));
