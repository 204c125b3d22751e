-- Security definer: limits are not writable; the role is checked first. So are the functions below.
create or replace function public.set_rate_limit(action text, scope text, level integer, span interval, allowed integer) returns public.rate_limits
language plpgsql security definer set search_path = '' as $$
declare
  was public.rate_limits;
  made public.rate_limits;
begin
  perform private.require_role('admin');
  perform private.refuse_if(coalesce(allowed, 0) not between 1 and 100000, 'SK841', 'bad_limit');
  select * into was from public.rate_limits known where known.action = set_rate_limit.action and known.scope = set_rate_limit.scope
    and known.level = set_rate_limit.level and known.span = set_rate_limit.span for update;
  perform private.refuse_if(not found, 'SK842', 'no_such_limit');
  if was.allowed = set_rate_limit.allowed then
    return was;
  end if;
  update public.rate_limits known set allowed = set_rate_limit.allowed where known.action = was.action and known.scope = was.scope
    and known.level = was.level and known.span = was.span returning * into made;
  perform private.audit('limit.set', format('%s/%s/%s/%s', made.action, made.scope, made.level, made.span),
    jsonb_build_object('allowed', was.allowed), jsonb_build_object('allowed', made.allowed));
  return made;
end
$$;
comment on function public.set_rate_limit(text, text, integer, interval, integer) is 'For administrators: sets how often an action is allowed in a period, per account, device or network, from a trust level on.';
grant execute on function public.set_rate_limit(text, text, integer, interval, integer) to authenticated;

create or replace function public.set_trust_ladder(days integer, deals integer, answered_chats integer) returns public.trust_ladder
language plpgsql security definer set search_path = '' as $$
declare
  was public.trust_ladder;
  made public.trust_ladder;
begin
  perform private.require_role('admin');
  perform private.refuse_if(coalesce(days, -1) not between 0 and 365 or coalesce(deals, 0) not between 1 and 100 or coalesce(answered_chats, 0) not between 1 and 1000,
    'SK843', 'bad_trust_ladder');
  select * into was from public.trust_ladder for update;
  update public.trust_ladder ladder set days = set_trust_ladder.days, deals = set_trust_ladder.deals, answered_chats = set_trust_ladder.answered_chats
    returning * into made;
  if made is distinct from was then
    perform private.audit('limit.ladder', 'trust_ladder', to_jsonb(was) - 'singleton', to_jsonb(made) - 'singleton');
  end if;
  return made;
end
$$;
comment on function public.set_trust_ladder(integer, integer, integer) is 'For administrators: sets when the limits of new accounts end.';
grant execute on function public.set_trust_ladder(integer, integer, integer) to authenticated;

-- Security definer: users cannot write their trust level.
create or replace function public.set_trust_level(person uuid, level integer, statement text) returns smallint
language plpgsql security definer set search_path = '' as $$
declare
  was smallint;
begin
  perform private.require_role('admin');
  perform private.refuse_if(coalesce(level, -1) not between 0 and 3, 'SK844', 'bad_trust_level');
  perform private.refuse_if(char_length(btrim(coalesce(statement, ''))) not between 10 and 1000, 'SK845', 'trust_reasons_needed');
  select profile.trust_level into was from public.profiles profile where profile.id = person for update;
  perform private.refuse_if(not found, 'SK620', 'no_such_account');
  update public.profiles profile set trust_level = level where profile.id = person;
  perform private.audit('person.trust', 'profile:' || person, jsonb_build_object('trust_level', was),
    jsonb_build_object('trust_level', level, 'statement', btrim(statement)));
  return level::smallint;
end
$$;
comment on function public.set_trust_level(uuid, integer, text) is 'For administrators: sets the trust level of one account, with the reason in the audit log.';
grant execute on function public.set_trust_level(uuid, integer, text) to authenticated;
