-- What is said counts together with what the same person said just before: a fraud is often told in pieces. And what a judgement
-- rests on, as a sentence that people can read.

-- The sentence with which a rule came true: what follows it did not matter.
create or replace function private.telling_sentence(said text, rule_id text, known text[] default '{}') returns text
language plpgsql stable
set search_path = ''
as $$
declare
  sentences constant text[] := array(select btrim(part) from regexp_split_to_table(said, '(?<=[.!?])\s+|\n+') as part where btrim(part) <> '');
  wanted constant tsquery := (select rule.signals from public.scam_rules rule where rule.id = rule_id and rule.retired_at is null);
  reading private.reading;
begin
  for place in 1 .. least(cardinality(sentences), 12) loop
    reading := private.read_message(array_to_string(sentences[1:place], ' '));
    exit when place = cardinality(sentences);
    if (private.signals_of(reading.words)::text || ' '
        || array_to_string(array(select format('%s:1', signal) from unnest(reading.found || known || '{seems_bad,surely_bad}') as signal), ' '))::tsvector @@ wanted then
      return left(sentences[place], 200);
    end if;
  end loop;
  return left(sentences[cardinality(sentences)], 200);
end
$$;
comment on function private.telling_sentence(text, text, text[]) is 'Which sentence of a text made a rule come true.';

-- The gravest rule of a judgement that says something by itself.
create or replace function private.gravest_rule(judged private.judgement) returns text
language sql stable
set search_path = ''
return (
  select applied.value ->> 'id' from jsonb_array_elements((judged).rules) with ordinality as applied
  where applied.value ->> 'pattern' = (judged).pattern order by applied.ordinality limit 1
);

-- `earlier` is what the same person said before in this conversation. Together the words may only raise what they are alone, and
-- only by rules that did not apply to either: nobody is suspected twice for one sentence. What hurts does so in one message: its
-- words are everyday ones, and those of a talk about the fit of shoes add up to nothing.
create or replace function private.judge_talk(earlier text[], said text, known text[]) returns private.judgement
language plpgsql stable
set search_path = ''
as $$
declare
  alone constant private.judgement := private.judge_text(said, known);
  before private.judgement;
  together private.judgement;
  fresh jsonb;
begin
  if cardinality(earlier) = 0 or alone.action not in ('allow', 'warn') then
    return alone;
  end if;
  together := private.judge_text(array_to_string(earlier || said, E'.\n'), known);
  if together.score <= alone.score then
    return alone;
  end if;
  before := private.judge_text(array_to_string(earlier, E'.\n'), known);
  fresh := coalesce((
    select jsonb_agg(rule || '{"together": true}') from jsonb_array_elements(together.rules) as rule
    where not exists (select from jsonb_array_elements(alone.rules || before.rules) as known_rule where known_rule ->> 'id' = rule ->> 'id')
      and (rule ->> 'weight')::integer >= 40 and rule ->> 'pattern' <> 'harassment'), '[]');
  if fresh = '[]' then
    return alone;
  end if;
  together.pattern := coalesce(alone.pattern, fresh -> 0 ->> 'pattern');
  together.rules := alone.rules || fresh;
  return together;
end
$$;
comment on function private.judge_talk(text[], text, text[]) is 'A message as its reader gets it: after what was said before.';

-- The last three within a day, the oldest first.
create or replace function private.said_before(talk uuid, sender uuid) returns text[]
language sql stable
set search_path = ''
return (
  select coalesce(array_agg(recent.body order by recent.created_at), '{}') from (
    select message.body, message.created_at from public.messages message
    where message.conversation_id = talk and message.sender_id = sender and message.kind = 'text' and not message.masked
      and message.body is not null and message.created_at > now() - interval '1 day'
    order by message.created_at desc limit 3) as recent
);
