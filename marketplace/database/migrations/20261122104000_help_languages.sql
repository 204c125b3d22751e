-- The articles of the help in several languages, each found by the words of its own. They are content: the server writes them
-- when it starts (jobs/write-help-articles.ts), from contract/help-articles, and no longer a migration.

alter table public.help_articles
  add column language text not null default 'en' check (language ~ '^[a-z]{2,3}$'),
  drop constraint help_articles_pkey,
  add primary key (id, language);
alter table public.help_articles alter column language drop default;
grant select (language) on public.help_articles to anon, authenticated;
comment on table public.help_articles is 'Written by the server when it starts, from marketplace/contract/help-articles. {brand} stands for the name of the installation.';

alter table private.help_stop_words
  add column language text not null default 'en',
  drop constraint help_stop_words_pkey,
  add primary key (language, stem);

create function private.help_stem(lang text, word text) returns text
language sql stable
set search_path = ''
return case when lang = 'en' then private.stem(word) else coalesce(substr(private.stem_in(lang, word), char_length(lang) + 2), word) end;
comment on function private.help_stem(text, text) is 'The stem of a word as a language forms it.';

-- Only English has words that mean others: the articles in other languages carry theirs themselves.
create function private.help_meaning(lang text, stems text[]) returns text[]
language sql stable
set search_path = ''
return case when lang = 'en' then private.help_meaning(stems) else stems end;

create function private.help_words(lang text, input text) returns text[]
language sql stable
set search_path = ''
return private.help_meaning(lang, array(
  select private.help_stem(lang, word) from unnest(private.search_words(input)) with ordinality as found (word, place) order by place));

