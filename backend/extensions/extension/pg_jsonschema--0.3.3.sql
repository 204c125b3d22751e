-- JSON Schema (drafts 4 to 2020-12), but for `unevaluated…`, `format`, `$dynamicRef` and schemas at other addresses. The
-- texts of errors are those of the Rust library in Supabase's extension.
create function _jsonschema_of_type(value jsonb, type text) returns boolean language sql immutable parallel safe
as $$
  select case type
    when 'integer' then jsonb_typeof(value) = 'number' and trunc((value #>> '{}')::numeric) = (value #>> '{}')::numeric
    else jsonb_typeof(value) = type
  end
$$;

create function _jsonschema_as_array(value jsonb) returns jsonb language sql immutable parallel safe
as $$ select case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end $$;

-- What `#/$defs/name`, `#name` or the schema's own `$id` stands for.
create function _jsonschema_resolved(root jsonb, reference text) returns jsonb language plpgsql immutable parallel safe
as $$
#variable_conflict use_variable
declare
  here text := coalesce(root ->> '$id', root ->> 'id', '');
  fragment text;
  found jsonb;
begin
  if here <> '' and starts_with(reference, rtrim(here, '#')) then reference := substr(reference, length(rtrim(here, '#')) + 1); end if;
  if reference in ('', '#') then return root; end if;
  if reference !~ '^#' then
    found := jsonb_path_query_first(root, 'strict $.** ? (@."$id" == $id)', jsonb_build_object('id', reference), true);
  elsif reference ~ '^#/' then
    fragment := convert_from(decode(string_agg(case when part[1] is null then encode(convert_to(part[2], 'utf8'), 'hex') else part[1] end, '' order by nr), 'hex'), 'utf8')
      from regexp_matches(substr(reference, 3), '%([0-9A-Fa-f]{2})|([^%]+)', 'g') with ordinality as parts(part, nr);
    found := root #> array(
      select replace(replace(step, '~1', '/'), '~0', '~') from unnest(string_to_array(fragment, '/')) with ordinality as steps(step, nr) order by nr);
  else
    found := jsonb_path_query_first(root, 'strict $.** ? (@."$anchor" == $name)', jsonb_build_object('name', substr(reference, 2)), true);
  end if;
  if found is null then
    raise exception 'the schema refers to %, which it does not have', reference using errcode = 'invalid_parameter_value';
  end if;
  return found;
end
$$;

create function _jsonschema_errors(root jsonb, schema jsonb, value jsonb, depth integer default 0) returns text[] language plpgsql immutable parallel safe
as $$
#variable_conflict use_variable
declare
  errors text[] := '{}';
  kind text := jsonb_typeof(value);
  number numeric;
  size integer;
  bound integer;
  key text;
  rule jsonb;
  item jsonb;
  nr bigint;
  others text[];
  matching integer;
  first_items jsonb;
begin
  if depth > 200 then raise exception 'the schema refers to itself without end' using errcode = 'invalid_parameter_value'; end if;
  if schema = 'true' then return errors; end if;
  if schema = 'false' then return array[format('False schema does not allow %s', value)]; end if;
  if jsonb_typeof(schema) <> 'object' then
    raise exception '% is not a JSON Schema', schema using errcode = 'invalid_parameter_value';
  end if;

  if schema ? '$ref' then
    errors := errors || @extschema@._jsonschema_errors(root, @extschema@._jsonschema_resolved(root, schema ->> '$ref'), value, depth + 1);
  end if;
  if schema ? 'type' and not exists (
    select from jsonb_array_elements_text(@extschema@._jsonschema_as_array(schema -> 'type')) as one where @extschema@._jsonschema_of_type(value, one)
  ) then
    errors := errors || case jsonb_typeof(schema -> 'type')
      when 'array' then format('%s is not of types %s', value, (select string_agg(one::text, ', ') from jsonb_array_elements(schema -> 'type') as one))
      else format('%s is not of type %s', value, schema -> 'type') end;
  end if;
  if schema ? 'enum' and not exists (select from jsonb_array_elements(schema -> 'enum') as one where one = value) then
    errors := errors || format('%s is not one of %s', value, (
      select case when count(*) = 1 then min(one) else string_agg(one, ', ' order by at) filter (where at < n) || ' or ' || max(one) filter (where at = n) end
      from (select one::text, at, count(*) over () as n from jsonb_array_elements(schema -> 'enum') with ordinality as every(one, at)) as every));
  end if;
  if schema ? 'const' and schema -> 'const' <> value then errors := errors || format('%s was expected', schema -> 'const'); end if;

  if kind = 'number' then
    number := (value #>> '{}')::numeric;
    if number < (schema ->> 'minimum')::numeric then errors := errors || format('%s is less than the minimum of %s', value, schema ->> 'minimum'); end if;
    if number > (schema ->> 'maximum')::numeric then errors := errors || format('%s is greater than the maximum of %s', value, schema ->> 'maximum'); end if;
    -- A flag beside the limit in draft 4.
    if (case jsonb_typeof(schema -> 'exclusiveMinimum') when 'boolean' then (schema ->> 'exclusiveMinimum')::boolean and number = (schema ->> 'minimum')::numeric
      else number <= (schema ->> 'exclusiveMinimum')::numeric end)
    then
      errors := errors || format('%s is less than or equal to the minimum of %s', value,
        case jsonb_typeof(schema -> 'exclusiveMinimum') when 'boolean' then schema ->> 'minimum' else schema ->> 'exclusiveMinimum' end);
    end if;
    if (case jsonb_typeof(schema -> 'exclusiveMaximum') when 'boolean' then (schema ->> 'exclusiveMaximum')::boolean and number = (schema ->> 'maximum')::numeric
      else number >= (schema ->> 'exclusiveMaximum')::numeric end)
    then
      errors := errors || format('%s is greater than or equal to the maximum of %s', value,
        case jsonb_typeof(schema -> 'exclusiveMaximum') when 'boolean' then schema ->> 'maximum' else schema ->> 'exclusiveMaximum' end);
    end if;
    if mod(number, (schema ->> 'multipleOf')::numeric) <> 0 then errors := errors || format('%s is not a multiple of %s', value, schema ->> 'multipleOf'); end if;

  elsif kind = 'string' then
    size := length(value #>> '{}');
    bound := (schema ->> 'minLength')::numeric;
    if size < bound then errors := errors || format('%s is shorter than %s character%s', value, bound, case when bound <> 1 then 's' end); end if;
    bound := (schema ->> 'maxLength')::numeric;
    if size > bound then errors := errors || format('%s is longer than %s character%s', value, bound, case when bound <> 1 then 's' end); end if;
    if value #>> '{}' !~ (schema ->> 'pattern') then errors := errors || format('%s does not match %s', value, schema -> 'pattern'); end if;

  elsif kind = 'array' then
    size := jsonb_array_length(value);
    bound := (schema ->> 'minItems')::numeric;
    if size < bound then errors := errors || format('%s has less than %s item%s', value, bound, case when bound <> 1 then 's' end); end if;
    bound := (schema ->> 'maxItems')::numeric;
    if size > bound then errors := errors || format('%s has more than %s item%s', value, bound, case when bound <> 1 then 's' end); end if;
    if schema -> 'uniqueItems' = 'true' and size > (select count(distinct one) from jsonb_array_elements(value) as one) then
      errors := errors || format('%s has non-unique elements', value);
    end if;
    -- A list in `items`, the rest in `additionalItems` before 2020-12.
    first_items := coalesce(schema -> 'prefixItems', case jsonb_typeof(schema -> 'items') when 'array' then schema -> 'items' end, '[]');
    rule := case jsonb_typeof(schema -> 'items') when 'array' then schema -> 'additionalItems' else schema -> 'items' end;
    for item, nr in select one, at - 1 from jsonb_array_elements(value) with ordinality as every(one, at) loop
      if nr < jsonb_array_length(first_items) then
        errors := errors || @extschema@._jsonschema_errors(root, first_items -> nr::integer, item, depth + 1);
      elsif rule is not null then
        errors := errors || @extschema@._jsonschema_errors(root, rule, item, depth + 1);
      end if;
    end loop;
    if schema ? 'contains' then
      matching := count(*) from jsonb_array_elements(value) as one where @extschema@._jsonschema_errors(root, schema -> 'contains', one, depth + 1) = '{}';
      if matching < coalesce((schema ->> 'minContains')::numeric, 1) or matching > (schema ->> 'maxContains')::numeric then
        errors := errors || case when matching = 0 then format('None of %s are valid under the given schema', value)
          else format('%s contains %s items valid under the given schema', value, matching) end;
      end if;
    end if;

  elsif kind = 'object' then
    size := count(*) from jsonb_object_keys(value);
    bound := (schema ->> 'minProperties')::numeric;
    if size < bound then errors := errors || format('%s has less than %s propert%s', value, bound, case when bound = 1 then 'y' else 'ies' end); end if;
    bound := (schema ->> 'maxProperties')::numeric;
    if size > bound then errors := errors || format('%s has more than %s propert%s', value, bound, case when bound = 1 then 'y' else 'ies' end); end if;
    -- A flag of the property's schema in draft 3.
    if jsonb_typeof(schema -> 'required') = 'array' then
      for key in select one from jsonb_array_elements_text(schema -> 'required') as one where not value ? one loop
        errors := errors || format('%s is a required property', to_jsonb(key));
      end loop;
    end if;
    for key, rule in select * from jsonb_each(coalesce(schema -> 'properties', '{}')) loop
      if value ? key then errors := errors || @extschema@._jsonschema_errors(root, rule, value -> key, depth + 1); end if;
    end loop;
    others := '{}';
    for key, item in select * from jsonb_each(value) loop
      matching := 0;
      for rule in select one.value from jsonb_each(coalesce(schema -> 'patternProperties', '{}')) as one where key ~ one.key loop
        matching := 1;
        errors := errors || @extschema@._jsonschema_errors(root, rule, item, depth + 1);
      end loop;
      if matching = 0 and schema ? 'additionalProperties' and not coalesce(schema -> 'properties' ? key, false) then
        if schema -> 'additionalProperties' = 'false' then others := others || format('''%s''', key);
        else errors := errors || @extschema@._jsonschema_errors(root, schema -> 'additionalProperties', item, depth + 1); end if;
      end if;
      if schema ? 'propertyNames' then
        errors := errors || @extschema@._jsonschema_errors(root, schema -> 'propertyNames', to_jsonb(key), depth + 1);
      end if;
    end loop;
    if others <> '{}' then
      errors := errors || format('Additional properties are not allowed (%s %s unexpected)', array_to_string(others, ', '),
        case cardinality(others) when 1 then 'was' else 'were' end);
    end if;
    for key, rule in
      select * from jsonb_each(coalesce(schema -> 'dependencies', '{}')) union all select * from jsonb_each(coalesce(schema -> 'dependentRequired', '{}'))
      union all select * from jsonb_each(coalesce(schema -> 'dependentSchemas', '{}'))
    loop
      continue when not value ? key;
      if jsonb_typeof(rule) in ('array', 'string') then
        errors := errors || array(
          select format('%s is a required property', to_jsonb(one)) from jsonb_array_elements_text(@extschema@._jsonschema_as_array(rule)) as one where not value ? one);
      else
        errors := errors || @extschema@._jsonschema_errors(root, rule, value, depth + 1);
      end if;
    end loop;
  end if;

  for rule in select one from jsonb_array_elements(coalesce(schema -> 'allOf', '[]')) as one loop
    errors := errors || @extschema@._jsonschema_errors(root, rule, value, depth + 1);
  end loop;
  if schema ? 'anyOf' and not exists (
    select from jsonb_array_elements(schema -> 'anyOf') as one where @extschema@._jsonschema_errors(root, one, value, depth + 1) = '{}'
  ) then
    errors := errors || format('%s is not valid under any of the schemas listed in the ''anyOf'' keyword', value);
  end if;
  if schema ? 'oneOf' then
    matching := count(*) from jsonb_array_elements(schema -> 'oneOf') as one where @extschema@._jsonschema_errors(root, one, value, depth + 1) = '{}';
    if matching <> 1 then
      errors := errors || format('%s is %s of the schemas listed in the ''oneOf'' keyword', value,
        case matching when 0 then 'not valid under any' else 'valid under more than one' end);
    end if;
  end if;
  if schema ? 'not' and @extschema@._jsonschema_errors(root, schema -> 'not', value, depth + 1) = '{}' then
    errors := errors || format('%s is not allowed for %s', schema -> 'not', value);
  end if;
  if schema ? 'if' then
    rule := case when @extschema@._jsonschema_errors(root, schema -> 'if', value, depth + 1) = '{}' then schema -> 'then' else schema -> 'else' end;
    if rule is not null then errors := errors || @extschema@._jsonschema_errors(root, rule, value, depth + 1); end if;
  end if;
  return errors;
end
$$;

create function jsonb_matches_schema(schema json, instance jsonb) returns boolean language sql immutable strict parallel safe
as $$ select @extschema@._jsonschema_errors(schema::jsonb, schema::jsonb, instance) = '{}' $$;

create function json_matches_schema(schema json, instance json) returns boolean language sql immutable strict parallel safe
as $$ select @extschema@._jsonschema_errors(schema::jsonb, schema::jsonb, instance::jsonb) = '{}' $$;

create function jsonschema_validation_errors(schema json, instance json) returns text[] language sql immutable strict parallel safe
as $$ select @extschema@._jsonschema_errors(schema::jsonb, schema::jsonb, instance::jsonb) $$;

-- Whether each keyword has what it may have, in this schema and those in it.
create function jsonschema_is_valid(schema json) returns boolean language plpgsql immutable strict parallel safe
as $$
#variable_conflict use_variable
declare
  key text;
  value jsonb;
  kind text;
  part json;
  types constant text[] := '{"null",boolean,object,array,number,string,integer}';
begin
  if json_typeof(schema) <> 'object' then return json_typeof(schema) = 'boolean'; end if;
  for key, value in select * from jsonb_each(schema::jsonb) loop
    kind := jsonb_typeof(value);
    if (case
      when key = 'type' then kind not in ('string', 'array') or value = '[]'
        or exists (select from jsonb_array_elements(@extschema@._jsonschema_as_array(value)) as one where jsonb_typeof(one) <> 'string' or one #>> '{}' <> all (types))
      when key in ('minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains')
        then not @extschema@._jsonschema_of_type(value, 'integer') or (value #>> '{}')::numeric < 0
      when key in ('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum') then kind <> 'number'
      when key = 'multipleOf' then kind <> 'number' or (value #>> '{}')::numeric <= 0
      when key = 'uniqueItems' then kind <> 'boolean'
      when key = 'enum' then kind <> 'array'
      when key = 'required' then kind <> 'array' or exists (select from jsonb_array_elements(value) as one where jsonb_typeof(one) <> 'string')
      when key in ('$ref', '$schema', '$id', '$anchor', 'pattern', 'title', 'description', 'format') then kind <> 'string'
      when key in ('properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas') then kind <> 'object'
      when key in ('allOf', 'anyOf', 'oneOf', 'prefixItems') then kind <> 'array' or value = '[]'
      else false
    end) then
      return false;
    end if;
    for part in
      select one.value from jsonb_each(case kind when 'object' then value else '{}' end) as one where key in ('properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas')
      union all
      select one from jsonb_array_elements(case kind when 'array' then value else '[]' end) as one where key in ('allOf', 'anyOf', 'oneOf', 'prefixItems', 'items')
      union all
      select value where key in ('not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties', 'additionalItems', 'items') and kind <> 'array'
    loop
      if not @extschema@.jsonschema_is_valid(part) then return false; end if;
    end loop;
  end loop;
  return true;
end
$$;
