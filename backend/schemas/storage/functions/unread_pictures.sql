create or replace function storage.next_turn(owner text) returns bigint
language sql volatile security definer set search_path = '' as $$
  select greatest(
    coalesce((select min(turn) from storage.unread_pictures), 0),
    coalesce((select max(turn) + 1 from storage.unread_pictures where owner_id is not distinct from owner), 0))
$$;
comment on function storage.next_turn(text) is 'Security definer: the queue is closed to those who upload.';

-- Security definer: objects are written with the caller's role, which has no access to the queue.
create or replace function storage.queue_reading() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.unread_pictures (object_id, version, owner_id, turn)
  values (new.id, new.version, new.owner_id, storage.next_turn(new.owner_id))
  on conflict (object_id) do update
  set version = excluded.version, owner_id = excluded.owner_id, turn = excluded.turn, attempts = 0, due_at = now()
  where unread_pictures.version <> excluded.version;
  return null;
end $$;
create or replace trigger objects_queue_reading after insert or update of version, metadata on storage.objects
  for each row when (new.metadata ->> 'reading' = 'waiting') execute function storage.queue_reading();
