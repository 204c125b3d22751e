-- Suggests categories for a title by names, synonyms and similar ads.

-- Stems of a text, padded with spaces for phrase matching.
create or replace function private.stemmed(said text) returns text
language sql stable set search_path = ''
return (
  select ' ' || string_agg(private.stem(word), ' ' order by place) || ' '
  from unnest(private.search_words(said)) with ordinality as found (word, place)
);

create or replace function private.stem_category_term() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.stems := private.stemmed(new.term);
  return new;
end
$$;
create or replace trigger stem_category_term before insert or update of term on private.category_terms
  for each row execute function private.stem_category_term();

-- Security definer: reads the search index. Sequential scans are off because the planner cannot estimate the parameter. `without`
-- excludes one ad.
create or replace function private.guess_categories(title text, without uuid default null)
returns table (slug text, score float8, named boolean)
language sql stable security definer set search_path = ''
set enable_seqscan = off
as $$
  with said as materialized (select private.stemmed(left(title, 200)) as stems),
  typed as materialized (
    select stems.stem, stems.query
    from (
      select distinct private.stem(word) as stem, quote_literal('t:' || private.stem(word))::tsquery as query
      from (select word from unnest(private.search_words(left(title, 200))) with ordinality as found (word, place) order by place limit 12) as first_words
      where not private.is_stop_word(word) and char_length(word) > 1 and word !~ '^\d+$') as stems
  ),
  -- Names outweigh synonyms, phrases outweigh words.
  by_name as (
    select terms.category, max((case when terms.is_name then 1.5 else 1.0 end)
      * (array_length(string_to_array(btrim(terms.stems), ' '), 1) + 0.5)) as score
    from private.category_terms terms, said
    where said.stems like '%' || terms.stems || '%'
    group by terms.category
  ),
  -- Single words, weighted by how few categories share them.
  by_word as (
    select held.category, max(held.weight / held.holders) + 0.25 * (sum(held.weight / held.holders) - max(held.weight / held.holders)) as score
    from (
      select holding.category, holding.stem, max(holding.weight) as weight, count(*) over (partition by holding.stem) as holders
      from (
        select terms.category, word as stem, case when terms.is_name then 1.0 else 0.8 end as weight
        from private.category_terms terms, string_to_array(btrim(terms.stems), ' ') as parts, unnest(parts) as word) as holding
      join typed on typed.stem = holding.stem
      group by holding.category, holding.stem) as held
    group by held.category
  ),
  seen as (
    select typed.stem, entry.category, count(*) as ads
    from typed cross join lateral (
      select other.category from private.listing_search other
      where other.document @@ typed.query and other.listing_id is distinct from without
      limit 400) as entry
    group by typed.stem, entry.category
  ),
  -- Words outweigh others if their ads share a category.
  by_ads as (
    select shares.category, sum(shares.share * shares.share * least(shares.ads, 4) / 4.0) as score
    from (select seen.category, seen.ads, seen.ads / sum(seen.ads) over (partition by seen.stem) as share from seen) as shares
    group by shares.category
  )
  select filed.slug, coalesce(by_name.score, 0) + coalesce(by_word.score, 0) + 2 * coalesce(by_ads.score, 0),
    by_name.score is not null or by_word.score is not null
  from public.categories filed
  left join by_name on by_name.category = filed.slug
  left join by_word on by_word.category = filed.slug
  left join by_ads on by_ads.category = filed.slug
  where filed.leaf and (by_name.score is not null or by_word.score > 0.1 or by_ads.score > 0.1)
  order by 2 desc, filed.slug
$$;
grant execute on function private.guess_categories(text, uuid) to anon, authenticated;

-- Words after the head of the title only add to other evidence.
create or replace function public.suggest_categories(title text) returns jsonb
language sql stable set search_path = ''
return (
  with head as (select private.head_of_title(suggest_categories.title) as words),
  guesses as (
    select guess.slug, guess.named, guess.score, true as by_head
    from head cross join lateral private.guess_categories(case when head.words <> '' then head.words else left(title, 200) end) as guess
    union all
    select guess.slug, guess.named, guess.score / 4, false
    from head cross join lateral private.guess_categories(left(title, 200)) as guess
    where head.words <> '' and head.words <> btrim(left(title, 200))
  )
  select coalesce(jsonb_agg(jsonb_build_object('slug', best.slug, 'confidence', round(best.share::numeric, 2),
    'because', case when best.named then 'name' else 'ads' end) order by best.share desc, best.slug), '[]')
  from (
    -- Share among all guesses, lower with little evidence.
    select guess.slug, guess.named, guess.score / greatest(1.5, sum(guess.score) over ()) as share
    from (
      select guesses.slug, bool_or(guesses.named) as named, sum(guesses.score) as score from guesses group by guesses.slug having bool_or(guesses.by_head)
    ) as guess
    join public.categories filed on filed.slug = guess.slug and filed.active
    order by guess.score desc, guess.slug limit 3) as best
  where best.share >= 0.1
);
comment on function public.suggest_categories(text) is 'At most three leaf categories for a title: [{slug, confidence 0..1, because: name or ads}]. Suggestions only.';
grant execute on function public.suggest_categories(text) to anon, authenticated;
