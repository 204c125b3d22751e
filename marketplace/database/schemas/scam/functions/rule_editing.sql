-- Administrators can change scam rules at run time. A rule is never overwritten: each change adds a version, so that old verdicts still refer to the
-- rules they were based on.

-- Signals that rules may use: from words, and found in the text or known about the sender.
create or replace function private.known_signals() returns text[]
language sql stable set search_path = ''
return array['mail', 'handle', 'link', 'trusted_link', 'phone', 'digits', 'short_code', 'number', 'amount', 'percent', 'foreign_amount',
  'new_account', 'young_account', 'checked', 'first_message', 'hurried', 'far_away', 'protected_pay', 'seems_bad']
  || array(select distinct signal from public.scam_words, unnest(signals) as signal)
  || array(select distinct 'dont' || substr(signal, 3) from public.scam_words, unnest(signals) as signal where starts_with(signal, 'do_'));

-- Security definer: rules are not writable; the role is checked first. So are the functions below.
create or replace function public.save_scam_rule(id text, pattern text, signals text, weight integer, action text) returns public.scam_rules
language plpgsql security definer set search_path = '' as $$
declare
  wanted tsquery;
  unknown text;
  was public.scam_rules;
  made public.scam_rules;
begin
  perform private.require_role('admin');
  perform private.refuse_if(coalesce(save_scam_rule.id, '') !~ '^[a-z0-9_]{2,30}\.[a-z0-9_]{2,40}$', 'SK846', 'bad_rule_name');
  perform private.refuse_if(not exists (select from public.scam_patterns known where known.id = save_scam_rule.pattern), 'SK847', 'no_suspicion');
  perform private.refuse_if(coalesce(weight, -1) not between 0 and 100, 'SK848', 'bad_weight');
  perform private.refuse_if(coalesce(action, '') not in ('allow', 'warn', 'mask', 'hold', 'block'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'action', 'choices', 'allow, warn, mask, hold, block'));
  begin
    wanted := nullif(btrim(coalesce(save_scam_rule.signals, '')), '')::tsquery;
  exception when syntax_error then
    raise exception using errcode = 'SK849', message = 'bad_signals';
  end;
  perform private.refuse_if(wanted is null or numnode(wanted) = 0, 'SK850', 'no_signals');
  perform private.refuse_if(''::tsvector @@ wanted, 'SK851', 'rule_finds_all');
  select named.signal into unknown from regexp_matches(wanted::text, '''([^'']+)''', 'g') as found (part), lateral (select part[1]) as named (signal)
    where named.signal <> all (private.known_signals()) limit 1;
  perform private.refuse_if(found, 'SK852', 'unknown_signal', jsonb_build_object('signal', unknown));

  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('scam_rule:' || save_scam_rule.id, 0));
  select * into was from public.scam_rules known where known.id = save_scam_rule.id and known.retired_at is null;
  if was.id is not null and (was.pattern, was.signals::text, was.weight, was.action)
      = (save_scam_rule.pattern, wanted::text, save_scam_rule.weight, save_scam_rule.action) then
    return was;
  end if;
  update public.scam_rules known set retired_at = now() where known.id = save_scam_rule.id and known.retired_at is null;
  insert into public.scam_rules (id, version, pattern, signals, weight, action)
  values (save_scam_rule.id, 1 + coalesce((select max(known.version) from public.scam_rules known where known.id = save_scam_rule.id), 0),
    save_scam_rule.pattern, wanted, save_scam_rule.weight, save_scam_rule.action)
  returning * into made;
  perform private.audit('scam_rule.save', made.id, case when was.id is not null then to_jsonb(was) end, to_jsonb(made));
  return made;
end
$$;
comment on function public.save_scam_rule(text, text, text, integer, text) is
  'For administrators: adds a version of a rule and retires the previous one. Does nothing if unchanged.';
grant execute on function public.save_scam_rule(text, text, text, integer, text) to authenticated;

create or replace function public.switch_scam_rule(id text, in_force boolean) returns public.scam_rules
language plpgsql security definer set search_path = '' as $$
declare
  latest public.scam_rules;
begin
  perform private.require_role('admin');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('scam_rule:' || switch_scam_rule.id, 0));
  select * into latest from public.scam_rules known where known.id = switch_scam_rule.id order by known.version desc limit 1;
  perform private.refuse_if(not found, 'SK853', 'no_such_rule');
  if in_force = (latest.retired_at is null) then
    return latest;
  elsif in_force then
    return public.save_scam_rule(latest.id, latest.pattern, latest.signals::text, latest.weight, latest.action);
  end if;
  update public.scam_rules known set retired_at = now() where known.id = latest.id and known.version = latest.version returning * into latest;
  perform private.audit('scam_rule.retire', latest.id, to_jsonb(latest), null);
  return latest;
end
$$;
comment on function public.switch_scam_rule(text, boolean) is 'For administrators: retires a rule, or reactivates its last version as a new one.';
grant execute on function public.switch_scam_rule(text, boolean) to authenticated;

-- Security definer: private.judge_text() is closed; nothing is written.
create or replace function public.try_scam_rules(said text, known text[] default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  judged private.judgement;
  reading private.reading;
begin
  perform private.require_role('moderator', 'admin');
  judged := private.judge_text(left(coalesce(said, ''), 2000), coalesce(try_scam_rules.known, '{}'));
  reading := private.read_message(left(coalesce(said, ''), 2000));
  return jsonb_build_object('action', judged.action, 'score', judged.score, 'pattern', judged.pattern, 'rules', judged.rules,
    'signals', to_jsonb(array(select distinct signal from unnest(reading.found || tsvector_to_array(private.signals_of(reading.words))) as signal order by signal)));
end
$$;
comment on function public.try_scam_rules(text, text[]) is 'For moderators: tests a text against the active rules: {action, score, pattern, rules, signals}. Nothing is stored.';
grant execute on function public.try_scam_rules(text, text[]) to authenticated;
