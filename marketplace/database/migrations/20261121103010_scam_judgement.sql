-- The rules of the scam guard, as data, and what they make of a message. A rule is never changed: a new version is added and
-- the one before it retired, so that every verdict names what it was based on.

create table public.scam_patterns (
  id text primary key,
  title jsonb not null check (title ? 'en'),
  advice jsonb not null check (advice ? 'en')
);
comment on table public.scam_patterns is 'What a message can be suspected of, and what its reader is told, by language.';

create table public.scam_rules (
  id text not null,
  version integer not null check (version > 0),
  pattern text not null references public.scam_patterns,
  signals tsquery not null,
  weight integer not null check (weight between 0 and 100),
  action text not null check (action in ('allow', 'warn', 'mask', 'hold', 'block')),
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (id, version)
);
comment on column public.scam_rules.signals is 'What must be said: signals of scam_words, and those that are found or known (mail, link, phone, young_account, ...).';
create unique index scam_rules_one_in_force on public.scam_rules (id) where retired_at is null;

alter table public.scam_patterns enable row level security;
alter table public.scam_rules enable row level security;
create policy "everybody reads what messages are suspected of" on public.scam_patterns for select to anon, authenticated using (true);
create policy "everybody reads the rules" on public.scam_rules for select to anon, authenticated using (true);
revoke all on public.scam_patterns, public.scam_rules from anon, authenticated;
grant select on public.scam_patterns, public.scam_rules to anon, authenticated;

create type private.judgement as (action text, score integer, pattern text, rules jsonb, hosts text[]);
comment on type private.judgement is 'What is done with a message, and why: rules are [{id, version, pattern, weight}], the gravest first.';

-- From this sum of weights on, a message waits for a person.
create function private.held_from_score() returns integer language sql immutable set search_path = '' return 100;

-- `known` are signals about the sender, such as new_account. A long message is read in stretches that overlap: what is said
-- pages apart does not belong together.
create function private.judge_text(said text, known text[] default '{}') returns private.judgement
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
    -- Two rules of one pattern say the same thing twice.
    coalesce((select sum(heaviest) from (select max(weight) as heaviest from applied group by pattern) as counted), 0),
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
