create or replace function private.edits_allowed(word text) returns integer
language sql immutable set search_path = ''
return case when word !~ '^[a-z]+$' or char_length(word) < 5 then 0 when char_length(word) < 9 then 1 else 2 end;
comment on function private.edits_allowed(text) is '1 from 5 letters, 2 from 9, never in numbers and model codes: an s21 is no s22.';

-- Two swapped neighbouring letters count as one error.
create or replace function private.edits_between(typed text, meant text) returns integer
language sql immutable set search_path = ''
return extensions.levenshtein(typed, meant)
  - (char_length(typed) = char_length(meant) and exists (
      select from generate_series(1, char_length(typed) - 1) as place
      where substr(typed, place, 1) <> substr(typed, place + 1, 1)
        and left(typed, place - 1) || substr(typed, place + 1, 1) || substr(typed, place, 1) || substr(typed, place + 2) = meant
    ))::integer
  -- A wrong first letter counts double, as it is rare.
  + (left(typed, 1) <> left(meant, 1))::integer;

create or replace function private.help_stem(lang text, word text) returns text
language sql stable set search_path = ''
return case when lang = 'en' then private.stem(word) else coalesce(substr(private.stem_in(lang, word), char_length(lang) + 2), word) end;
comment on function private.help_stem(text, text) is 'The stem of a word in a language.';

-- Stems in text order, with synonyms resolved: for English only, since other languages list them in their articles.
create or replace function private.help_meaning(lang text, stems text[]) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  meaning text := array_to_string(stems, ' ');
  synonym private.help_synonyms;
begin
  for synonym in
    select * from private.help_synonyms known where lang = 'en' and position(known.said in meaning) > 0 order by char_length(known.said) desc, known.said
  loop
    meaning := regexp_replace(meaning, '\m' || synonym.said || '\M', synonym.meant, 'g');
  end loop;
  return regexp_split_to_array(meaning, ' ');
end
$$;
create or replace function private.help_words(lang text, input text) returns text[]
language sql stable set search_path = ''
return private.help_meaning(lang, array(
  select private.help_stem(lang, word) from unnest(private.search_words(input)) with ordinality as found (word, place) order by place));

-- Articles by the share of the question they cover, 0 to 1.
create or replace function private.find_help(q text, lang text) returns table (id text, covered float8, place integer)
language plpgsql stable set search_path = '' as $$
declare
  articles float8 := (select count(*) from public.help_articles article where article.language = lang);
begin
  return query
  with used as materialized (
    select known.word, known.uses from private.help_words_used known where known.language = lang
  ),
  known as materialized (
    select used.word, used.uses from used
    union select part, 0 from private.help_synonyms, regexp_split_to_table(said, ' ') as part where lang = 'en' and part not in (select used.word from used)
    union select stop.stem, 0 from private.help_stop_words stop where stop.language = lang and stop.stem not in (select used.word from used)
  ),
  typed as materialized (
    select found.word, private.help_stem(lang, found.word) as stem, found.place
    from unnest((private.search_words(left(q, 2000)))[1:60]) with ordinality as found (word, place)
  ),
  -- Corrects typos to the nearest known word.
  meant as (
    select typed.place, coalesce(near.word, typed.stem) as stem
    from typed
    -- Limits the cost of many unknown words.
    left join (
      select unknown.place, row_number() over (order by unknown.place) <= 12 as is_looked_up from typed unknown
      where private.edits_allowed(unknown.word) > 0 and not exists (select from known exact where exact.word = unknown.stem)
    ) as slip using (place)
    left join lateral (
      select candidate.word from known candidate,
        least(private.edits_between(typed.word, candidate.word), private.edits_between(typed.stem, candidate.word)) as edits
      where slip.is_looked_up
        -- Cheap prefilter before the exact distance.
        and char_length(candidate.word) between char_length(typed.stem) - 2 and char_length(typed.word) + 2
        and least(extensions.levenshtein_less_equal(typed.word, candidate.word, 2), extensions.levenshtein_less_equal(typed.stem, candidate.word, 2)) <= 2
        and edits <= private.edits_allowed(typed.word)
      order by edits, candidate.uses desc, candidate.word limit 1) as near on true
  ),
  asked as materialized (
    select word.stem, ln(1 + articles / (coalesce(used.uses, 0) + 0.5)) as rarity
    from (select distinct stem from unnest(private.help_meaning(lang, array(select meant.stem from meant order by meant.place))) as stem) as word
    left join used on used.word = word.stem
    where (char_length(word.stem) > 1 or word.stem ~ '\d') and word.stem not in (select stop.stem from private.help_stop_words stop where stop.language = lang)
  ),
  scored as (
    select article.id, sum(asked.rarity * case
        when article.document @@ (quote_literal(asked.stem) || ':A')::tsquery then 1
        when article.document @@ (quote_literal(asked.stem) || ':B')::tsquery then 0.9
        when article.document @@ quote_literal(asked.stem)::tsquery then 0.4
        else 0 end) / nullif(sum(asked.rarity), 0) as covered
    from public.help_articles article cross join asked
    where article.language = lang
    group by article.id
  ),
  -- Of equal articles, prefer the shorter question.
  ranked as (
    select scored.id, scored.covered, coalesce(sum(own.rarity) filter (where own.stem in (select asked.stem from asked)) / sum(own.rarity), 0) as fits
    from scored
    left join lateral (
      select entry.lexeme as stem, ln(1 + articles / (used.uses + 0.5)) as rarity
      from public.help_articles article, unnest(article.document) as entry
      join used on used.word = entry.lexeme
      where article.id = scored.id and article.language = lang and 'A' = any(entry.weights)
        and entry.lexeme not in (select stop.stem from private.help_stop_words stop where stop.language = lang)) as own on true
    where scored.covered > 0
    group by scored.id, scored.covered
  )
  select ranked.id, ranked.covered,
    row_number() over (order by ranked.covered + 0.15 * ranked.fits desc, char_length(article.question), ranked.id)::integer
  from ranked join public.help_articles article on article.id = ranked.id and article.language = lang;
