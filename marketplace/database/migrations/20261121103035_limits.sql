-- How much one person, one device and one network may do in a time, by level of trust. The numbers are data; each refusal says
-- when it goes on, in words for people and in seconds for programs (detail "retry_after=<seconds>").

create table public.limits (
  act text not null check (act in ('conversation', 'publish', 'edit', 'report', 'photo')),
  scope text not null check (scope in ('account', 'device', 'network')),
  level smallint not null check (level between 0 and 3),
  span interval not null check (span between interval '1 minute' and interval '30 days'),
  allowed integer not null check (allowed > 0),
  primary key (act, scope, level, span)
);
comment on table public.limits is 'The row with the highest level that an account has reached counts, for each act, scope and span.';
comment on column public.limits.level is '0 and 1: new; 2: a week and a deal or five answered chats, or known to the operator; 3: checked.';
insert into public.limits (act, scope, level, span, allowed) values
  ('conversation', 'account', 0, '1 day', 5), ('conversation', 'account', 2, '1 day', 20), ('conversation', 'account', 3, '1 day', 100),
  ('conversation', 'account', 2, '1 hour', 15), ('conversation', 'account', 3, '1 hour', 50),
  ('conversation', 'device', 0, '1 day', 20), ('conversation', 'device', 3, '1 day', 200),
  ('conversation', 'network', 0, '1 hour', 60),
  ('publish', 'account', 0, '1 day', 3), ('publish', 'account', 2, '1 day', 20), ('publish', 'account', 3, '1 day', 100),
  ('publish', 'device', 0, '1 day', 20), ('publish', 'device', 3, '1 day', 200),
  ('edit', 'account', 0, '1 day', 30), ('edit', 'account', 3, '1 day', 300),
  ('report', 'account', 0, '1 day', 20),
  ('report', 'network', 0, '1 hour', 60),
  ('photo', 'account', 0, '1 hour', 60), ('photo', 'account', 2, '1 hour', 240);
alter table public.limits enable row level security;
create policy "everybody sees the limits" on public.limits for select to anon, authenticated using (true);
revoke all on public.limits from anon, authenticated;
grant select on public.limits to anon, authenticated;

-- Losing this in a crash gives everybody a fresh start at worst.
create unlogged table private.uses (
  act text not null,
  who bytea not null,
  at timestamptz not null default now()
);
comment on table private.uses is 'What was done lately; devices and networks only as a hash.';
create index uses_idx on private.uses (act, who, at);
create index uses_age_idx on private.uses (at);

-- Security definer: a profile is readable by its owner only.
create function private.trust_level(person uuid) returns smallint
language sql stable security definer
set search_path = ''
as $$
  select case when profile.trust_level >= 3 then 3 when private.is_trusted(person) then 2 else least(profile.trust_level, 1) end::smallint
  from public.profiles profile where profile.id = person
$$;
comment on function private.trust_level(uuid) is 'The step of the ladder that somebody has reached.';

-- A device names itself; the network is what the nearest proxy saw. Who sends neither is counted by account alone.
create function private.who_uses(person uuid) returns table (scope text, who bytea)
language sql stable
set search_path = ''
as $$
  select sort, pg_catalog.sha256(convert_to(sort || ':' || value, 'UTF8'))
  from (select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb) as sent (headers), lateral (values
    ('account', person::text),
    ('device', left(headers ->> 'x-device-id', 100)),
    ('network', regexp_replace(btrim(reverse(split_part(reverse(headers ->> 'x-forwarded-for'), ',', 1))), '^([0-9]+\.[0-9]+\.[0-9]+)\.[0-9]+$', '\1')))
    as named (sort, value)
  where value <> ''
$$;

create function private.act_in_words(act text) returns text
language sql immutable
set search_path = ''
return case act
  when 'conversation' then 'start %s conversations' when 'publish' then 'publish %s ads' when 'edit' then 'change published ads %s times'
  when 'report' then 'send %s reports' else 'add %s photos' end;

-- Counts one act of a person and refuses it when a limit is reached. Security definer: uses are closed.
create function private.take_allowance(person uuid, act text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  reached smallint := private.trust_level(person);
  rule record;
  free_again timestamptz;
begin
  -- One at a time per person, so that two taps at once cannot both pass.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('allowance:' || take_allowance.act || person, 0));
  for rule in
    select distinct on (bound.scope, bound.span) bound.*, named.who
    from public.limits bound join private.who_uses(person) named on named.scope = bound.scope
    where bound.act = take_allowance.act and bound.level <= reached
    order by bound.scope, bound.span, bound.level desc
  loop
    -- Free again when the oldest of the last so many is over.
    select used.at + rule.span into free_again from private.uses used
      where used.act = take_allowance.act and used.who = rule.who and used.at > now() - rule.span
      order by used.at desc offset rule.allowed - 1 limit 1;
    if found then
      raise exception using errcode = 'PT429',
        message = format('%s can %s %s. You can go on in %s.',
          case when rule.scope = 'network' then 'People of one network' when rule.scope = 'device' then 'One device' when reached < 2 and rule.level < 2
              and exists (select from public.limits higher where higher.act = rule.act and higher.scope = 'account' and higher.level >= 2)
            then 'New accounts' else 'You' end,
          format(private.act_in_words(take_allowance.act), rule.allowed),
          case when rule.span = interval '1 day' then 'a day' when rule.span = interval '1 hour' then 'an hour'
            else 'in ' || private.wait_text(now() + rule.span) end,
          private.wait_text(free_again)),
        detail = 'retry_after=' || ceil(extract(epoch from free_again - now())),
        hint = case when reached < 2 then private.ladder_in_words()
          else 'Limits keep advertising and fraud out.' end;
    end if;
  end loop;
  insert into private.uses (act, who) select take_allowance.act, named.who from private.who_uses(person) named;
  -- One in a hundred sweeps up, so that no timer is needed.
  if random() < 0.01 then
    delete from private.uses where at < now() - (select max(span) from public.limits);
  end if;
end
$$;
comment on function private.take_allowance(uuid, text) is 'Raises PT429 with the time to wait when somebody has used up a limit; otherwise counts.';

-- Only what is on offer: a draft is changed at every keystroke. Changes of state have limits of their own.
create function private.count_edit() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.take_allowance(new.seller_id, 'edit');
  return new;
end
$$;
create trigger count_edit before update of title, description, category, price_minor, condition, attributes, type on public.listings
  for each row when (old.state in ('active', 'reserved') and old.first_published_at < now() - interval '10 minutes' and new.state = old.state
    and (new.title, new.description, new.category, new.price_minor, new.condition, new.attributes, new.type)
      is distinct from (old.title, old.description, old.category, old.price_minor, old.condition, old.attributes, old.type))
  execute function private.count_edit();

create function private.count_photo() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.take_allowance(auth.uid(), 'photo');
  end if;
  return new;
end
$$;
create trigger count_photo before insert on public.listing_photos
  for each row execute function private.count_photo();
grant execute on function private.take_allowance(uuid, text) to authenticated, service_role;
