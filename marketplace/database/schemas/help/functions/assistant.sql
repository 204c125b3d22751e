-- For the assistant's function alone. Null: go on; otherwise when the next question is free.
create or replace function public.take_assistant_turn(asker text, most_per_hour integer) returns timestamptz
language plpgsql
set search_path = ''
as $$
declare
  oldest timestamptz;
  turns integer;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('assistant:' || take_assistant_turn.asker, 0));
  delete from private.assistant_turns turn where turn.asked_at < now() - interval '1 hour';
  select count(*), min(turn.asked_at) into turns, oldest from private.assistant_turns turn where turn.asker = take_assistant_turn.asker;
  if turns >= most_per_hour then
    return oldest + interval '1 hour';
  end if;
  insert into private.assistant_turns (asker) values (take_assistant_turn.asker);
  return null;
end
$$;
comment on function public.take_assistant_turn(text, integer) is 'Counts a question to the assistant. For the service key.';
