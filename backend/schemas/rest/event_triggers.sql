-- Notifies the data API's cache of schema changes. Only a superuser may create event triggers; without them the cache keeps answers
-- for a second at most.
do $$
begin
  create event trigger rest_definition_changed on ddl_command_end execute function rest.tell_definition_changed();
  create event trigger rest_definition_dropped on sql_drop execute function rest.tell_definition_changed();
exception when insufficient_privilege then
  raise notice 'no event triggers: definitions are watched by age alone';
end
$$;
