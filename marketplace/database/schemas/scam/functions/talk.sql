-- A message is judged together with the sender's previous ones, since scams are often split over messages; and the sentence that a verdict is based
-- on is found.

-- The sentence that completed a rule's match: later ones did not matter.
create or replace function private.decisive_sentence(said text, rule_id text, known text[] default '{}') returns text
language plpgsql stable set search_path = '' as $$
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
comment on function private.decisive_sentence(text, text, text[]) is 'The sentence of a text that completed a rule''s match.';

-- The most severe rule that can match alone.
create or replace function private.gravest_rule(judged private.judgement) returns text
language sql stable set search_path = ''
return (
  select applied.value ->> 'id' from jsonb_array_elements((judged).rules) with ordinality as applied
  where applied.value ->> 'pattern' = (judged).pattern order by applied.ordinality limit 1
);

-- `earlier` has the sender's previous messages in this conversation. Together, texts only count by rules that match neither alone, so that no
-- sentence counts twice. Insults must be in one message: their words are common, and harmless ones would add up.
create or replace function private.judge_talk(earlier text[], said text, known text[]) returns private.judgement
language plpgsql stable set search_path = '' as $$
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
comment on function private.judge_talk(text[], text, text[]) is 'The verdict on a message, given the previous ones.';

-- The last three within a day, oldest first.
create or replace function private.earlier_messages(talk uuid, sender uuid) returns text[]
language sql stable set search_path = ''
return (
  select coalesce(array_agg(recent.body order by recent.created_at), '{}') from (
    select message.body, message.created_at from public.messages message
    where message.conversation_id = talk and message.sender_id = sender and message.kind = 'text' and not message.masked
      and message.body is not null and message.created_at > now() - interval '1 day'
    order by message.created_at desc limit 3) as recent
);
