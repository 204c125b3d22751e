-- Help articles as rows, so that the assistant finds them, and how often somebody may ask it.

create table public.help_articles (
  id text primary key check (id ~ '^[a-z0-9-]{1,60}$'),
  topic text not null,
  question text not null,
  answer jsonb not null check (jsonb_typeof(answer) = 'array'),
  points jsonb not null default '[]' check (jsonb_typeof(points) = 'array'),
  -- {label, path}: where one does it.
  action jsonb,
  also_asked text not null default '',
  -- A the question, B words that people use for it, D the text.
  document tsvector not null
);
comment on table public.help_articles is 'Written by migrations only, from marketplace/contract/help-articles.ts. {brand} stands for the name of the installation.';
create index help_articles_document_idx on public.help_articles using gin (document);

alter table public.help_articles enable row level security;
create policy "everyone reads the help" on public.help_articles for select to anon, authenticated using (true);
revoke all on public.help_articles from anon, authenticated;
grant select (id, topic, question, answer, points, action) on public.help_articles to anon, authenticated;

create function private.write_help_document() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.document := concat_ws(' ', private.weighted_words(new.question, 'A', 0), private.weighted_words(new.also_asked, 'B', 200),
    private.weighted_words((select string_agg(said, ' ') from jsonb_array_elements_text(new.answer || new.points) as said), 'D', 600))::tsvector;
  return new;
end
$$;
create trigger write_help_document before insert or update on public.help_articles
  for each row execute function private.write_help_document();

-- Words of every question that say nothing about what is asked.
create function private.is_help_stop_word(word text) returns boolean
language sql immutable
set search_path = ''
return private.is_stop_word(word) or word = any('{how,do,does,did,what,where,when,why,who,which,can,could,should,would,will,be,been,have,
  has,had,me,you,your,we,us,this,that,there,please,help,tell,know,get,if,so,not,don,t,m,s,ve,am,was,about,need,want,like,trying,try,
  someone,somebody,anyone,person,people,ask,asks,asked,asking,say,says,said,wants,wanted,continue,go,going}'::text[]);

-- Security definer: reads the documents, which have no grant. `score`: how much of what was asked the article covers, 0 to 1; rare
-- words count more, and a word that no article has counts against all of them, so that a low score means "I do not know".
create function public.search_help(q text, lim integer default 3)
returns table (id text, topic text, question text, answer jsonb, points jsonb, action jsonb, score float8)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
  with asked as (
    select distinct private.stem(word) as stem, word
    from unnest((private.search_words(left(q, 2000)))[1:60]) as word
    where not private.is_help_stop_word(word) and (char_length(word) > 1 or word ~ '\d')
  ),
  known as materialized (select stat.word, stat.ndoc from ts_stat('select document from public.help_articles') as stat),
  -- A slip of the fingers means the nearest word that an article has.
  meant as (
    select coalesce(exact.word, near.word, asked.stem) as stem, coalesce(exact.ndoc, near.ndoc, 0) as ndoc
    from asked
    left join known exact on exact.word = asked.stem
    left join lateral (
      select candidate.word, candidate.ndoc from known candidate
      where exact.word is null and private.edits_allowed(asked.word) > 0
        and extensions.levenshtein_less_equal(asked.stem, candidate.word, private.edits_allowed(asked.word)) <= private.edits_allowed(asked.word)
      order by extensions.levenshtein(asked.stem, candidate.word), candidate.ndoc desc, candidate.word limit 1) as near on true
  ),
  weighed as (
    select meant.stem, ln(1 + (select count(*) from public.help_articles) / (meant.ndoc + 0.5))::float8 as rarity from meant
  ),
  scored as (
    select article.*, sum(weighed.rarity * case
        when article.document @@ (quote_literal(weighed.stem) || ':A')::tsquery then 1
        when article.document @@ (quote_literal(weighed.stem) || ':B')::tsquery then 0.9
        when article.document @@ quote_literal(weighed.stem)::tsquery then 0.4
        else 0 end) / nullif(sum(weighed.rarity), 0) as covered
    from public.help_articles article cross join weighed
    group by article.id
  )
  select scored.id, scored.topic, scored.question, scored.answer, scored.points, scored.action, scored.covered
  from scored where scored.covered > 0
  order by scored.covered desc, char_length(scored.question), scored.id
  limit greatest(1, least(coalesce(lim, 3), 10));
end
$$;
comment on function public.search_help(text, integer) is 'Help articles that answer a question, the best first, with how much of it they cover (0 to 1).';
grant execute on function public.search_help(text, integer) to anon, authenticated;

create table private.assistant_turns (
  asker text not null,
  asked_at timestamptz not null default now()
);
comment on table private.assistant_turns is 'Who asked the assistant within the last hour: a user id, or a keyed hash of an address.';
create index assistant_turns_asker_idx on private.assistant_turns (asker, asked_at);

-- For the assistant's function alone. Null: go on; otherwise when the next question is free.
create function public.take_assistant_turn(asker text, most_per_hour integer) returns timestamptz
language plpgsql security definer
set search_path = ''
as $$
declare
  oldest timestamptz;
  turns integer;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('assistant:' || take_assistant_turn.asker, 0));
  delete from private.assistant_turns turn where turn.asked_at < now() - interval '1 hour';
  select count(*), min(turn.asked_at) into turns, oldest from private.assistant_turns turn where turn.asker = take_assistant_turn.asker;
  if turns >= most_per_hour then
    return oldest + interval '1 hour';
  end if;
  insert into private.assistant_turns (asker) values (take_assistant_turn.asker);
  return null;
end
$$;
comment on function public.take_assistant_turn(text, integer) is 'Counts a question to the assistant. For the service key.';
revoke all on function public.take_assistant_turn(text, integer) from public, anon, authenticated;
grant execute on function public.take_assistant_turn(text, integer) to service_role;
