-- The API of pgsql-http. The server sends a request while the statement waits: it is put into a file, and so is the answer, because nothing
-- else leaves a transaction that has not committed.
create domain @extschema@.http_method as text;
create domain @extschema@.content_type as text check (value ~ '^\S+\/\S+');
create type @extschema@.http_header as (field varchar, value varchar);
create type @extschema@.http_response as (status integer, content_type varchar, headers @extschema@.http_header[], content varchar);
create type @extschema@.http_request as (
  method @extschema@.http_method, uri varchar, headers @extschema@.http_header[], content_type varchar, content varchar
);

create function @extschema@.http_set_curlopt(curlopt varchar, value varchar) returns boolean language plpgsql
set search_path = ''
as $$
begin
  case upper(curlopt)
    when 'CURLOPT_TIMEOUT' then perform set_config('http.timeout_msec', (value::numeric * 1000)::integer::text, false);
    when 'CURLOPT_TIMEOUT_MS' then perform set_config('http.timeout_msec', value::integer::text, false);
    when 'CURLOPT_USERAGENT' then perform set_config('http.user_agent', value, false);
    when 'CURLOPT_CONNECTTIMEOUT', 'CURLOPT_CONNECTTIMEOUT_MS', 'CURLOPT_TCP_KEEPALIVE' then null; -- The whole request has a limit.
    else raise exception '% is not supported', curlopt;
  end case;
  return true;
end
$$;

create function @extschema@.http_reset_curlopt() returns boolean language sql
set search_path = ''
return set_config('http.timeout_msec', '', false) is not null and set_config('http.user_agent', '', false) is not null;

create function @extschema@.http_list_curlopt() returns table (curlopt text, value text) language sql
set search_path = ''
as $$
  select name, set_to from (values
    ('CURLOPT_TIMEOUT_MS', nullif(current_setting('http.timeout_msec', true), '')),
    ('CURLOPT_USERAGENT', nullif(current_setting('http.user_agent', true), ''))
  ) as option (name, set_to) where set_to is not null
$$;

create function @extschema@.http(request @extschema@.http_request) returns @extschema@.http_response
language plpgsql security definer
set search_path = ''
as $$
declare
  place text := current_setting('data_directory') || '/souk_http/' || gen_random_uuid();
  patience integer := coalesce(nullif(current_setting('http.timeout_msec', true), ''), '5000')::integer;
  package text := substring(request.uri from '^https://api\.database\.dev/rest/v1/package_versions\?.*package_name=eq\.([^&]+)');
  latest timestamptz := clock_timestamp() + (patience + 2000) * interval '1 ms';
  answer jsonb;
begin
  if request.method is null or request.uri is null then
    raise exception 'request.method and request.uri must be set';
  end if;
  -- Tests fetch these packages, which are here.
  answer := (
    select jsonb_build_object('status', 200, 'content_type', 'application/json', 'headers', '[]'::jsonb,
      'content', jsonb_build_array(jsonb_build_object('version', default_version, 'sql', ''))::text)
    from pg_catalog.pg_available_extensions where name = package
  );
  if answer is null then
    execute format(
      'copy (select %L) to %L (format csv, quote E''\x01'', delimiter E''\x02'')',
      jsonb_build_object('method', upper(request.method), 'url', request.uri, 'headers', to_jsonb(request.headers), 'type', request.content_type,
        'content', request.content, 'agent', nullif(current_setting('http.user_agent', true), ''), 'patience', patience)::text,
      place || '.request'
    );
    execute format('copy (select) to %L', place || '.ready');
    loop
      answer := pg_read_file(place || '.answer', true)::jsonb;
      exit when answer is not null;
      if clock_timestamp() > latest then
        raise undefined_file;
      end if;
      perform pg_sleep(0.002);
    end loop;
  end if;
  if answer ->> 'error' is not null then
    raise exception '%', answer ->> 'error' using errcode = 'connection_exception';
  end if;
  return (
    (answer ->> 'status')::integer, answer ->> 'content_type',
    array(select (header ->> 'field', header ->> 'value')::@extschema@.http_header from jsonb_array_elements(answer -> 'headers') header),
    answer ->> 'content'
  )::@extschema@.http_response;
