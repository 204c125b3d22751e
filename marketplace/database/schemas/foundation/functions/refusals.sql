-- Each refusal has a code of marketplace/contract/refusals/table.ts, with its message, and a name for readers of SQL. Parameters are JSON: numbers,
-- {"minor", "currency"}, {"day"}, names by language, or a text.

create or replace function private.problem(code text, name text, parameters jsonb default '{}') returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object('code', code, 'name', name, 'details', parameters);
comment on function private.problem(text, text, jsonb) is 'A problem, for private.refuse() or for a result that lists problems.';
grant execute on function private.problem(text, text, jsonb) to anon, application, authenticated, service_role;

create or replace function private.is_reason(reason jsonb, shortest integer default 1) returns boolean
language sql immutable set search_path = ''
return case jsonb_typeof(reason)
  when 'string' then char_length(btrim(reason #>> '{}')) between shortest and 1000
  else reason ? 'code' end;
comment on function private.is_reason(jsonb, integer) is 'Whether it is a moderator''s text, as a JSON string, or a private.problem() found by a rule.';
grant execute on function private.is_reason(jsonb, integer) to anon, application, authenticated, service_role;

create or replace function private.refuse(problem jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if problem is not null then
    raise exception using errcode = problem ->> 'code', message = problem ->> 'name', detail = problem -> 'details';
  end if;
end
$$;
comment on function private.refuse(jsonb) is 'Raises a problem; does nothing for null.';
grant execute on function private.refuse(jsonb) to anon, application, authenticated, service_role;

create or replace function private.refuse_if(broken boolean, code text, name text, parameters jsonb default null) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if broken and parameters is null then
    raise exception using errcode = code, message = name;
  elsif broken then
    raise exception using errcode = code, message = name, detail = parameters;
  end if;
end
$$;
comment on function private.refuse_if(boolean, text, text, jsonb) is 'Raises a refusal unless the condition is false or null.';
grant execute on function private.refuse_if(boolean, text, text, jsonb) to anon, application, authenticated, service_role;

create or replace function private.refusal(code text, name text, parameters text) returns jsonb
language sql immutable set search_path = ''
return private.problem(code, name, coalesce(nullif(parameters, '')::jsonb, '{}'));
comment on function private.refusal(text, text, text) is 'A caught error as the problem that was raised: sqlstate, sqlerrm and pg_exception_detail.';
grant execute on function private.refusal(text, text, text) to authenticated, service_role;

create or replace function private.money(minor integer, currency text) returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object('minor', minor, 'currency', currency);
grant execute on function private.money(integer, text) to anon, authenticated, service_role;

create or replace function private.day(moment timestamptz) returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object('day', (moment at time zone 'UTC')::date);
