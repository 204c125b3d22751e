-- Administrators change the numbers of the limits and of the ladder that leads out of them.

create table public.trust_ladder (
  singleton boolean primary key default true check (singleton),
  days integer not null default 7 check (days between 0 and 365),
  deals integer not null default 1 check (deals between 1 and 100),
  answered_chats integer not null default 5 check (answered_chats between 1 and 1000)
);
comment on table public.trust_ladder is 'How an account gets out of the limits of new ones: so many days old, and so many deals done or conversations answered. One row.';
insert into public.trust_ladder default values;
alter table public.trust_ladder enable row level security;
create policy "everybody sees how one becomes trusted" on public.trust_ladder for select to anon, authenticated using (true);
revoke all on public.trust_ladder from anon, authenticated;
grant select on public.trust_ladder to anon, authenticated;

-- Security definer: looks at other people's conversations, to see whether this account's own were answered.
create or replace function private.is_trusted(person uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select profile.trust_level >= 1
    or profile.created_at < now() - make_interval(days => ladder.days) and (
      (select seller.sold_count from public.sellers seller where seller.id = person) >= ladder.deals
      or (select count(*) from public.conversations conversation
          where person in (conversation.buyer_id, conversation.seller_id) and conversation.first_reply_at is not null) >= ladder.answered_chats)
  from public.profiles profile cross join public.trust_ladder ladder where profile.id = person
$$;

create function private.ladder_in_words() returns text
language sql stable
set search_path = ''
as $$
  select format('Limits rise once you have been here for %s and have %s or had %s answered.',
    case when ladder.days = 7 then 'a week' when ladder.days = 1 then 'a day' else ladder.days || ' days' end,
    case when ladder.deals = 1 then 'sold something' else 'sold ' || ladder.deals || ' things' end,
    case when ladder.answered_chats = 1 then 'a conversation' else ladder.answered_chats || ' conversations' end)
  from public.trust_ladder ladder
$$;

-- Security definer: limits are closed to writing; the role is asked for first. So are the functions below.
create function public.set_limit(act text, scope text, level integer, span interval, allowed integer) returns public.limits
language plpgsql security definer
set search_path = ''
as $$
declare
  was public.limits;
  made public.limits;
begin
  perform private.require_role('admin');
  if coalesce(allowed, 0) not between 1 and 100000 then
    raise exception using errcode = 'PT422', message = 'Allow a number from 1 to 100,000.';
  end if;
  select * into was from public.limits known where known.act = set_limit.act and known.scope = set_limit.scope
    and known.level = set_limit.level and known.span = set_limit.span for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such limit.';
  elsif was.allowed = set_limit.allowed then
    return was;
  end if;
  update public.limits known set allowed = set_limit.allowed where known.act = was.act and known.scope = was.scope
    and known.level = was.level and known.span = was.span returning * into made;
  perform private.audit('limit.set', format('%s/%s/%s/%s', made.act, made.scope, made.level, made.span),
    jsonb_build_object('allowed', was.allowed), jsonb_build_object('allowed', made.allowed));
  return made;
end
$$;
comment on function public.set_limit(text, text, integer, interval, integer) is 'For administrators: how often an act is allowed in a span, per account, device or network, from a level of trust on.';

create function public.set_trust_ladder(days integer, deals integer, answered_chats integer) returns public.trust_ladder
language plpgsql security definer
set search_path = ''
as $$
declare
  was public.trust_ladder;
  made public.trust_ladder;
begin
  perform private.require_role('admin');
  if coalesce(days, -1) not between 0 and 365 or coalesce(deals, 0) not between 1 and 100 or coalesce(answered_chats, 0) not between 1 and 1000 then
    raise exception using errcode = 'PT422', message = 'Choose 0 to 365 days, 1 to 100 deals and 1 to 1,000 answered conversations.';
  end if;
  select * into was from public.trust_ladder for update;
  update public.trust_ladder ladder set days = set_trust_ladder.days, deals = set_trust_ladder.deals, answered_chats = set_trust_ladder.answered_chats
    returning * into made;
  if made is distinct from was then
    perform private.audit('limit.ladder', 'trust_ladder', to_jsonb(was) - 'singleton', to_jsonb(made) - 'singleton');
  end if;
  return made;
end
$$;
comment on function public.set_trust_ladder(integer, integer, integer) is 'For administrators: when the limits of new accounts end.';

-- Security definer: the level is closed to its owner.
create function public.set_trust_level(person uuid, level integer, statement text) returns smallint
language plpgsql security definer
set search_path = ''
as $$
declare
  was smallint;
begin
  perform private.require_role('admin');
  if coalesce(level, -1) not between 0 and 3 then
    raise exception using errcode = 'PT422', message = 'Levels go from 0 (new) to 3 (checked).';
  elsif char_length(btrim(coalesce(statement, ''))) not between 10 and 1000 then
    raise exception using errcode = 'PT422', message = 'Give the reasons in 10 to 1,000 characters.';
  end if;
  select profile.trust_level into was from public.profiles profile where profile.id = person for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such account any more.';
  end if;
  update public.profiles profile set trust_level = level where profile.id = person;
  perform private.audit('person.trust', 'profile:' || person, jsonb_build_object('trust_level', was),
    jsonb_build_object('trust_level', level, 'statement', btrim(statement)));
  return level::smallint;
end
$$;
comment on function public.set_trust_level(uuid, integer, text) is 'For administrators: lifts or lowers the limits of one account, with the reasons in the audit log.';

grant execute on function public.set_limit(text, text, integer, interval, integer), public.set_trust_ladder(integer, integer, integer),
  public.set_trust_level(uuid, integer, text) to authenticated;