exception
  when undefined_file then
    raise exception 'http needs the server of this database, and it is not running' using hint = 'souk-backend start';
end
$$;

create function @extschema@.http_header(field varchar, value varchar) returns @extschema@.http_header language sql
set search_path = ''
return row(field, value)::@extschema@.http_header;

create function @extschema@.urlencode(string varchar) returns text language sql immutable strict
set search_path = ''
return (
  select coalesce(string_agg(
    case when octet_length(one) = 1 and one ~ '[A-Za-z0-9_.~-]' then one
      else regexp_replace(upper(encode(convert_to(one, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end, '' order by n), '')
  from regexp_split_to_table(string, '') with ordinality as letter (one, n) where one <> ''
);
create function @extschema@.urlencode(string bytea) returns text language sql immutable strict
set search_path = ''
return (
  select coalesce(string_agg(
    case when position(substr(string, n + 1, 1) in '-.0123456789_~ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'::bytea) > 0
      then chr(get_byte(string, n)) else '%' || lpad(upper(to_hex(get_byte(string, n))), 2, '0') end, '' order by n), '')
  from generate_series(0, octet_length(string) - 1) n
);
create function @extschema@.urlencode(data jsonb) returns text language sql immutable strict
set search_path = ''
return (
  select string_agg(@extschema@.urlencode(key::varchar) || '=' || @extschema@.urlencode(value::varchar), '&')
  from jsonb_each_text(data)
);

create function @extschema@.http_get(uri varchar) returns @extschema@.http_response language sql
set search_path = ''
return @extschema@.http(row('GET', uri, null, null, null)::@extschema@.http_request);
create function @extschema@.http_get(uri varchar, data jsonb) returns @extschema@.http_response language sql
set search_path = ''
return @extschema@.http(row('GET', uri || '?' || @extschema@.urlencode(data), null, null, null)::@extschema@.http_request);
create function @extschema@.http_post(uri varchar, content varchar, content_type varchar) returns @extschema@.http_response language sql
set search_path = ''
return @extschema@.http(row('POST', uri, null, content_type, content)::@extschema@.http_request);
create function @extschema@.http_post(uri varchar, data jsonb) returns @extschema@.http_response language sql
set search_path = ''
return @extschema@.http_post(uri, @extschema@.urlencode(data)::varchar, 'application/x-www-form-urlencoded'::varchar);
create function @extschema@.http_put(uri varchar, content varchar, content_type varchar) returns @extschema@.http_response language sql
set search_path = ''
return @extschema@.http(row('PUT', uri, null, content_type, content)::@extschema@.http_request);
create function @extschema@.http_patch(uri varchar, content varchar, content_type varchar) returns @extschema@.http_response language sql
set search_path = ''
return @extschema@.http(row('PATCH', uri, null, content_type, content)::@extschema@.http_request);
create function @extschema@.http_delete(uri varchar) returns @extschema@.http_response language sql
set search_path = ''
return @extschema@.http(row('DELETE', uri, null, null, null)::@extschema@.http_request);
create function @extschema@.http_delete(uri varchar, content varchar, content_type varchar) returns @extschema@.http_response language sql
set search_path = ''
return @extschema@.http(row('DELETE', uri, null, content_type, content)::@extschema@.http_request);
create function @extschema@.http_head(uri varchar) returns @extschema@.http_response language sql
set search_path = ''
return @extschema@.http(row('HEAD', uri, null, null, null)::@extschema@.http_request);

create function @extschema@.bytea_to_text(data bytea) returns text language sql immutable strict
set search_path = ''
return convert_from(data, 'UTF8');
create function @extschema@.text_to_bytea(data text) returns bytea language sql immutable strict
set search_path = ''
return convert_to(data, 'UTF8');
