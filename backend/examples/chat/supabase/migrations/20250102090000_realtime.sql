-- Channels are named room:<id>. Members may listen, speak and be seen in them.
create policy "members listen" on realtime.messages for select to authenticated
  using (
    realtime.messages.extension in ('broadcast', 'presence')
    and public.is_member(split_part((select realtime.topic()), ':', 2)::bigint)
  );
create policy "members speak" on realtime.messages for insert to authenticated
  with check (
    realtime.messages.extension in ('broadcast', 'presence')
    and public.is_member(split_part((select realtime.topic()), ':', 2)::bigint)
  );

create function public.announce_message() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.broadcast_changes(
    'room:' || new.room_id::text, tg_op, tg_op, tg_table_name, tg_table_schema, new, null
  );
  return null;
end;
$$;
create trigger announce_message after insert on public.room_messages
  for each row execute function public.announce_message();
