create or replace function rest.tell_definition_changed() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  -- Temporary tables are visible to their session only.
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
