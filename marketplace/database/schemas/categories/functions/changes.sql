-- Category administration: each function checks the role and writes the audit log. Security definer: the table is closed.

create or replace function private.category_for_change(slug text) returns public.categories
language plpgsql set search_path = '' as $$
declare
  category public.categories;
begin
  perform private.require_role('admin');
  -- Serialises changes of the tree.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('categories', 0));
  select * into category from public.categories filed where filed.slug = category_for_change.slug for update;
  perform private.refuse_if(not found and category_for_change.slug is not null, 'SK807', 'no_such_category');
  return category;
end
$$;

create or replace function public.add_category(slug text, parent text, name jsonb, icon text default 'package') returns public.categories
language plpgsql security definer set search_path = '' as $$
declare
  above public.categories := private.category_for_change(add_category.parent);
  made public.categories;
begin
  perform private.refuse(case
    when add_category.slug !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or char_length(add_category.slug) > 60 or add_category.slug is null
      then private.problem('SK809', 'bad_category_address')
    when exists (select from public.categories filed where filed.slug = add_category.slug) then private.problem('SK810', 'category_address_taken')
    when above.level = 3 then private.problem('SK811', 'category_too_deep')
    when above.leaf and exists (select from public.listings ad where ad.category = above.slug)
      then private.problem('SK812', 'category_holds_ads', jsonb_build_object('category', above.name))
    when above.slug is not null and not above.active then private.problem('SK813', 'parent_category_closed', jsonb_build_object('category', above.name))
    else private.names_problem(add_category.name) end);
  insert into public.categories (slug, parent, level, sort, name, icon, risk_profile, expiry_days, allow_types, photo_min, leaf,
    attributes, ord_from, ord_to)
  select add_category.slug, above.slug, coalesce(above.level, 0) + 1,
    (select coalesce(max(filed.sort), 0) + 1 from public.categories filed where filed.parent is not distinct from above.slug),
    add_category.name, coalesce(nullif(add_category.icon, ''), 'package'), coalesce(above.risk_profile, 'normal'), coalesce(above.expiry_days, 60),
    coalesce(above.allow_types, '{sell,wanted,free,swap}'), coalesce(above.photo_min, 1), true, '[]', number, number
  from private.number_under(above.slug) as number
  returning * into made;
  update public.categories filed set leaf = false where filed.slug = above.slug and filed.leaf;
  perform private.audit('category.add', made.slug, null, to_jsonb(made));
  return made;
end
$$;
comment on function public.add_category(text, text, jsonb, text) is 'Adds a category after its siblings; without parent a top category. It inherits its parent''s rules. For administrators.';
grant execute on function public.add_category(text, text, jsonb, text) to authenticated;

-- Updates the given keys only: name, icon, synonyms, synonyms_i18n, risk_profile, expiry_days, allow_types, photo_min.
create or replace function public.change_category(slug text, changes jsonb) returns public.categories
language plpgsql security definer set search_path = '' as $$
declare
  was public.categories := private.category_for_change(coalesce(change_category.slug, ''));
  made public.categories;
  unknown text := (select string_agg(key, ', ') from jsonb_object_keys(change_category.changes) as key
    where key not in ('name', 'icon', 'synonyms', 'synonyms_i18n', 'risk_profile', 'expiry_days', 'allow_types', 'photo_min'));
