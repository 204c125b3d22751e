-- The API of pgmq: each queue is a table with an archive table.
create table pgmq.meta (
  queue_name varchar primary key,
  is_partitioned boolean not null default false,
  is_unlogged boolean not null,
  created_at timestamptz not null default now()
);
create type pgmq.message_record as (
  msg_id bigint, read_ct integer, enqueued_at timestamptz, vt timestamptz, message jsonb, headers jsonb
);
create type pgmq.queue_record as (queue_name varchar, is_partitioned boolean, is_unlogged boolean, created_at timestamptz);
create type pgmq.metrics_result as (
  queue_name text, queue_length bigint, newest_msg_age_sec integer, oldest_msg_age_sec integer, total_messages bigint,
  scrape_time timestamptz, queue_visible_length bigint
);

create function pgmq.format_table_name(queue_name text, prefix text) returns text language plpgsql immutable
set search_path = ''
as $$
begin
  if queue_name !~ '^[A-Za-z0-9_-]{1,47}$' then
    raise exception 'queue name contains invalid characters or is too long: %', queue_name;
  end if;
  return lower(prefix || '_' || queue_name);
end
$$;

create function pgmq.validate_queue_name(queue_name text) returns void language sql immutable
set search_path = ''
begin atomic
  select pgmq.format_table_name(queue_name, 'q');
end;

create function pgmq._create(name text, unlogged text) returns void language plpgsql
set search_path = ''
as $$
declare
  queue text := pgmq.format_table_name(name, 'q');
  archive text := pgmq.format_table_name(name, 'a');
begin
  execute format(
    'create %s table if not exists pgmq.%I (msg_id bigint primary key generated always as identity, read_ct int not null default 0, '
    'enqueued_at timestamptz not null default now(), vt timestamptz not null, message jsonb, headers jsonb)', unlogged, queue);
  execute format(
    'create table if not exists pgmq.%I (msg_id bigint primary key, read_ct int not null default 0, '
    'enqueued_at timestamptz not null default now(), archived_at timestamptz not null default now(), vt timestamptz not null, '
    'message jsonb, headers jsonb)', archive);
  execute format('create index if not exists %I on pgmq.%I (vt)', queue || '_vt_idx', queue);
  execute format('create index if not exists %I on pgmq.%I (archived_at)', 'archived_at_idx_' || name, archive);
  insert into pgmq.meta (queue_name, is_unlogged) values (name, unlogged <> '') on conflict do nothing;
end
$$;
create function pgmq.create(queue_name text) returns void language sql set search_path = '' return pgmq._create(queue_name, '');
create function pgmq.create_non_partitioned(queue_name text) returns void language sql set search_path = '' return pgmq._create(queue_name, '');
create function pgmq.create_unlogged(queue_name text) returns void language sql set search_path = '' return pgmq._create(queue_name, 'unlogged');

create function pgmq.drop_queue(queue_name text) returns boolean language plpgsql
set search_path = ''
as $$
begin
  execute format('drop table if exists pgmq.%I, pgmq.%I', pgmq.format_table_name(queue_name, 'q'), pgmq.format_table_name(queue_name, 'a'));
  delete from pgmq.meta where meta.queue_name = drop_queue.queue_name;
  return found;
end
$$;

-- Archives have not belonged to the extension since 1.5.
create function pgmq.detach_archive(queue_name text) returns void language sql set search_path = '' begin atomic end;

create function pgmq.list_queues() returns setof pgmq.queue_record language sql stable
set search_path = ''
as $$ select queue_name, is_partitioned, is_unlogged, created_at from pgmq.meta $$;

create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay timestamptz) returns setof bigint
language plpgsql
set search_path = ''
as $$
begin
  return query execute format(
    'insert into pgmq.%I (vt, message, headers) select $2, msg, header from unnest($1, $3) with ordinality as given (msg, header, n) '
    'order by n returning msg_id', pgmq.format_table_name(queue_name, 'q')
  ) using msgs, delay, coalesce(headers, '{}');
end
$$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], delay integer default 0) returns setof bigint language sql
set search_path = ''
as $$ select pgmq.send_batch(queue_name, msgs, null, clock_timestamp() + make_interval(secs => delay)) $$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], delay timestamptz) returns setof bigint language sql
set search_path = ''
as $$ select pgmq.send_batch(queue_name, msgs, null, delay) $$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay integer default 0) returns setof bigint language sql
set search_path = ''
as $$ select pgmq.send_batch(queue_name, msgs, headers, clock_timestamp() + make_interval(secs => delay)) $$;
create function pgmq.send(queue_name text, msg jsonb, delay integer default 0) returns setof bigint language sql
set search_path = ''
as $$ select pgmq.send_batch(queue_name, array[msg], delay) $$;
create function pgmq.send(queue_name text, msg jsonb, delay timestamptz) returns setof bigint language sql
set search_path = ''
as $$ select pgmq.send_batch(queue_name, array[msg], null, delay) $$;
create function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay integer default 0) returns setof bigint language sql
set search_path = ''
as $$ select pgmq.send_batch(queue_name, array[msg], array[headers], delay) $$;
create function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay timestamptz) returns setof bigint language sql
set search_path = ''
as $$ select pgmq.send_batch(queue_name, array[msg], array[headers], delay) $$;

