-- A pre-request function that refuses some callers, for servers configured with it.
create function public.library_doorkeeper() returns void
language plpgsql stable set search_path = ''
as $$
declare
  headers json := current_setting('request.headers', true)::json;
begin
  if headers ->> 'x-banned' is not null then
    raise exception using errcode = 'PT403', message = 'Not today', detail = current_user || ' ' || current_setting('request.method', true);
  end if;
  perform set_config('response.headers', '[{"X-Door": "open"}]', true);
end
$$;
create function public.library_setting(name text) returns text
language sql stable set search_path = '' return nullif(current_setting(name, true), '');
create function public.library_long(letters integer) returns text
language sql immutable set search_path = '' return repeat('x', letters);
create function public.library_long_and_written(letters integer) returns text
language sql volatile set search_path = '' return repeat('x', letters);
grant execute on function public.library_doorkeeper, public.library_setting, public.library_long, public.library_long_and_written to anon, authenticated;