begin
  made := jsonb_populate_record(was, change_category.changes);
  perform private.refuse(case
    when unknown is not null then private.problem('SK814', 'category_keys_fixed', jsonb_build_object('keys', unknown))
    when private.names_problem(made.name) is not null then private.names_problem(made.name)
    when coalesce(made.icon, '') !~ '^[a-z0-9]+(-[a-z0-9]+)*$' then private.problem('SK815', 'bad_icon')
    when cardinality(made.synonyms) > 100 or exists (select from unnest(made.synonyms) as word where char_length(btrim(word)) not between 1 and 60)
      then private.problem('SK816', 'too_many_synonyms')
    when coalesce(jsonb_typeof(made.synonyms_i18n), '') <> 'object' or exists (
        select from jsonb_each(made.synonyms_i18n) as language (code, words)
        where code !~ '^[a-z]{2}$' or jsonb_typeof(words) <> 'array' or jsonb_array_length(words) > 100)
      then private.problem('SK817', 'bad_synonyms_by_language')
    when coalesce(made.risk_profile, '') not in ('normal', 'strict') then private.problem('SK818', 'bad_risk')
    when coalesce(made.expiry_days, 0) not between 1 and 365 then private.problem('SK819', 'bad_expiry_days')
    when coalesce(cardinality(made.allow_types), 0) = 0 or not made.allow_types <@ '{sell,wanted,free,swap}'
      then private.problem('SK820', 'no_ad_type_allowed')
    when coalesce(made.photo_min, -1) not between 0 and 20 then private.problem('SK821', 'bad_photo_minimum') end);
  update public.categories filed set name = made.name, icon = made.icon, synonyms = made.synonyms, synonyms_i18n = made.synonyms_i18n,
    risk_profile = made.risk_profile, expiry_days = made.expiry_days, allow_types = made.allow_types, photo_min = made.photo_min
  where filed.slug = was.slug returning * into made;
  if made is distinct from was then
    perform private.audit('category.change', was.slug,
      (select jsonb_object_agg(key, to_jsonb(was) -> key) from jsonb_object_keys(changes) as key), changes);
  end if;
  return made;
end
$$;
comment on function public.change_category(text, jsonb) is 'Changes names, synonyms, icon and rules of a category; omitted keys stay. For administrators.';
grant execute on function public.change_category(text, jsonb) to authenticated;

