-- Limits for every write that adds rows or affects others. One trigger per table counts each row, so that a statement with many rows counts as many
-- actions.

-- A recently recovered account has at most the limits of a confirmed one.
create or replace function private.trust_level(person uuid) returns smallint
language sql stable security definer set search_path = '' as $$
  select case
    when private.recovered_lately(person) then least(profile.trust_level, 1)
    when profile.trust_level >= 3 then 3
    when private.is_trusted(person) then 2
    else least(profile.trust_level, 1) end::smallint
  from public.profiles profile where profile.id = person
$$;
comment on function private.trust_level(uuid) is 'The user''s trust level.';

-- The device id comes from the client, so it can only add a limit; the network comes from the server.
create or replace function private.who_uses(person uuid) returns table (scope text, who bytea)
language sql stable set search_path = '' as $$
  select sort, pg_catalog.sha256(convert_to(sort || ':' || value, 'UTF8'))
  from (select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb) as sent (headers), lateral (values
    ('account', person::text),
    ('device', left(headers ->> 'x-device-id', 100)),
    ('network', private.client_network(24)))
    as named (sort, value)
  where value <> ''
$$;

-- Also for visitors (person is null), who count by network.
create or replace function private.consume_rate_limit(person uuid, action text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  reached smallint := coalesce(private.trust_level(person), 0);
  rule record;
  free_again timestamptz;
begin
  -- Serialised per user, so that concurrent calls cannot both pass.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('allowance:' || consume_rate_limit.action
    || coalesce(person::text, (select encode(used.who, 'hex') from private.who_uses(null) used where used.scope = 'network'), ''), 0));
  for rule in
    select distinct on (bound.scope, bound.span) bound.*, named.who
    from public.rate_limits bound join private.who_uses(person) named on named.scope = bound.scope
    where bound.action = consume_rate_limit.action and bound.level <= reached
    order by bound.scope, bound.span, bound.level desc
  loop
    -- Available again when the oldest use in the window expires.
    select used.at + rule.span into free_again from private.rate_limit_uses used
      where used.action = consume_rate_limit.action and used.who = rule.who and used.at > now() - rule.span
      order by used.at desc offset rule.allowed - 1 limit 1;
    if found then
      raise exception using errcode = 'SK502', message = 'rate_limited', detail = jsonb_build_object(
        'who', case when rule.scope <> 'account' then rule.scope when reached < 2 and rule.level < 2
            and exists (select from public.rate_limits higher where higher.action = rule.action and higher.scope = 'account' and higher.level >= 2)
          then 'new' else 'you' end,
        'action', consume_rate_limit.action, 'count', rule.allowed,
        'span', case rule.span when interval '1 day' then 'day' when interval '1 hour' then 'hour' when interval '1 minute' then 'minute' else 'other' end,
        'retry_after', ceil(extract(epoch from free_again - now()))) || private.wait_until(free_again);
    end if;
  end loop;
  insert into private.rate_limit_uses (action, who) select consume_rate_limit.action, named.who from private.who_uses(person) named
    where named.scope in (select bound.scope from public.rate_limits bound where bound.action = consume_rate_limit.action);
  -- Cleans up on one call in a hundred, so that no job is needed.
  if random() < 0.01 then
    delete from private.rate_limit_uses where at < now() - (select max(span) from public.rate_limits);
  end if;
end
$$;
comment on function private.consume_rate_limit(uuid, text) is 'Raises SK502 with the waiting time if the limit is reached; otherwise counts.';
grant execute on function private.consume_rate_limit(uuid, text) to application, authenticated, service_role;

-- Live ads only: drafts are autosaved. State changes have separate limits.
create or replace function private.count_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.consume_rate_limit(new.seller_id, 'edit');
  return new;
end
$$;
create or replace trigger count_edit before update of title, description, category, price_minor, condition, attributes, type on public.listings
  for each row when (old.state in ('active', 'reserved') and old.first_published_at < now() - interval '10 minutes' and new.state = old.state
    and (new.title, new.description, new.category, new.price_minor, new.condition, new.attributes, new.type)
      is distinct from (old.title, old.description, old.category, old.price_minor, old.condition, old.attributes, old.type))
  execute function private.count_edit();

-- Counts a row as one action (the trigger's argument) of the caller.
create or replace function private.count_use() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.consume_rate_limit(auth.uid(), tg_argv[0]);
  return new;
end
$$;
create or replace trigger count_message before insert on public.messages for each row
  when (new.kind <> 'system' and new.sender_id = auth.uid()) execute function private.count_use('message');
create or replace trigger count_photo before insert on public.listing_photos for each row
  when (auth.uid() is not null) execute function private.count_use('photo');
create or replace trigger a_count_draft before insert on public.listings for each row
  when (new.seller_id = auth.uid()) execute function private.count_use('draft');
-- Each change notifies savers. Deleting is always possible.
create or replace trigger a_count_state before update of state on public.listings for each row
  when (old.state <> new.state and old.state <> 'draft' and new.state <> 'deleted' and new.seller_id = auth.uid())
  execute function private.count_use('state');
create or replace trigger a_count_profile before update of first_name, last_name, display_name, phone, avatar_path, bio, city, area on public.profiles
  for each row when (new.id = auth.uid()) execute function private.count_use('profile');
create or replace trigger a_count_favorite before insert on public.favorites for each row
  when (new.user_id = auth.uid()) execute function private.count_use('favorite');
create or replace trigger a_count_follow before insert on public.follows for each row
  when (new.follower_id = auth.uid()) execute function private.count_use('follow');
create or replace trigger a_count_saved_search before insert or update of query, exclude_words on public.saved_searches for each row
  when (new.user_id = auth.uid()) execute function private.count_use('save_search');
create or replace trigger a_count_push before insert on public.push_subscriptions for each row
  when (new.user_id = auth.uid()) execute function private.count_use('push');
create or replace trigger a_count_block before insert on public.blocks for each row
  when (new.blocker_id = auth.uid()) execute function private.count_use('block');
-- After: a view that was already counted is ignored.
create or replace trigger count_view after insert on private.recent_views for each row execute function private.count_use('view');
