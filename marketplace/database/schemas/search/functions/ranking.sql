-- The order of what was found, a page at a time.

-- BM25F by the whole text: how often a word stands in each part, times what the part is worth, by the length of the part; ts_rank_cd() of alternatives is the
-- sum of the weights of their places. Each word's share goes from 0 towards its rarity. Without the text, by what the row itself says: each word is in the
-- title, where it names a thing too, or somewhere else. A word that every other ad has says nothing, and the newest come first.
create or replace function private.score_sql(terms jsonb, by_text boolean) returns text
language sql immutable
set search_path = ''
return (
  select coalesce(string_agg(format(case when jsonb_array_length(terms) = 1 then 'power(%2$s, %1$s)' else '%1$s * %2$s' end, term -> 'rarity', met.share), ' + '), '0')
  from jsonb_array_elements(terms) as each (term)
  cross join lateral (
    -- Reading what is there is dearer than seeing that it is not: the first way is read always, others where they are met.
    select case when by_text then format('(1 - 4 / (4 + greatest(%s)))', string_agg(format(
        case when place = 1 then '%1$s * ts_rank_cd(entry.worths, entry.document, %2$L::tsquery)'
          else 'case when entry.document @@ %2$L::tsquery then %1$s * ts_rank_cd(entry.worths, entry.document, %2$L::tsquery) else 0 end' end,
        10 * (way -> 'worth')::float8, way ->> 'lexeme'), ', '))
      else format('case when entry.head @@ %L::tsquery then 1 - 4 / (4 + 5 / (0.7::float8 + 0.0375::float8 * entry.title_length)) else 0.3::float8 end',
        string_agg(way ->> 'lexeme', '|') filter (where (way -> 'worth')::float8 = 1)) end as share
    from jsonb_array_elements(term -> 'met_as') with ordinality as ways (way, place)) as met
);
comment on function private.score_sql(jsonb, boolean) is 'What the words say for one row, as an SQL expression; every lexeme goes through %L.';

-- A page of the `total` ads that fit. By relevance all are ranked by their rows, and the 300 best of them by their whole text ("relevance"); of more than 10,000
-- come the newest, those with the words in their titles where they are not rare among the newest ads ("titled", "common"). A cursor goes on in the way of its first page.
create or replace function private.search_page(conditions jsonb, understood private.understood, total integer, sort text, cursor jsonb, anchor timestamptz,
  lim integer, distance text, by_text integer default 300, out page jsonb, out way text)
