-- Tells the data API's cache of definitions that change: tables, views, policies, grants, functions. The log carries
-- rows only, so the message travels in it, in commit order with them. Its content is the transaction's id.
create schema if not exists rest;
comment on schema rest is 'What the data API needs in the database; nothing of it is exposed.';

create function rest.tell_definition_changed() returns event_trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Temporary tables concern nobody else.
  if tg_event = 'sql_drop' then
    if not exists (select from pg_event_trigger_dropped_objects() where not is_temporary) then
      return;
    end if;
  elsif not exists (select from pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp') then
    return;
  end if;
  perform pg_logical_emit_message(true, 'rest.definition', pg_current_xact_id()::text);
end
$$;
comment on function rest.tell_definition_changed() is 'Writes rest.definition into the log when a definition changes.';

-- Only a superuser may create event triggers. Without them the cache keeps every answer for a second at most.
do $$
begin
  create event trigger rest_definition_changed on ddl_command_end execute function rest.tell_definition_changed();
  create event trigger rest_definition_dropped on sql_drop execute function rest.tell_definition_changed();
exception when insufficient_privilege then
  raise notice 'no event triggers: definitions are watched by age alone';
end
$$;
