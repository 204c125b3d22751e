-- What a search says about itself: why an ad was found, what stands in the way of more, and what may have been meant.

-- In which parts of an ad each word stands and as what, for the ads of one page: {listing id: why}.
create or replace function private.why_found(listings uuid[], understood private.understood, distance text, anchor timestamptz) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  why jsonb;
begin
  execute format($sql$
    with asked as (
      select coalesce(typed.word, term -> 'met_as' -> 0 ->> 'lexeme') as word, each.place, private.ways_query(term -> 'met_as') as ways,
        private.word_query(typed.word, false) as forms, quote_literal(typed.word)::tsquery as itself,
        case when typed.place = cardinality(%2$L::text[]) and not %4$L then (quote_literal(typed.word) || ':*')::tsquery end as beginning
      from jsonb_array_elements(%1$L) with ordinality as each (term, place)
      left join unnest(%2$L::text[]) with ordinality as typed (word, place) on typed.place = each.place
    ),
    met as (
      select entry.listing_id, asked.place, asked.word, part.name, part.rank,
        part.words @@ asked.itself as exact, part.words @@ asked.forms as form, coalesce(part.words @@ asked.beginning, false) as beginning
      from public.listing_search entry
      cross join lateral (values ('title', 1, ts_filter(entry.document, '{a}')), ('details', 2, ts_filter(entry.document, '{b}')),
        ('synonyms', 3, ts_filter(entry.document, '{c}')), ('description', 4, ts_filter(entry.document, '{d}'))) as part (name, rank, words)
      join asked on part.words @@ asked.ways or part.words @@ asked.beginning
      where entry.listing_id = any(%3$L::uuid[])
    ),
    worded as (
      select listing_id, place, word, jsonb_agg(name order by rank) as places,
        case when bool_or(exact) then 'exact' when bool_or(form) then 'form' when bool_or(beginning) then 'beginning' else 'other' end as met_as
      from met group by listing_id, place, word
    ),
    tiers as (
      select listing_id, (array_agg(name order by rank))[1] as tier from (
        select listing_id, name, rank from met group by listing_id, name, rank having count(distinct place) = (select count(*) from asked)) as whole
      group by listing_id
    )
    select jsonb_object_agg(entry.listing_id, jsonb_build_object(
      'tier', case when (select count(*) from asked) = 0 then null else coalesce(tiers.tier,
        case when words.met = (select count(*) from asked) then 'spread' else 'some' end) end,
      'words', coalesce(words.list, '[]'),
      'raised_by', to_jsonb(array_remove(array[
        case when (select count(*) from asked) > 1 and entry.document @@ %5$L::tsquery then 'phrase' end,
        case when entry.published_at > %6$L::timestamptz - interval '14 days' then 'new' end,
        case when %7$s <= 20 then 'near' end, case when entry.quality = 3 then 'complete' end], null)),
      'lowered_by', to_jsonb(array_remove(array[
        case when %8$s < 1 then 'part' end, case when entry.state = 'reserved' then 'reserved' end], null))))
    from public.listing_search entry
    left join tiers on tiers.listing_id = entry.listing_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('word', word, 'in', places, 'as', met_as) order by place) as list, count(*) as met
      from worded where worded.listing_id = entry.listing_id) as words on true
    where entry.listing_id = any(%3$L::uuid[])
    $sql$, understood.terms, understood.words, listings, understood.is_whole, private.phrase_of(understood.terms), anchor, distance,
    private.accessory_factor_sql(understood.terms)) into why;
  return coalesce(why, '{}');
end
$$;

-- The parameters that a condition comes from, each with null: what to change to be without it.
create or replace function private.params_without(name text, params jsonb) returns jsonb
language sql immutable
set search_path = ''
return case
  when name like 'attributes.%' then jsonb_build_object('attributes', nullif((params -> 'attributes') - substr(name, 12), '{}'))
  when name = 'price' then '{"price_min": null, "price_max": null}'
  when name = 'posted' then '{"posted_within_days": null, "posted_since": null}'
  else jsonb_build_object(name, null) end;

