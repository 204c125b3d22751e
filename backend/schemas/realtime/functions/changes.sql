-- Functions with which realtime evaluates filters and policies for table changes.

-- Compares with PostgreSQL's own operators: the operand is cast to the column's type, without its length, so that it is not truncated.
-- Both are passed as text parameters, never as part of the statement.
create or replace function realtime.filter_matches(
  column_type oid, operator text, is_negated boolean, operands text[], candidates text[],
  out matches integer[], out problem text
)
language plpgsql stable
set search_path = extensions, public
as $$
declare
  type_name text := pg_catalog.format_type(column_type, -1);
  operand text := pg_catalog.format('$2[1]::%s', type_name);
  comparison text;
begin
  comparison := case operator
    when 'eq' then 'c.v = ' || operand
    when 'neq' then 'c.v <> ' || operand
    when 'lt' then 'c.v < ' || operand
    when 'lte' then 'c.v <= ' || operand
    when 'gt' then 'c.v > ' || operand
    when 'gte' then 'c.v >= ' || operand
    when 'isdistinct' then 'c.v is distinct from ' || operand
    when 'in' then pg_catalog.format('c.v in (select item::%s from pg_catalog.unnest($2) as item)', type_name)
    when 'like' then 'c.v like $2[1]'
    when 'ilike' then 'c.v ilike $2[1]'
    when 'match' then 'c.v ~ $2[1]'
    when 'imatch' then 'c.v ~* $2[1]'
    when 'is' then case operands[1]
      when 'null' then 'c.v is null'
      when 'true' then 'c.v is true'
      when 'false' then 'c.v is false'
      when 'unknown' then 'c.v is unknown'
    end
  end;
  if comparison is null then
    raise exception 'unknown operator %', operator;
  end if;
  execute pg_catalog.format(
    'select pg_catalog.array_agg(c.n::integer) from ('
    'select t::%s as v, n from pg_catalog.unnest($1) with ordinality as given (t, n) offset 0'
    ') as c where %s (%s)',
    type_name, case when is_negated then 'not' else '' end, comparison
  ) into matches using candidates, operands;
  matches := coalesce(matches, '{}');
exception when query_canceled or others then
  -- An invalid value, an unknown operator, or a pattern that takes too long.
  matches := '{}';
  problem := sqlerrm;
end
$$;
comment on function realtime.filter_matches(oid, text, boolean, text[], text[]) is
  'Which of the candidates (counted from 1) a filter lets pass, or why it cannot be applied. For the realtime service alone.';

-- The SQL condition that row t has the key k.key, a JSON array with one text per key column.
create or replace function realtime.key_comparison(relation oid, key_columns text[]) returns text
language sql stable set search_path = ''
return (
  select string_agg(
    format('t.%I operator(%I.=) (k.key ->> %s)::%s', wanted.name,
      coalesce(namespace.nspname, 'pg_catalog'), wanted.n - 1, pg_catalog.format_type(a.atttypid, -1)),
    ' and ' order by wanted.n
  )
  from unnest(key_columns) with ordinality as wanted (name, n)
  join pg_catalog.pg_attribute a on a.attrelid = relation and a.attname = wanted.name and not a.attisdropped
  -- The key type's equality operator, whose extension may be in any schema.
  left join pg_catalog.pg_opclass opclass on opclass.opcintype = a.atttypid and opclass.opcdefault
    and opclass.opcmethod = (select oid from pg_catalog.pg_am where amname = 'btree')
  left join pg_catalog.pg_amop amop on amop.amopfamily = opclass.opcfamily and amop.amopstrategy = 3
    and amop.amoplefttype = a.atttypid and amop.amoprighttype = a.atttypid
  left join pg_catalog.pg_operator operator on operator.oid = amop.amopopr
  left join pg_catalog.pg_namespace namespace on namespace.oid = operator.oprnamespace
);

create or replace function realtime.qualified_name(relation oid) returns text
language sql stable set search_path = ''
return relation::pg_catalog.regclass::text;
comment on function realtime.qualified_name(oid) is 'With its schema, whatever the search path.';

-- The current values of some columns, in the log's text format.
create or replace function realtime.present_values(relation oid, key_columns text[], keys jsonb, columns text[])
returns table (n integer, present text[])
language plpgsql stable set search_path = '' as $$
begin
  return query execute format(
    'select k.n::integer, array[%s]::text[] '
    'from jsonb_array_elements($1) with ordinality as k (key, n) join %s as t on %s',
    (select string_agg(format('case when t.%1$I is distinct from null then format(''%%s'', t.%1$I) end', name), ', ' order by o)
     from unnest(columns) with ordinality as named (name, o)),
    relation::regclass, realtime.key_comparison(relation, key_columns)
  ) using keys;
end
$$;
comment on function realtime.present_values(oid, text[], jsonb, text[]) is
  'Columns of the rows with these keys (counted from 1). For the realtime service alone.';

-- Evaluates row level security: which rows a caller sees. The inner block is always rolled back, with the role.
create or replace function realtime.visible_rows(
  caller_role text, claims text, relation oid, key_columns text[], keys jsonb, out visible integer[], out problem text
)
language plpgsql
as $$
declare
  statement text := pg_catalog.format(
    'select coalesce(array_agg(k.n::integer), ''{}'') from jsonb_array_elements($1) with ordinality as k (key, n) '
    'where exists (select from %s as t where %s)',
    realtime.qualified_name(relation), realtime.key_comparison(relation, key_columns)
  );
begin
  visible := '{}';
  -- The role comes from a token: only roles granted to `authenticator`, never an owner.
  if not exists (
    select from pg_catalog.pg_roles
    where rolname = caller_role and not rolsuper and pg_catalog.pg_has_role('authenticator', oid, 'member')
  ) then
    return;
  end if;
  begin
    perform pg_catalog.set_config(name, value, true)
    from (values
      ('search_path', 'public, extensions'),
      ('request.jwt.claims', claims),
      ('request.jwt.claim.sub', coalesce(claims::jsonb ->> 'sub', '')),
      ('request.jwt.claim.role', caller_role)
    ) as setting (name, value);
    perform pg_catalog.set_config('role', caller_role, true);
    execute statement into visible using keys;
    raise exception using errcode = 'RTPRB';
  exception
    when sqlstate 'RTPRB' then
      null; -- the role is given back
    when query_canceled or others then
      visible := '{}';
      problem := sqlerrm;
  end;
end
$$;
comment on function realtime.visible_rows(text, text, oid, text[], jsonb) is
  'Which of the keys (counted from 1) a caller may select. For the realtime service alone.';
