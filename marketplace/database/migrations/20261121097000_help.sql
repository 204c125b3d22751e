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

-- Words of a question that say nothing about what is asked, as stems.
create table private.help_stop_words (stem text primary key);
insert into private.help_stop_words (stem)
select distinct private.stem(word) from unnest(private.search_words('
  how do does did what where why who which can could should would will may might be been being have has had got me you your we us our
  this that these those there here please help helping tell know knowing get getting if so not don t m s ve d ll re am was were about as
  need needs needed wanna gonna like love try trying tried someone somebody anyone anybody people ask asks asked asking say says said
  wants wanted continue go going come give gives giving show let make making made take do doing done assist assistance question inquiry
  information info possible able way hi hello hey thanks thank im ive id dont doesnt cant cannot couldnt donot my mine own u ur r ya pls plz obtain more some few
  several multiple many much just really very still also too one ones thing things something anything stuff regarding concerning related
  they them their he she his her its it bloody damn goddamn fucking freaking hell a an and any are at by for from i in is of on or the to
  with last check see seeing learn online')) as word;

-- What people say, and the word of the articles that it means; both may be several words, as stems.
create table private.help_synonyms (
  said text primary key,
  meant text not null
);
comment on table private.help_synonyms is 'Other words for the words of the help. An operator adds rows with `private.help_words(said)` and runs an update over help_articles.';

-- Stems in the order of the text, with what they mean instead of what was said.
create function private.help_meaning(stems text[]) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  meaning text := array_to_string(stems, ' ');
  synonym private.help_synonyms;
begin
  for synonym in select * from private.help_synonyms known where position(known.said in meaning) > 0 order by char_length(known.said) desc, known.said loop
    meaning := regexp_replace(meaning, '\m' || synonym.said || '\M', synonym.meant, 'g');
  end loop;
  return regexp_split_to_array(meaning, ' ');
end
$$;

insert into private.help_synonyms (said, meant)
select distinct on (1) (select string_agg(private.stem(word), ' ' order by place)
    from unnest(private.search_words(phrase)) with ordinality as found (word, place)), private.stem(given.meant)
from (values
  ('problem', 'issue, error, trouble, difficulty, fail, failure'),
  ('register', 'registration, sign up, signup, enrol, enroll, join'),
  ('signin', 'sign in, signed in, log in, logged in, login, log on'),
  ('signout', 'sign out, log out, logged out, logout, log off'),
  ('refund', 'money back, reimburse, reimbursement, compensation, restitution, rebate'),
  ('change', 'modify, modification, edit, alter, update, correct, amend, adjust, replace'),
  ('delete', 'deletion, remove, removal, erase, close, closure, terminate, termination, deactivate'),
  ('buy', 'bought, purchase, acquire, acquisition'),
  ('invoice', 'bill, receipt'),
  ('password', 'pwd, pass, passcode, passphrase, pin, pin code, user key, access key'),
  ('recover', 'recovery, forgot, forget, forgotten, retrieve, retrieval, restore, restoration, reset'),
  ('deliver', 'delivery, ship, shipping, shipment, dispatch'),
  ('parcel', 'package, packet'),
  ('arrive', 'arrival, eta'),
  ('track', 'trace, tracking'),
  ('support', 'customer service, customer support, customer care, customer assistance, help desk, helpdesk, support team, support service'),
  ('human', 'agent, operator, representative, human being, real person, live person'),
  ('talk', 'speak, chat, converse'),
  ('phone', 'telephone, mobile, cellphone, smartphone, handset'),
  ('mail', 'email, e mail'),
  ('photo', 'picture, pic, image, photograph'),
  ('ad', 'advert, advertisement, listing'),
  ('complain', 'complaint, claim, reclamation, grievance'),
  ('review', 'comment, opinion, feedback, rating, rate, testimonial'),
  ('subscribe', 'subscription, unsubscribe, opt out'),
  ('fee', 'charge, cost, penalty, price of'),
  ('option', 'method, modality, choice, alternative'),
  ('pay', 'payment, paid'),
  ('report', 'notify'),
  ('switch', 'shift, toggle'),
  ('another', 'new, other, different, second, secondary, alternate'),
  ('account', 'user, membership, online account, user account'),
  ('detail', 'data'),
  ('scam', 'fraud, cheat, swindle, con, rip off'),
  ('', 'find information, find info, find out, get information, quick look, have a look'),
  ('hour', 'what time, opening time')
) as given (meant, phrases), unnest(string_to_array(phrases, ', ')) as phrase;

-- The words of a text of ours, as stems of what they mean.
create function private.help_words(input text) returns text[]
language sql stable
set search_path = ''
return private.help_meaning(array(
  select private.stem(word) from unnest(private.search_words(input)) with ordinality as found (word, place) order by place));

create function private.write_help_document() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.document := (
    select string_agg(format('%L:%s', stem, fields), ' ')::tsvector from (
      select stem, string_agg(distinct place || field, ',') as fields
      from (values ('A', 1, new.question), ('B', 2, new.also_asked),
          ('D', 3, (select string_agg(said, ' ') from jsonb_array_elements_text(new.answer || new.points) as said))) as given (field, place, said),
        unnest(private.help_words(given.said)) as stem
      where stem <> '' group by stem) as word);
  return new;
end
$$;
create trigger write_help_document before insert or update on public.help_articles
  for each row execute function private.write_help_document();

-- Security definer: reads the documents, which have no grant. `score`: how much of what was asked the article covers, 0 to 1; rare
-- words count more, and a word that no article has counts against all of them, so that a low score means "I do not know".
create function public.search_help(q text, lim integer default 3)
returns table (id text, topic text, question text, answer jsonb, points jsonb, action jsonb, score float8)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  articles float8 := (select count(*) from public.help_articles);
begin
  return query
  with used as materialized (
    select entry.word, max(entry.uses) as uses from (
      select word, ndoc::float8 as uses from ts_stat('select document from public.help_articles', 'ab')
      -- In a text a word is said in passing: it makes the word known, and hardly less rare.
      union all select word, ndoc / 3.0 from ts_stat('select document from public.help_articles', 'd')) as entry
    group by entry.word
  ),
  known as materialized (
    select used.word, used.uses from used
    union select part, 0 from private.help_synonyms, regexp_split_to_table(said, ' ') as part where part not in (select used.word from used)
    union select stop.stem, 0 from private.help_stop_words stop where stop.stem not in (select used.word from used)
  ),
  typed as materialized (
    select found.word, private.stem(found.word) as stem, found.place
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
    from (select distinct stem from unnest(private.help_meaning(array(select meant.stem from meant order by meant.place))) as stem) as word
    left join used on used.word = word.stem
    where (char_length(word.stem) > 1 or word.stem ~ '\d') and word.stem not in (select stop.stem from private.help_stop_words stop)
  ),
  scored as (
    select article.id, sum(asked.rarity * case
        when article.document @@ (quote_literal(asked.stem) || ':A')::tsquery then 1
        when article.document @@ (quote_literal(asked.stem) || ':B')::tsquery then 0.9
        when article.document @@ quote_literal(asked.stem)::tsquery then 0.4
        else 0 end) / nullif(sum(asked.rarity), 0) as covered
    from public.help_articles article cross join asked
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
      where article.id = scored.id and 'A' = any(entry.weights)
        and entry.lexeme not in (select stop.stem from private.help_stop_words stop)) as own on true
    where scored.covered > 0
    group by scored.id, scored.covered
  )
  select article.id, article.topic, article.question, article.answer, article.points, article.action, ranked.covered
  from ranked join public.help_articles article on article.id = ranked.id
  order by ranked.covered + 0.15 * ranked.fits desc, char_length(article.question), article.id
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
