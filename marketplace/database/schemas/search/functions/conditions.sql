-- One condition. `exact` is SQL about a row named `entry`. `marks` finds all such rows, or some more, by the index of words; where
-- it finds no others (`whole`), nothing is left to compare.
create or replace function private.condition(exact text, marks tsquery default null, whole boolean default false) returns jsonb
language sql immutable
set search_path = ''
return jsonb_build_object('exact', exact, 'marks', marks::text, 'whole', whole and marks is not null);

create or replace function private.any_mark(prefix text, chosen text[]) returns tsquery
language sql immutable
set search_path = ''
return (select string_agg(quote_literal(prefix || value), '|') from unnest(chosen) as value)::tsquery;

-- `is true` hides a condition from the other indexes. Without any mark to meet they are needed; so they are for ids and sellers, who have few ads.
create or replace function private.conditions_sql(conditions jsonb, by_marks boolean, sample tsquery default null) returns text
language sql immutable
set search_path = ''
begin atomic
  with chosen as (
    select name, condition, by_marks and not (sample is not null and conditions ?| '{q,grade}'
        and name = any('{type,condition,delivery,seller_type,with_photo}'::text[])) as by_marks,
      conditions_sql.by_marks and (sample is not null or bool_or(condition ->> 'marks' is not null) over ()) and name <> all('{ids,seller}'::text[]) as is_beside
    from jsonb_each(conditions) as each (name, condition)
  )
  select concat_ws(' and ',
    string_agg(case when chosen.is_beside then format('(%s) is true', condition ->> 'exact') else condition ->> 'exact' end, ' and ')
      filter (where not (chosen.by_marks and (condition -> 'whole')::boolean)),
    string_agg(private.met_sql((condition ->> 'marks')::tsquery), ' and ') filter (where chosen.by_marks), private.met_sql(sample))
  from chosen;
end;

create or replace function private.category_condition(slug text) returns jsonb
language sql stable
set search_path = ''
begin atomic
  select coalesce((
    select private.condition(case
        when filed.leaf then format('entry.category = %L', filed.slug)
        when filed.level = 1 then format('entry.root = %L', filed.slug)
        else format('entry.root = %L and entry.ord between %s and %s', private.root_of(filed.slug), filed.ord_from, filed.ord_to) end,
      quote_literal('c:' || filed.slug)::tsquery, true)
    from public.categories filed where filed.slug = category_condition.slug), private.condition('false'));
end;

-- Conditions by attributes, named `attributes.<key>`. What no category in reach knows, or what means nothing for its type, is ignored.
create or replace function private.attribute_conditions(wanted jsonb, category text, inout conditions jsonb, out ignored text[])
language plpgsql stable
set search_path = ''
as $$
declare
  filter record;
  met private.attribute_condition;
begin
  ignored := '{}';
  for filter in
    select asked.key, asked.value, (
      select defined.type from private.attribute_definitions defined
      join public.categories filed on filed.slug = defined.category
      left join public.categories chosen on chosen.slug = attribute_conditions.category
      where defined.key = asked.key and (chosen.slug is null or filed.ord_from between chosen.ord_from and chosen.ord_to)
      -- A key that is a number here and a choice there: by what is asked.
      order by private.is_number_type(defined.type) = (jsonb_typeof(asked.value) in ('object', 'number')) desc, defined.place, defined.category limit 1) as type
    from jsonb_each(wanted) as asked (key, value)
    where asked.value not in ('""', '[]', '{}') order by asked.key limit 20
  loop
    met := null;
    if filter.type is not null then
      met := private.attribute_condition(filter.key, filter.type, filter.value);
    end if;
    if met.exact is null then
      ignored := ignored || ('attributes.' || filter.key);
    else
      conditions := conditions || jsonb_build_object('attributes.' || filter.key,
        private.condition(met.exact, met.marks, not private.is_number_type(filter.type)));
    end if;
  end loop;
end
$$;

-- Conditions by the columns with few values. Of several choices those that there are count, and that others were ignored is said.
create or replace function private.choice_conditions(params jsonb, inout conditions jsonb, inout ignored text[])
language plpgsql stable
set search_path = ''
as $$
declare
  column_of record;
  chosen text[];
  given text[];
begin
  for column_of in select * from (values
    ('type', '{sell,wanted,free,swap}'::text[]), ('condition', '{new,like_new,good,fair,for_parts}'),
    ('delivery', '{pickup,ship,both}'), ('seller_type', '{private,business}')) as known (name, choices)
  loop
    continue when params -> column_of.name is null;
    given := private.choice_param(params, column_of.name, null);
    chosen := private.choice_param(params, column_of.name, column_of.choices);
    if chosen is not null and column_of.name = 'delivery' then
      -- Who picks up takes "both" as well, who wants it sent too.
      conditions := conditions || jsonb_build_object('delivery', case when 'both' = any(chosen) and cardinality(chosen) = 1
        then private.condition('entry.delivery = ''both''', '''v:delivery:pickup'' & ''v:delivery:ship''', true)
        else private.condition(format('entry.delivery = any(%L::text[])', array_append(chosen, 'both')), private.any_mark('v:delivery:', array_remove(chosen, 'both')), true) end);
    elsif chosen is not null then
      conditions := conditions || jsonb_build_object(column_of.name, private.condition(
        format('entry.%I = any(%L::text[])', column_of.name, chosen), private.any_mark('v:' || column_of.name || ':', chosen), true));
    end if;
    if chosen is null and params -> column_of.name not in ('""', '[]') or given <> chosen then
      ignored := ignored || column_of.name;
    end if;
  end loop;
  if params ->> 'with_photo' = 'true' then
    conditions := conditions || jsonb_build_object('with_photo', private.condition('entry.has_photo', '''v:photo''', true));
  end if;