end
$$;
comment on function private.find_help(text, text) is 'Articles that answer a question, in one language. Rare words count more, and a word that no article contains lowers the score.';

-- Security definer: reads the closed documents.
create or replace function public.search_help(q text, lim integer default 3, lang text default 'en')
returns table (id text, topic text, question text, answer jsonb, points jsonb, action jsonb, score float8)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Minimum share for an answer.
  answers constant float8 := 0.5;
  -- Long questions are truncated to limit the cost.
  asked text := left(q, 300);
  most integer := greatest(1, least(coalesce(lim, 3), 10));
  ids text[];
  scores float8[];
  english_ids text[];
  english_scores float8[];
begin
  select array_agg(found.id order by found.place), array_agg(found.covered order by found.place) into ids, scores
  from private.find_help(asked, lang) found where found.place <= most;
  if lang is distinct from 'en' and coalesce(scores[1], 0) < answers then
    select array_agg(found.id order by found.place), array_agg(found.covered order by found.place) into english_ids, english_scores
    from private.find_help(asked, 'en') found where found.place <= most;
    if coalesce(english_scores[1], 0) > coalesce(scores[1], 0) + 0.1 then
      ids := english_ids;
      scores := english_scores;
    end if;
  end if;
  return query
  select article.id, article.topic, article.question, article.answer, article.points, article.action, given.score
  from unnest(ids, scores) with ordinality as given (id, score, place)
  join lateral (
    select * from public.help_articles known where known.id = given.id and known.language in (lang, 'en')
    order by known.language = lang desc limit 1) as article on true
  order by given.place;
end
$$;
comment on function public.search_help(text, integer, text) is 'Help articles that answer a question, best first, with the share of it that they cover (0 to 1), in the reader''s language.';
grant execute on function public.search_help(text, integer, text) to anon, authenticated;

create or replace function public.help_figures(lang text default 'en') returns table (article_id text, question text, topic text, yes integer, no integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('moderator', 'admin');
  return query
    select article.id, article.question, article.topic,
      (count(*) filter (where vote.helpful))::integer, (count(*) filter (where not vote.helpful))::integer
    from private.help_votes vote
    join lateral (
      select * from public.help_articles known where known.id = vote.article_id and known.language in (lang, 'en')
      order by known.language = lang desc limit 1) as article on true
    group by article.id, article.question, article.topic
    order by count(*) filter (where not vote.helpful) desc, count(*) desc, article.id;
end
$$;
comment on function public.help_figures(text) is 'For moderators: votes on articles, least helpful first.';
grant execute on function public.help_figures(text) to authenticated;

create or replace function private.write_help_articles(given jsonb, version text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if exists (select from private.help_version known where known.version = write_help_articles.version) then
    return false;
  end if;
  -- Serialises servers that start together.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('help_articles', 0));
  if exists (select from private.help_version known where known.version = write_help_articles.version) then
    return false;
  end if;
  with article as (
    select * from jsonb_to_recordset(given) as article (
      id text, language text, topic text, question text, answer jsonb, points jsonb, action jsonb, also_asked text)
  ),
  gone as (
    delete from public.help_articles kept
    where not exists (select from article where article.id = kept.id and article.language = kept.language)
  )
  insert into public.help_articles (id, language, topic, question, answer, points, action, also_asked)
  select article.id, article.language, article.topic, article.question, article.answer, article.points, nullif(article.action, 'null'), article.also_asked
  from article
  on conflict on constraint help_articles_pkey do update set topic = excluded.topic, question = excluded.question, answer = excluded.answer,
    points = excluded.points, action = excluded.action, also_asked = excluded.also_asked;
  insert into private.help_version (version) values (write_help_articles.version)
  on conflict (one) do update set version = excluded.version, written_at = now();
  return true;
end
$$;
comment on function private.write_help_articles(jsonb, text) is 'Replaces all articles with these, unless they are unchanged. For the server.';
