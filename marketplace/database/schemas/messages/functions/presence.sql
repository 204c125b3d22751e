-- Presence: users announce themselves on their own topic, readable by conversation partners.

-- The user of a topic, or null; never raises.
create or replace function private.user_of_topic(topic text) returns uuid
language sql immutable set search_path = ''
return case
  when topic ~ '^user:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then substr(topic, 6)::uuid
end;
grant execute on function private.user_of_topic(text) to authenticated;
