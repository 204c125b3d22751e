create or replace function realtime.topic() returns text
language sql stable set search_path = ''
return nullif(current_setting('realtime.topic', true), '');
comment on function realtime.topic() is 'The channel that a policy on realtime.messages is asked about, without "realtime:".';
grant execute on function realtime.topic() to anon, authenticated, service_role;

create or replace function realtime.maintain_partitions() returns void
language plpgsql set search_path = '' as $$
declare
  today date := (now() at time zone 'UTC')::date;
  day date;
  expired text;
begin
  -- One process at a time; then the others have nothing left to do.
  if not pg_try_advisory_xact_lock(hashtext('realtime.maintain_partitions')) then
    return;
  end if;
  -- Dropping a partition locks the parent: give up and retry later instead of blocking every sender.
  perform set_config('lock_timeout', '2s', true);
  for day in select today + offset_days from generate_series(0, 3) as offset_days loop
    if to_regclass(format('realtime.messages_%s', to_char(day, 'YYYY_MM_DD'))) is null then
      execute format(
        'create table realtime.messages_%1$s partition of realtime.messages for values from (%2$L) to (%3$L)',
        to_char(day, 'YYYY_MM_DD'), day || ' 00:00:00+00', (day + 1) || ' 00:00:00+00'
      );
      -- Only the parent's policies count, and only through the parent.
      execute format('alter table realtime.messages_%s enable row level security', to_char(day, 'YYYY_MM_DD'));
      execute format('revoke all on realtime.messages_%s from anon, authenticated, service_role', to_char(day, 'YYYY_MM_DD'));
    end if;
  end loop;
  for expired in
    select child.relname
    from pg_catalog.pg_inherits
    join pg_catalog.pg_class child on child.oid = inhrelid
    where inhparent = 'realtime.messages'::regclass
      and child.relname ~ '^messages_\d{4}_\d{2}_\d{2}$'
      and to_date(right(child.relname, 10), 'YYYY_MM_DD') + 1 <= today - 3
  loop
    execute format('drop table realtime.%I', expired);
  end loop;
end
$$;
comment on function realtime.maintain_partitions() is
  'Creates the partitions of today and the next three days and drops those that ended more than 72 hours ago.';

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case when send.payload ? 'id' then send.payload else jsonb_set(send.payload, '{id}', to_jsonb(message_id)) end,
    send.event, send.topic, send.private, 'broadcast'
  );
exception when others then
  -- A failed broadcast must not fail the caller's transaction.
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is
  'Broadcasts to a channel once the transaction commits. Runs with the rights of its caller: policies on realtime.messages apply.';
grant execute on function realtime.send(jsonb, text, text, boolean) to anon, authenticated, service_role;

create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('realtime.topic', send_binary.topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (send_binary.payload, send_binary.event, send_binary.topic, send_binary.private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;
comment on function realtime.send_binary(bytea, text, text, boolean) is 'Like realtime.send, for bytes.';
grant execute on function realtime.send_binary(bytea, text, text, boolean) to anon, authenticated, service_role;

create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql set search_path = '' as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'operation', operation, 'table', table_name, 'schema', table_schema, 'record', new, 'old_record', old
    ),
    event_name, topic_name
  );
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'For row triggers: sends {operation, table, schema, record, old_record, id} to a private channel.';
grant execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) to anon, authenticated, service_role;

-- Evaluates the policies of realtime.messages for a caller and a topic by trying with temporary rows: the inner block is
-- always rolled back, with the rows, the role and the settings. Takes one round trip.
create or replace function realtime.check_access(action text, caller_role text, claims text, topic_name text, headers text)
returns table (broadcast boolean, presence boolean)
language plpgsql
as $$
declare
  probes uuid[] := array[gen_random_uuid(), gen_random_uuid()];
begin
  broadcast := false;
  presence := false;
  -- The role comes from a token: only roles granted to `authenticator`, never an owner.
  if not exists (
    select from pg_catalog.pg_roles
    where rolname = caller_role and not rolsuper and pg_catalog.pg_has_role('authenticator', oid, 'member')
  ) then
    return next;
    return;
  end if;
  begin
    perform pg_catalog.set_config(name, value, true)
    from (values
      ('search_path', 'public, extensions'),
      ('realtime.topic', topic_name),
      ('request.headers', headers),
      ('request.jwt.claims', claims),
      ('request.jwt.claim.sub', coalesce(claims::jsonb ->> 'sub', '')),
      ('request.jwt.claim.role', caller_role)
    ) as setting (name, value);
    if action = 'read' then
      insert into realtime.messages (id, topic, extension, event, payload)
      values
        (probes[1], topic_name, 'broadcast', 'probe', '{}'),
        (probes[2], topic_name, 'presence', 'probe', '{}');
      perform pg_catalog.set_config('role', caller_role, true);
      select coalesce(bool_or(m.extension = 'broadcast'), false), coalesce(bool_or(m.extension = 'presence'), false)
      into broadcast, presence
      from realtime.messages m
      where m.id = any (probes) and m.inserted_at = now();
    else
      perform pg_catalog.set_config('role', caller_role, true);
      begin
        insert into realtime.messages (topic, extension, event, payload) values (topic_name, 'broadcast', 'probe', '{}');
        broadcast := true;
      exception when insufficient_privilege then
        null; -- refused: stays false
      end;
      begin
        insert into realtime.messages (topic, extension, event, payload) values (topic_name, 'presence', 'probe', '{}');
        presence := true;
      exception when insufficient_privilege then
        null;
      end;
    end if;
    raise exception using errcode = 'RTPRB';
  exception when sqlstate 'RTPRB' then
    null; -- the probe is undone
  end;
  return next;
end
$$;
comment on function realtime.check_access(text, text, text, text, text) is
  'What a caller may "read" or "write" on a private channel. For the realtime service alone.';