language plpgsql stable
set search_path = ''
set enable_seqscan = on
set enable_indexscan = on
set enable_bitmapscan = on
as $$
declare
  titled text;
  -- Half of the freshness bonus is gone after 14 days; it can turn near-equals around, not good and bad.
  standing text := format('(0.85 + 0.15 * exp(-0.0495 * greatest(0, date_part(''epoch'', %1$L::timestamptz - entry.published_at) / 86400)))
    * (0.94::float8 + 0.02::float8 * entry.quality) * case when entry.state = ''reserved'' then 0.95::float8 else 1 end
    * case when %2$s is null then 1 else 0.7 + 0.3 * exp(-(%2$s) / 20) end', anchor, distance);
  row_score text;
  keyed text;
  key_type text;
  direction text;
  source text;
begin
  way := coalesce(cursor ->> 's', case when sort <> 'relevance' then sort when total <= 10000 then 'relevance' end);
  if way is null or way = 'titled' then
    titled := format('entry.head @@ %L::tsquery', (
      select string_agg('(' || (select string_agg(met ->> 'lexeme', '|') from jsonb_array_elements(term -> 'met_as') as met where (met -> 'worth')::float8 = 1) || ')', '&')
      from jsonb_array_elements(understood.terms) with ordinality as each (term, place) where place <= cardinality(understood.words)));
  end if;
  if way is null then
    execute format('select case when count(*) = %2$s then ''titled'' else ''common'' end from (select from (
      select newest.head from public.listing_search newest order by newest.published_at desc, newest.listing_id desc limit 5000) as entry where %1$s limit %2$s) as found',
      titled, lim) into way;
  end if;
  -- Ads without a place come last.
  keyed := case way when 'price_asc' then 'entry.price_low' when 'price_desc' then 'entry.price_high' when 'distance' then format('coalesce(%s, 99999)', distance)
    else 'entry.published_at' end;
  key_type := case way when 'relevance' then 'float8' when 'distance' then 'float8' when 'price_asc' then 'integer' when 'price_desc' then 'integer' else 'timestamptz' end;
  direction := case when way in ('price_asc', 'distance') then 'asc' else 'desc' end;
  source := format('select entry.listing_id, %s as key, %s as away from public.listing_search entry where %s', keyed, distance,
    private.conditions_sql(conditions || case when way = 'titled' then jsonb_build_object('titled', titled) else '{}' end));
  if way = 'relevance' then
    -- Parts and accessories stand behind the things themselves.
    row_score := format('(%s) * %s * case when %L and entry.is_accessory then 0.55::float8 else 1 end', private.score_sql(understood.terms, false), standing, understood.made_for is not null);
    source := format($sql$
      select entry.listing_id, (%1$s) * %2$s * case when entry.is_accessory and %3$L is not null or entry.document @@ %3$L::tsquery then 0.55::float8 else 1 end
          -- Whole words before words that only begin so ("couch" before "couchages"), and side by side before far apart.
          * case when entry.document @@ %4$L::tsquery then 1 else 0.9::float8 end * case when entry.document @@ %5$L::tsquery then 1 else 0.9::float8 end as key, %6$s as away
      from (
        -- Taken out of its compressed place once (by deleting nothing from it), the document is read many times.
        select entry.listing_id, entry.lat, entry.lng, entry.published_at, entry.quality, entry.state, entry.is_accessory, ts_delete(entry.document, '-') as document,
          array[0.1::float8 / (0.25::float8 + 0.0375::float8 * entry.text_length), 0.05::float8 / (0.25::float8 + 0.01875::float8 * entry.synonym_length),
            0.3::float8 / (0.7::float8 + 0.0375::float8 * entry.label_length), 0.5::float8 / (0.7::float8 + 0.0375::float8 * entry.title_length)]::float4[] as worths
        from (select entry.ctid from public.listing_search entry where %7$s order by %8$s desc, entry.listing_id desc limit %9$s) as best
        join public.listing_search entry on entry.ctid = best.ctid limit %9$s) as entry$sql$,
      private.score_sql(understood.terms, true), standing, understood.made_for, understood.whole, understood.phrase, distance, private.conditions_sql(conditions), row_score, by_text)
      || case when cursor is not null and total > by_text then format($sql$
        union all (select entry.listing_id, %1$s - 1000, %2$s from public.listing_search entry where %3$s order by 2 desc, 1 desc offset %4$s)$sql$,
        row_score, distance, private.conditions_sql(conditions), by_text) else '' end;
  end if;
  -- Ads with common words are met soon in any order, others are looked up by their words: how common they are the planner does not know.
  if understood.query is not null then
    perform set_config('enable_seqscan', 'off', true), set_config(case when total <= 10000 then 'enable_indexscan' else 'enable_bitmapscan' end, 'off', true);
  end if;
  execute format($sql$
    select jsonb_agg(jsonb_build_object('id', found.listing_id, 'k', found.key, 'item',
      entry.card || jsonb_build_object('distance_km', round(found.away::numeric, 1))) order by found.key %1$s, found.listing_id %1$s)
    from (select * from (%2$s) as keyed where %3$s order by keyed.key %1$s, keyed.listing_id %1$s limit %4$s) as found
    join public.listing_search entry on entry.listing_id = found.listing_id
    $sql$, direction, source,
    case when cursor is null then 'true' else format('(keyed.key, keyed.listing_id) %s (%L::%s, %L::uuid)',
      case direction when 'desc' then '<' else '>' end, cursor ->> 'k', key_type, cursor ->> 'id') end, lim) into page;
  page := coalesce(page, '[]');
end
$$;