create or replace function public.move_category(slug text, place integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  moved public.categories := private.category_for_change(coalesce(move_category.slug, ''));
  siblings text[];
  was integer;
begin
  siblings := array(select filed.slug from public.categories filed
    where filed.parent is not distinct from moved.parent order by filed.sort, filed.slug);
  was := array_position(siblings, moved.slug);
  siblings := array_remove(siblings, moved.slug);
  place := least(greatest(coalesce(place, was), 1), cardinality(siblings) + 1);
  siblings := siblings[:place - 1] || moved.slug || siblings[place:];
  update public.categories filed set sort = array_position(siblings, filed.slug)
  where filed.slug = any(siblings) and filed.sort <> array_position(siblings, filed.slug);
  if place <> was then
    perform private.audit('category.move', moved.slug, to_jsonb(was), to_jsonb(place));
  end if;
end
$$;
comment on function public.move_category(text, integer) is 'Moves a category to a position among its siblings, counted from 1. For administrators.';
grant execute on function public.move_category(text, integer) to authenticated;

create or replace function public.set_category_active(slug text, active boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  category public.categories := private.category_for_change(coalesce(set_category_active.slug, ''));
  closed_above jsonb := (
    select above.name from public.categories above
    where category.ord_from between above.ord_from and above.ord_to and above.slug <> category.slug and not above.active
    order by above.level limit 1);
begin
  if set_category_active.active is null then
    perform private.refuse(private.problem('SK822', 'category_state_missing'));
  elsif set_category_active.active and closed_above is not null then
    perform private.refuse(private.problem('SK823', 'category_above_closed', jsonb_build_object('category', closed_above)));
  end if;
  update public.categories filed set active = set_category_active.active
  where filed.ord_from between category.ord_from and category.ord_to and filed.active <> set_category_active.active;
  if found then
    perform private.audit(case when set_category_active.active then 'category.open' else 'category.close' end, category.slug,
      to_jsonb(category.active), to_jsonb(set_category_active.active));
  end if;
end
$$;
comment on function public.set_category_active(text, boolean) is 'Opens or closes a category with its descendants. Existing ads remain. For administrators.';
grant execute on function public.set_category_active(text, boolean) to authenticated;

create or replace function public.save_attribute(slug text, field jsonb) returns public.categories
language plpgsql security definer set search_path = '' as $$
declare
  category public.categories := private.category_for_change(coalesce(save_attribute.slug, ''));
  key text := save_attribute.field ->> 'key';
  was jsonb;
  made jsonb;
begin
  perform private.refuse(private.definition_problem(save_attribute.field));
  made := private.whole_definition(save_attribute.field);
  select known into was from jsonb_array_elements(category.attributes || category.retired_attributes) as known where known ->> 'key' = key;
  perform private.refuse(case
    when was is null and jsonb_array_length(category.attributes) >= 40 then private.problem('SK824', 'too_many_fields')
    when was ->> 'type' <> made ->> 'type' and exists (
        select from public.listings ad where ad.category = category.slug and ad.attributes ? key and ad.state <> 'deleted')
      then private.problem('SK825', 'field_type_in_use') end);
  update public.categories filed set
    attributes = case
      when was is null then filed.attributes || made
      else (select coalesce(jsonb_agg(case when known ->> 'key' = key then made else known end order by place), '[]')
        from jsonb_array_elements(filed.attributes) with ordinality as defined (known, place)) end,
    retired_attributes = (select coalesce(jsonb_agg(case when known ->> 'key' = key then made else known end order by place), '[]')
      from jsonb_array_elements(filed.retired_attributes) with ordinality as defined (known, place))
  where filed.slug = category.slug returning * into category;
  if made is distinct from was then
    perform private.audit(case when was is null then 'attribute.add' else 'attribute.change' end, category.slug || '/' || key, was, made);
  end if;
  return category;
end
$$;
comment on function public.save_attribute(text, jsonb) is 'Adds a field to a category, or replaces the one with the same key. For administrators.';
grant execute on function public.save_attribute(text, jsonb) to authenticated;

create or replace function public.move_attribute(slug text, key text, place integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  category public.categories := private.category_for_change(coalesce(move_attribute.slug, ''));
  fields jsonb[] := array(select known from jsonb_array_elements(category.attributes) as known where known ->> 'key' <> move_attribute.key);
  moved jsonb := (select known from jsonb_array_elements(category.attributes) as known where known ->> 'key' = move_attribute.key);
begin
  perform private.refuse_if(moved is null, 'SK808', 'no_such_field');
  place := least(greatest(coalesce(place, 1), 1), cardinality(fields) + 1);
  fields := fields[:place - 1] || moved || fields[place:];
  if to_jsonb(fields) <> category.attributes then
    update public.categories filed set attributes = to_jsonb(fields) where filed.slug = category.slug;
    perform private.audit('attribute.move', category.slug || '/' || key, null, to_jsonb(place));
  end if;
end
$$;
comment on function public.move_attribute(text, text, integer) is 'Moves a field to a position among those of its category, counted from 1. For administrators.';
grant execute on function public.move_attribute(text, text, integer) to authenticated;

create or replace function public.set_attribute_active(slug text, key text, active boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  category public.categories := private.category_for_change(coalesce(set_attribute_active.slug, ''));
  source jsonb := case when set_attribute_active.active then category.retired_attributes else category.attributes end;
  target jsonb := case when set_attribute_active.active then category.attributes else category.retired_attributes end;
  field jsonb := (select known from jsonb_array_elements(source) as known where known ->> 'key' = set_attribute_active.key);
begin
  if field is null then
    if exists (select from jsonb_array_elements(target) as known where known ->> 'key' = set_attribute_active.key) then
      return;
    end if;
    raise exception using errcode = 'SK808', message = 'no_such_field';
  end if;
  source := (select coalesce(jsonb_agg(known order by place), '[]')
    from jsonb_array_elements(source) with ordinality as defined (known, place) where known ->> 'key' <> set_attribute_active.key);
  target := target || field;
  update public.categories filed set
    attributes = case when set_attribute_active.active then target else source end,
    retired_attributes = case when set_attribute_active.active then source else target end
  where filed.slug = category.slug;
  perform private.audit(case when set_attribute_active.active then 'attribute.open' else 'attribute.close' end,
    category.slug || '/' || set_attribute_active.key, to_jsonb(not set_attribute_active.active), to_jsonb(set_attribute_active.active));
end
$$;
comment on function public.set_attribute_active(text, text, boolean) is 'Enables or disables a field of a category. Ads keep their values. For administrators.';
grant execute on function public.set_attribute_active(text, text, boolean) to authenticated;
