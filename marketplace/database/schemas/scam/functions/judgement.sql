-- Signals of a message in overlapping windows of 40 words: distant phrases are unrelated.
create or replace function private.stretches_of(words text[]) returns setof tsvector
language sql stable set search_path = ''
begin atomic
  select private.signals_of(words[begins : begins + 39]) from generate_series(1, greatest(cardinality(words) - 19, 1), 20) as begins;
end;

-- `known` are signals about the sender, such as new_account.
create or replace function private.judge_text(said text, known text[] default '{}') returns private.judgement
language plpgsql stable set search_path = '' as $$
declare
  reading private.reading := private.read_message(said);
  heard constant tsvector[] := array(select private.stretches_of(reading.words));
  opinion constant text[] := private.second_opinion(private.opinion_features(reading.words, reading.found, heard));
  beside constant text := array_to_string(array(select format('%s:1', signal) from unnest(reading.found || known || opinion) as signal), ' ');
  stretches constant tsvector[] := array(select (signals::text || ' ' || beside)::tsvector from unnest(heard) as signals);
  judged private.judgement;
begin
  with applied as (
    select rule.id, rule.version, rule.pattern, rule.weight,
      array_position(array['allow', 'warn', 'mask', 'hold', 'block'], rule.action) as gravity
    from public.scam_rules rule
    where rule.retired_at is null
      -- Most messages are one stretch.
      and (stretches[1] @@ rule.signals or exists (select from unnest(stretches[2:]) as said_there where said_there @@ rule.signals))
  )
  select
    (array['allow', 'warn', 'mask', 'hold', 'block'])[coalesce(max(gravity), 1)],
    -- Two light rules of one pattern count once; each severe one counts, and so does each fact about the sender.
    coalesce((select sum(counted) from (
      select coalesce(sum(weight) filter (where weight >= 50 or gravity = 1), 0) + case when bool_or(weight >= 50) then 0 else coalesce(max(weight) filter (where gravity > 1), 0) end as counted
      from applied group by pattern) as by_pattern), 0),
    (array_agg(pattern order by gravity = 1, weight desc, id))[1],
    coalesce(jsonb_agg(jsonb_build_object('id', id, 'version', version, 'pattern', pattern, 'weight', weight) order by weight desc, id), '[]')
  into judged.action, judged.score, judged.pattern, judged.rules
  from applied;
  judged.hosts := reading.hosts;
  if judged.action = 'allow' then
    judged.pattern := null;
  elsif judged.action in ('warn', 'mask') and judged.score >= 100 then
    judged.action := 'hold';
  end if;
  return judged;
end
$$;
comment on function private.judge_text(text, text[]) is 'The result of the active rules for a text. Reads only rules, words and known sites.';
