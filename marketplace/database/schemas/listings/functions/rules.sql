-- The problem with a title, or null.
create or replace function private.title_problem(title text) returns jsonb
language sql immutable set search_path = ''
return (
  select case
    when char_length(said) < 5 then private.problem('SK135', 'title_too_short', '{"min": 5}')
    when char_length(btrim(title)) > 80 then private.problem('SK136', 'title_too_long', '{"max": 80}')
    -- Two letters of any script, by Unicode block, independent of the locale.
    when said !~ U&'([A-Za-z\00AA-\1FFF\2C00-\2DFF\2E80-\2FDF\3040-\D7FF\F900-\FDFF\FE70-\FEFC\+010000-\+01EFFF\+020000-\+03FFFF][^\000A]*){2}'
      then private.problem('SK137', 'title_without_words')
    when private.contact_problem(said, 'title') is not null then private.contact_problem(said, 'title')
    when said ~ U&'([!-/:-@[-`{-~\2010-\2BFF\3001-\303F\+01F000-\+01FAFF])\\1{3,}' then private.problem('SK138', 'title_repeats_signs')
    -- Short titles such as "BMW X5" and "IKEA PAX" are names, not shouting.
    when private.is_shouting(said, 10) then private.problem('SK139', 'title_shouts')
    when (select uses from private.most_used(said, 3)) >= 3
      then private.problem('SK140', 'title_repeats_words')
  end
  from btrim(private.readable(title)) as words (said)
);
comment on function private.title_problem(text) is 'The problem with a title, or null. The forms check the same in marketplace/contract/limits.ts.';
grant execute on function private.title_problem(text) to anon, authenticated, service_role;

-- What prevents publishing, or null.
create or replace function private.listing_problem(listing public.listings) returns jsonb
language sql stable set search_path = ''
return coalesce(
  case
    when listing.category is null then private.problem('SK141', 'no_category')
    when not (select leaf from public.categories where slug = listing.category) then private.problem('SK142', 'category_not_precise')
    when not (select listing.type = any(allow_types) from public.categories where slug = listing.category)
      then private.problem('SK143', 'category_without_ad_type')
  end,
  private.title_problem(listing.title),
  private.description_problem(listing.description),
  private.price_problem(listing.type, listing.price_type, listing.price_minor, listing.currency),
  private.lure_price_problem(listing.category, listing.type, listing.price_type, listing.price_minor),
  private.attributes_problem(listing.category, listing.type, listing.attributes),
  case
    when btrim(listing.city) = '' then private.problem('SK145', 'no_city')
    when listing.ship_cost_minor is not null and listing.delivery = 'pickup' then private.problem('SK146', 'shipping_price_without_shipping')
  end);
comment on function private.listing_problem(public.listings) is 'All rules for a published ad except those about photos, which are in another table.';
grant execute on function private.listing_problem(listings) to authenticated, service_role;

create or replace function private.tidy_listing() returns trigger
language plpgsql set search_path = '' as $$
declare
  ground record;
  is_edited boolean := true;
  bookkeeping constant text[] := '{state,state_reason,state_rule,state_before,cleared_rules,version,updated_at,views_count,saves_count,chats_count,cover_path,photo_count}';
