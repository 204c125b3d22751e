create or replace function public.count_function_call(caller text, most_per_hour integer, most_at_once integer default null) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  burst_window constant interval := '20 seconds';
  oldest timestamptz;
  calls integer;
  burst_from timestamptz;
  burst integer;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('function_calls:' || count_function_call.caller, 0));
  delete from private.function_calls call where call.called_at < now() - interval '1 hour';
  select count(*), min(call.called_at), count(*) filter (where call.called_at > now() - burst_window),
    min(call.called_at) filter (where call.called_at > now() - burst_window)
  into calls, oldest, burst, burst_from
  from private.function_calls call where call.caller = count_function_call.caller;
  if calls >= most_per_hour then
    return oldest + interval '1 hour';
  elsif burst >= most_at_once then
    return burst_from + burst_window;
  end if;
  insert into private.function_calls (caller) values (count_function_call.caller);
  return null;
end
$$;
comment on function public.count_function_call(text, integer, integer) is 'Counts a call towards the limits per hour and per 20 seconds. Returns null, or the time from which the next call is allowed. For the service key.';