create function pgmq.read(queue_name text, vt integer, qty integer, conditional jsonb)
returns setof pgmq.message_record language plpgsql
set search_path = ''
as $$
begin
  return query execute format(
    'with next as (select msg_id from pgmq.%1$I where vt <= clock_timestamp() and message @> $3 order by msg_id limit $1 '
    'for update skip locked) '
    'update pgmq.%1$I as m set vt = clock_timestamp() + make_interval(secs => $2), read_ct = read_ct + 1 from next '
    'where m.msg_id = next.msg_id returning m.msg_id, m.read_ct, m.enqueued_at, m.vt, m.message, m.headers',
    pgmq.format_table_name(queue_name, 'q')
  ) using qty, vt, conditional;
end
$$;

-- Not a default of the one above: projects grant the right to this one, as before 1.5.
create function pgmq.read(queue_name text, vt integer, qty integer) returns setof pgmq.message_record language sql
set search_path = ''
as $$ select * from pgmq.read(queue_name, vt, qty, '{}') $$;

create function pgmq.read_with_poll(
  queue_name text, vt integer, qty integer, max_poll_seconds integer default 5, poll_interval_ms integer default 100,
  conditional jsonb default '{}'
) returns setof pgmq.message_record language plpgsql
set search_path = ''
as $$
declare
  until timestamptz := clock_timestamp() + make_interval(secs => max_poll_seconds);
begin
  loop
    return query select * from pgmq.read(queue_name, vt, qty, conditional);
    exit when found or clock_timestamp() >= until;
    perform pg_sleep(poll_interval_ms / 1000.0);
  end loop;
end
$$;

create function pgmq.pop(queue_name text) returns setof pgmq.message_record language plpgsql
set search_path = ''
as $$
begin
  return query execute format(
    'delete from pgmq.%1$I where msg_id = (select msg_id from pgmq.%1$I where vt <= clock_timestamp() order by msg_id limit 1 '
    'for update skip locked) returning msg_id, read_ct, enqueued_at, vt, message, headers', pgmq.format_table_name(queue_name, 'q'));
end
$$;

create function pgmq.delete(queue_name text, msg_ids bigint[]) returns setof bigint language plpgsql
set search_path = ''
as $$
begin
  return query execute format('delete from pgmq.%I where msg_id = any ($1) returning msg_id', pgmq.format_table_name(queue_name, 'q'))
    using msg_ids;
end
$$;
create function pgmq.delete(queue_name text, msg_id bigint) returns boolean language sql
set search_path = ''
as $$ select exists (select from pgmq.delete(queue_name, array[msg_id])) $$;

create function pgmq.archive(queue_name text, msg_ids bigint[]) returns setof bigint language plpgsql
set search_path = ''
as $$
begin
  return query execute format(
    'with gone as (delete from pgmq.%I where msg_id = any ($1) returning msg_id, read_ct, enqueued_at, vt, message, headers) '
    'insert into pgmq.%I (msg_id, read_ct, enqueued_at, vt, message, headers) select * from gone returning msg_id',
    pgmq.format_table_name(queue_name, 'q'), pgmq.format_table_name(queue_name, 'a')) using msg_ids;
end
$$;
create function pgmq.archive(queue_name text, msg_id bigint) returns boolean language sql
set search_path = ''
as $$ select exists (select from pgmq.archive(queue_name, array[msg_id])) $$;

create function pgmq.set_vt(queue_name text, msg_id bigint, vt integer) returns setof pgmq.message_record language plpgsql
set search_path = ''
as $$
begin
  return query execute format(
    'update pgmq.%I set vt = clock_timestamp() + make_interval(secs => $2) where msg_id = $1 '
    'returning msg_id, read_ct, enqueued_at, vt, message, headers', pgmq.format_table_name(queue_name, 'q')) using msg_id, vt;
end
$$;

create function pgmq.purge_queue(queue_name text) returns bigint language plpgsql
set search_path = ''
as $$
declare
  gone bigint;
begin
  execute format('delete from pgmq.%I', pgmq.format_table_name(queue_name, 'q'));
  get diagnostics gone = row_count;
  return gone;
end
$$;

create function pgmq.metrics(queue_name text) returns pgmq.metrics_result language plpgsql
set search_path = ''
as $$
declare
  answer pgmq.metrics_result;
begin
  execute format(
    'select $1, count(*), extract(epoch from now() - max(enqueued_at))::int, extract(epoch from now() - min(enqueued_at))::int, '
    'coalesce((select last_value from pg_sequences where schemaname = ''pgmq'' and sequencename = $2), 0), now(), '
    'count(*) filter (where vt <= clock_timestamp()) from pgmq.%I', pgmq.format_table_name(queue_name, 'q')
  ) into answer using queue_name, pgmq.format_table_name(queue_name, 'q') || '_msg_id_seq';
  return answer;
end
$$;
create function pgmq.metrics_all() returns setof pgmq.metrics_result language sql
set search_path = ''
as $$ select metrics.* from pgmq.meta, pgmq.metrics(meta.queue_name) as metrics $$;
