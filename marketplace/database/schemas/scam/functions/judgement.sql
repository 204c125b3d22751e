-- From this sum of weights on, a message waits for a person.
create or replace function private.held_from_score() returns integer language sql immutable set search_path = '' return 100;

-- `known` are signals about the sender, such as new_account. A long message is read in stretches that overlap: what is said
-- pages apart does not belong together.
create or replace function private.judge_text(said text, known text[] default '{}') returns private.judgement
language plpgsql stable
set search_path = ''
as $$
declare
  stretch constant integer := 40;
  reading private.reading := private.read_message(said);
  beside text := array_to_string(array(select format('%s:1', signal) from unnest(reading.found || known) as signal), ' ');
  judged private.judgement;
  stretches tsvector[] := '{}';
  begins integer := 1;
begin
  loop
    stretches := stretches || ((private.signals_of(reading.words[begins : begins + stretch - 1])::text || ' ' || beside)::tsvector);
    begins := begins + stretch / 2;
    exit when begins + stretch / 2 > cardinality(reading.words) + 1;
  end loop;
  with applied as (
    select rule.id, rule.version, rule.pattern, rule.weight,
      array_position(array['allow', 'warn', 'mask', 'hold', 'block'], rule.action) as gravity
    from public.scam_rules rule
    where rule.retired_at is null and exists (select from unnest(stretches) as said_there where said_there @@ rule.signals)
  )
  select
    (array['allow', 'warn', 'mask', 'hold', 'block'])[coalesce(max(gravity), 1)],
    -- Two light rules of one pattern say the same thing twice; each heavy one is a reason of its own, and so is each fact of the sender.
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
  elsif judged.action in ('warn', 'mask') and judged.score >= private.held_from_score() then
    judged.action := 'hold';
  end if;
  return judged;
end
$$;
comment on function private.judge_text(text, text[]) is 'What the rules in force make of a text. Reads nothing but rules, words and known sites.';