end
$$;

-- The conditions of a search by the name of what asked for them: {name: condition}. Every value goes through %L or a tsquery, so
-- that none is read as SQL. `open` is there always, `q` where there are words, and `what` where an ad must also be what they name.
-- Who searches for something does not want to read who else does: wanted ads are left out then unless they are asked for.
create or replace function private.search_conditions(params jsonb, query tsquery, being tsquery default null, out conditions jsonb, out ignored text[])
language plpgsql stable
set search_path = ''
as $$
declare
  lat float8 := private.number_param(params, 'lat', -90, 90);
  lng float8 := private.number_param(params, 'lng', -180, 180);
  radius float8 := private.number_param(params, 'radius_km', 0, 20000);
  days float8 := private.number_param(params, 'posted_within_days', 0, 3650);
  since timestamptz := private.time_param(params, 'posted_since');
  low bigint := floor(private.number_param(params, 'price_min', 0, 2000000000));
  high bigint := floor(private.number_param(params, 'price_max', 0, 2000000000));
  box float8[] := private.box_param(params);
  ids uuid[] := private.uuid_param(params, 'ids');
  seller uuid[] := private.uuid_param(params, 'seller');
  words text[] := private.search_words(left(array_to_string(private.choice_param(params, 'exclude', null), ' '), 300));
begin
  ignored := array(select key from jsonb_object_keys(params) as key where key <> all(private.known_params()) order by key limit 20);
  conditions := jsonb_build_object('open', private.condition('entry.expires_at > now()'));
  if query is not null then
    conditions := conditions || jsonb_build_object('q', private.condition(format('entry.document @@ %L::tsquery', query), query, true));
  end if;
  if being is not null then
    conditions := conditions || jsonb_build_object('what', private.condition(format('entry.document @@ %L::tsquery', being), being, true));
    if not params ? 'type' then
      conditions := conditions || jsonb_build_object('type', private.condition('entry.type <> ''wanted''', private.any_mark('v:type:', '{sell,free,swap}'), true));
    end if;
  end if;
  if cardinality(words) > 0 then
    conditions := conditions || jsonb_build_object('exclude', private.condition(format('not entry.document @@ %L::tsquery',
      (select string_agg(distinct private.word_query(word, false)::text, '|') from unnest(words) as word))));
  end if;
  if params ? 'ids' then
    conditions := conditions || jsonb_build_object('ids', private.condition(format('entry.listing_id = any(%L::uuid[])', coalesce(ids, '{}'))));
  end if;
  if seller is not null then
    conditions := conditions || jsonb_build_object('seller', private.condition(format('entry.seller_id = any(%L::uuid[])', seller)));
  end if;
  if days is not null or since is not null then
    conditions := conditions || jsonb_build_object('posted', private.condition(
      format('entry.published_at >= %L::timestamptz', greatest(since, now() - days * interval '1 day'))));
  end if;
  if radius is not null and lat is not null and lng is not null then
    conditions := conditions || jsonb_build_object('radius_km', private.radius_condition(lat, lng, radius));
  elsif radius is not null then
    ignored := ignored || 'radius_km'::text;
  end if;
  if box is not null then
    conditions := conditions || jsonb_build_object('box', private.box_condition(box[1], box[2], box[3], box[4]));
  end if;
  if coalesce(params ->> 'category', '') <> '' then
    conditions := conditions || jsonb_build_object('category', private.category_condition(params ->> 'category'));
  end if;
  if low is not null or high is not null then
    conditions := conditions || jsonb_build_object('price', private.condition(
      -- Said of all three columns, so that whichever order is asked for starts at its own end of the range.
      format('entry.price_minor between %1$s and %2$s and entry.price_low between %1$s and %2$s and entry.price_high between %1$s and %2$s',
        coalesce(low, 0), coalesce(high, 2147483647)),
      private.number_marks_between('.price', coalesce(low, 0), coalesce(high, 2147483647))));
  end if;
  select choices.conditions, choices.ignored into conditions, ignored from private.choice_conditions(params, conditions, ignored) as choices;
  if jsonb_typeof(params -> 'attributes') = 'object' then
    select attributes.conditions, search_conditions.ignored || attributes.ignored into conditions, ignored
    from private.attribute_conditions(params -> 'attributes', params ->> 'category', conditions) as attributes;
  end if;
end
$$;