-- Words of a question that say nothing about what is asked. When says something: that somebody waits for a day, or an hour.
insert into private.help_stop_words (language, stem)
select distinct given.language, private.help_stem(given.language, word)
from (values
  ('de', 'ich du er sie es wir ihr mein meine meinen meiner meinem dein deine deinen deiner unser der die das den dem des ein eine einen einer
    einem eines und oder aber wenn dann als auch wie was wer wo warum wieso weshalb welche welcher welches welchen kann kannst konnen konnte
    darf durfen muss mussen soll sollen sollte will wollen wollte mochte mochten wurde werde werden wird bin bist ist sind war waren sein habe
    hast hat haben hatte nicht kein keine keinen mit ohne von vom zu zum zur auf an am in im ins fur bei aus uber um nach durch bitte hilfe
    helfen hilf brauche brauchen hallo hi danke dank geht gehen gibt geben man mir mich dir dich ihm ihn uns euch sich etwas jemand niemand hier
    da dort noch schon nur sehr machen mache macht tun wissen weiss frage fragen sagen so dass ob mal doch denn habt gerne lassen kriege
    bekomme bekommen'),
  ('fr', 'je tu il elle on nous vous ils elles mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs le la les l un une des du de d
    et ou mais si que qui quoi quel quelle quels quelles comment pourquoi est es suis sont etait etre ai as a avez avons ont avoir peux
    peut pouvez puis pourrait puisse dois doit devez faut veux veut voulez voudrais aimerais ne n pas plus ce cet cette ces c ca cela avec sans
    pour par sur dans en au aux chez y s se me m te t moi toi lui aide aider aidez besoin bonjour salut merci svp plait faire fais fait sais
    savoir dire dis quelqu quelque chose il ici la encore deja tres tout tous toute qu j comme possible question'),
  ('es', 'yo tu el ella nosotros vosotros ellos ellas mi mis tu tus su sus nuestro vuestra lo la los las un una unos unas de del y o pero si
    que quien cual cuales como donde por porque para con sin en al a es soy eres son era ser estoy esta estan estar he has ha hemos han
    haber hay puedo puede puedes pueden podria debo debe tengo tiene tienes tener quiero quiere quisiera quieres gustaria no ni ya muy mas me
    te se le les nos os esto este esta ese eso ayuda ayudar ayudame necesito necesita hola gracias favor hacer hago hace saber se decir alguien
    algo aqui todavia aun todo todos pregunta'),
  ('pt', 'eu tu ele ela nos vos eles elas meu minha meus minhas teu tua teus tuas seu sua o a os as um uma uns umas de do da dos das e ou mas
    se que quem qual quais como onde porque por para pelo pela com sem em no na nos nas ao aos a e sou es sao era ser estou esta estao
    estar tenho tem tens temos ter ha haver posso pode podes podem poderia devo deve quero quer queres gostava gostaria nao nem ja muito mais
    me te lhe lhes isto este esta esse isso ajuda ajudar ajudem preciso precisa ola obrigado obrigada favor fazer faco faz saber sei dizer alguem
    algo aqui ainda tudo todos pergunta consigo conseguir')) as given (language, words),
  unnest(private.search_words(given.words)) as word
on conflict do nothing;

create or replace function private.write_help_document() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.document := (
    select string_agg(format('%L:%s', stem, fields), ' ')::tsvector from (
      select stem, string_agg(distinct place || field, ',') as fields
      from (values ('A', 1, new.question), ('B', 2, new.also_asked),
          ('D', 3, (select string_agg(said, ' ') from jsonb_array_elements_text(new.answer || new.points) as said))) as given (field, place, said),
        unnest(private.help_words(new.language, given.said)) as stem
      where stem <> '' group by stem) as word);
  return new;
end
$$;

-- All articles of one language with how much of what was asked they cover, 0 to 1, and their place among them.
create function private.find_help(q text, lang text) returns table (id text, covered float8, place integer)
language plpgsql stable
set search_path = ''
as $$
declare
  articles float8 := (select count(*) from public.help_articles article where article.language = lang);
  documents text := format('select document from public.help_articles where language = %L', lang);
begin
  return query
  with used as materialized (
    select entry.word, max(entry.uses) as uses from (
      select word, ndoc::float8 as uses from ts_stat(documents, 'ab')
      -- In a text a word is said in passing: it makes the word known, and hardly less rare.
      union all select word, ndoc / 3.0 from ts_stat(documents, 'd')) as entry
    group by entry.word
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
  -- A slip of the fingers means the nearest word that is known.
  meant as (
    select typed.place, coalesce(near.word, typed.stem) as stem
    from typed
    left join lateral (
      select candidate.word from known candidate,
        least(private.edits_between(typed.word, candidate.word), private.edits_between(typed.stem, candidate.word)) as edits
      where private.edits_allowed(typed.word) > 0
        and not exists (select from known exact where exact.word = typed.stem)
        -- Cheap, and leaves few for the exact count.
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
  -- Of two articles that cover the same, the one whose own question says nothing else: "register" is no "problem with registering".
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
comment on function private.find_help(text, text) is 'Articles that answer a question, in one language. Rare words count more, and a word that no article has counts against all.';

-- Security definer: reads the documents, which have no grant. Whoever reads one language may ask in English: when that covers
-- clearly more, it is what was asked in. What is found is shown in the reader's language, where it exists.
drop function public.search_help(text, integer);
create function public.search_help(q text, lim integer default 3, lang text default 'en')
returns table (id text, topic text, question text, answer jsonb, points jsonb, action jsonb, score float8)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  -- From this share on, an article is taken for the answer.
  answers constant float8 := 0.5;
  most integer := greatest(1, least(coalesce(lim, 3), 10));
  ids text[];
  scores float8[];
  english_ids text[];
  english_scores float8[];
begin
  select array_agg(found.id order by found.place), array_agg(found.covered order by found.place) into ids, scores
  from private.find_help(q, lang) found where found.place <= most;
  if lang is distinct from 'en' and coalesce(scores[1], 0) < answers then
    select array_agg(found.id order by found.place), array_agg(found.covered order by found.place) into english_ids, english_scores
    from private.find_help(q, 'en') found where found.place <= most;
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
comment on function public.search_help(text, integer, text) is 'Help articles that answer a question, the best first, with how much of it they cover (0 to 1), in the language of the reader.';
grant execute on function public.search_help(text, integer, text) to anon, authenticated;

-- Security definer: votes are closed.
drop function public.help_figures();
create function public.help_figures(lang text default 'en') returns table (article_id text, question text, topic text, yes integer, no integer)
language plpgsql stable security definer
set search_path = ''
as $$
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
comment on function public.help_figures(text) is 'For moderators: which articles helped and which did not, the least helpful first.';
grant execute on function public.help_figures(text) to authenticated;

create table private.help_version (
  one boolean primary key default true check (one),
  version text not null,
  written_at timestamptz not null default now()
);
comment on table private.help_version is 'Which articles the table holds: a hash of them all, so that a server which starts need not write them again.';

create function private.write_help_articles(given jsonb, version text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if exists (select from private.help_version known where known.version = write_help_articles.version) then
    return false;
  end if;
  -- Servers that start together write one after the other, and the second finds it done.
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
comment on function private.write_help_articles(jsonb, text) is 'Puts these articles in the place of all others, unless they are there already. For the server.';
revoke all on function private.write_help_articles(jsonb, text) from public;