create or replace function private.relaxation(name text, conditions jsonb, params jsonb, change jsonb, more_than integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  extent private.extent := private.search_extent(conditions, (params || change) ->> 'category');
begin
  return case when extent.total > more_than then
    jsonb_build_object('filter', name, 'total', extent.total, 'total_is_more', extent.is_more, 'change', change) end;
end
$$;

-- The next wider circle that holds more.
create or replace function private.wider_radius(conditions jsonb, params jsonb, more_than integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  wider float8;
  found jsonb;
begin
  foreach wider in array '{2,5,10,25,50,100,200}'::float8[] loop
    continue when wider <= (params ->> 'radius_km')::float8;
    found := private.relaxation('radius_km',
      conditions || jsonb_build_object('radius_km', private.radius_condition((params ->> 'lat')::float8, (params ->> 'lng')::float8, wider)),
      params, jsonb_build_object('radius_km', wider), more_than);
    exit when found is not null;
  end loop;
  return found;
end
$$;

-- The longest beginning of the words that finds more; a colour alone is no way out.
create or replace function private.fewer_words(params jsonb, understood private.understood, more_than integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  fewer private.understood;
  found jsonb;
begin
  for kept in reverse cardinality(understood.words) - 1 .. 1 loop
    fewer := private.understand_query(array_to_string(understood.words[1:kept], ' '));
    continue when cardinality(private.qualities_of(fewer.words)) = cardinality(fewer.words);
    found := private.relaxation('q', (private.search_conditions(params, fewer.query, fewer.being)).conditions,
      params, jsonb_build_object('q', array_to_string(understood.words[1:kept], ' ')), more_than);
    exit when found is not null;
  end loop;
  return found;
end
$$;

-- What to give up where few ads fit, one thing each; everything but the words where no single thing helps.
create or replace function private.search_relaxed(conditions jsonb, params jsonb, understood private.understood, total integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  name text;
  ways jsonb[] := '{}';
  filters text[] := array(select own from jsonb_object_keys(conditions) as own where own not in ('open', 'q', 'what', 'ids')
    and (own <> 'type' or params ? 'type') order by own);
  cleared jsonb := '{}';
begin
  foreach name in array filters loop
    ways := ways || coalesce(case when name = 'radius_km' then private.wider_radius(conditions, params, total) end,
      private.relaxation(name, conditions - name, params, private.params_without(name, params), total));
    cleared := cleared || private.params_without(name, params);
  end loop;
  if conditions ? 'q' then
    ways := ways || private.fewer_words(params, understood, total);
  end if;
  ways := array_remove(ways, null);
  if cardinality(ways) = 0 and cardinality(filters) > 1 then
    if params ? 'attributes' then
      cleared := cleared || '{"attributes": null}';
    end if;
    ways := array_remove(array[private.relaxation('all', conditions - filters, params, cleared, total)], null);
  end if;
  return coalesce((select jsonb_agg(way order by (way -> 'total')::integer desc, way ->> 'filter') from unnest(ways) as way), '[]');
end
$$;

-- Each word that few ads have and another near it many: the words with the others instead, if they find much more. Null otherwise.
create or replace function private.search_meant(params jsonb, understood private.understood, total integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  meant text[] := understood.words;
  better text;
  other private.understood;
  found jsonb;
begin
  for place in 1 .. cardinality(understood.words) loop
    continue when private.hits(private.word_query(understood.words[place], false), 6) > 5;
    better := private.corrected_word(understood.words[place]);
    if private.hits(private.word_query(better, false), 20) = 20 then
      meant[place] := better;
    end if;
  end loop;
  if meant = understood.words then
    return null;
  end if;
  other := private.understand_query(array_to_string(meant, ' '));
  found := private.relaxation('q', (private.search_conditions(params, other.query, other.being)).conditions,
    params, jsonb_build_object('q', array_to_string(meant, ' ')), 4 * total);
  return case when found is not null then
    jsonb_build_object('q', found -> 'change' -> 'q', 'total', found -> 'total', 'total_is_more', found -> 'total_is_more') end;
end
$$;
