-- Database webhooks: a trigger with url, method, headers, parameters and milliseconds as its arguments.
create or replace function supabase_functions.http_request() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  url text := nullif(tg_argv[0], 'null');
  method text := nullif(tg_argv[1], 'null');
  headers jsonb := coalesce(nullif(tg_argv[2], 'null'), '{"Content-Type": "application/json"}')::jsonb;
  params jsonb := coalesce(nullif(tg_argv[3], 'null'), '{}')::jsonb;
  patience integer := coalesce(nullif(tg_argv[4], 'null'), '5000')::integer;
  request_id bigint;
begin
  if url is null then
    raise exception 'url argument is missing';
  end if;
  if method is null or method not in ('GET', 'POST') then
    raise exception 'method argument % is invalid', coalesce(method, 'null');
  end if;
  if to_regnamespace('net') is null then
    raise exception 'Webhooks need pg_net: create extension pg_net';
  end if;
  if method = 'GET' then
    request_id := net.http_get(url, params, headers, patience);
  else
    request_id := net.http_post(
      url,
      jsonb_build_object(
        'old_record', case when tg_op = 'INSERT' then null else to_jsonb(old) end,
        'record', case when tg_op = 'DELETE' then null else to_jsonb(new) end,
        'type', tg_op, 'table', tg_table_name, 'schema', tg_table_schema
      ),
      params, headers, patience
    );
  end if;
  insert into supabase_functions.hooks (hook_table_id, hook_name, request_id) values (tg_relid::integer, tg_name, request_id);
  return coalesce(new, old);
end
$$;
comment on function supabase_functions.http_request() is 'For triggers: sends the row to an address once the transaction commits.';
grant execute on function supabase_functions.http_request() to public;
