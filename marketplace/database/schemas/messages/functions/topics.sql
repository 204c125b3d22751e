-- Access to private channels, which services send to with realtime.send().

-- The conversation of a topic, or null; never raises.
create or replace function private.conversation_of_topic(topic text) returns uuid
language sql immutable set search_path = ''
return case
  when topic ~ '^conversation:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then substr(topic, 14)::uuid
end;
grant execute on function private.conversation_of_topic(text) to authenticated;