begin
  -- About 300 m.
  new.lat := (round((new.lat / 0.003)::numeric) * 0.003)::float8;
  new.lng := (round((new.lng / 0.003)::numeric) * 0.003)::float8;
  if new.type = 'free' then
    new.price_minor := 0;
    new.price_type := 'free';
  elsif tg_op = 'UPDATE' and old.type = 'free' and new.price_type = 'free' then
    new.price_type := 'fixed';
  end if;

  if tg_op = 'UPDATE' then
    if old.state not in ('draft', 'deleted') and new.state = old.state and new.price_minor is distinct from old.price_minor then
      new.previous_price_minor := old.price_minor;
      new.price_changed_at := now();
    end if;
    is_edited := (to_jsonb(new) - bookkeeping) <> (to_jsonb(old) - bookkeeping);
    if is_edited then
      new.version := old.version + 1;
      new.updated_at := now();
    elsif new.state <> old.state then
      new.updated_at := now();
    end if;
    if new.state <> old.state and new.state not in ('pending_review', 'changes_requested', 'rejected', 'hidden', 'removed', 'deleted') then
      new.state_reason := null;
      new.state_rule := null;
      new.state_before := null;
    end if;
  end if;

  -- Not when an ad that is live is only reserved, released or paused, even if today's rules would refuse it.
  if new.state in ('active', 'reserved', 'paused', 'pending_review') and (is_edited or old.state not in ('active', 'reserved')) then
    perform private.refuse(private.listing_problem(new));
  end if;

  -- Refuses prohibited items and holds others for review, when published or edited.
  if new.state in ('active', 'reserved', 'paused', 'pending_review') and (tg_op = 'INSERT'
    or new.state <> old.state and not (old.state in ('active', 'reserved') and new.state in ('active', 'reserved', 'paused'))
    or (new.title, new.description, new.category, new.country) is distinct from (old.title, old.description, old.category, old.country)) then
    select * into ground from private.judge(new);
    perform private.refuse_if(ground.rule is not null and new.state = 'reserved' and old.state = 'reserved', 'SK184', 'reserved_ad_needs_review');
    if ground.rule is not null and new.state in ('active', 'reserved') then
      new.state := 'pending_review';
      new.state_rule := ground.rule;
      new.state_reason := ground.reason;
      if tg_op = 'UPDATE' and old.first_published_at is null then
        new.first_published_at := null;
        new.expires_at := null;
      end if;
    end if;
  end if;
  return new;
end
$$;
-- Counters do not trigger this.
create or replace trigger tidy_listing_on_insert before insert on public.listings
  for each row execute function private.tidy_listing();
create or replace trigger tidy_listing_on_update before update of category, type, title, description, price_minor, currency, price_type,
  condition, attributes, area, city, country, lat, lng, delivery, ship_cost_minor, language, state on public.listings
  for each row execute function private.tidy_listing();

-- Security definer: log and counters are closed.
create or replace function private.record_listing_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_active integer := 0;
  was_sold integer := 0;
begin
  if tg_op = 'UPDATE' then
    was_active := (old.state in ('active', 'reserved'))::integer;
    was_sold := (old.state = 'sold' and old.sold_channel <> 'withdrawn')::integer;
  end if;

  if tg_op = 'INSERT' or new.state <> old.state or new.expires_at is distinct from old.expires_at then
    insert into public.listing_events (listing_id, actor_id, event, from_state, to_state, details)
    values (new.id, auth.uid(),
      case when tg_op = 'INSERT' then 'created' when new.state = old.state then 'extended' else new.state end,
      case when tg_op = 'UPDATE' then old.state end, new.state,
      jsonb_strip_nulls(jsonb_build_object('expires_at', new.expires_at, 'reason', new.state_reason, 'rule', new.state_rule,
        'channel', case when new.state = 'sold' then new.sold_channel end,
        'sold_price_minor', case when new.state = 'sold' then new.sold_price_minor end)));
  end if;
  if tg_op = 'UPDATE' and new.price_changed_at is distinct from old.price_changed_at then
    insert into public.listing_events (listing_id, actor_id, event, from_state, to_state, details)
    values (new.id, auth.uid(), 'price_changed', old.state, new.state,
      jsonb_build_object('from_minor', old.price_minor, 'to_minor', new.price_minor));
  end if;

  update public.sellers set
    active_count = active_count + (new.state in ('active', 'reserved'))::integer - was_active,
    sold_count = sold_count + (new.state = 'sold' and new.sold_channel <> 'withdrawn')::integer - was_sold
  where id = new.seller_id
    and ((new.state in ('active', 'reserved'))::integer <> was_active
      or (new.state = 'sold' and new.sold_channel <> 'withdrawn')::integer <> was_sold);
  return null;
end
$$;
create or replace trigger record_listing_insert after insert on public.listings
  for each row execute function private.record_listing_change();
create or replace trigger record_listing_change after update on public.listings
  for each row
  when (old.state is distinct from new.state or old.price_changed_at is distinct from new.price_changed_at
    or old.expires_at is distinct from new.expires_at)
  execute function private.record_listing_change();
