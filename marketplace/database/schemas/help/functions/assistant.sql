-- For the assistant's function alone. Null: go on; otherwise when the next question is free.
create or replace function public.take_assistant_turn(asker text, most_per_hour integer, most_at_once integer default null) returns timestamptz
language plpgsql
set search_path = ''
as $$
declare
  -- What is asked within it is asked at once.
  once constant interval := '20 seconds';
  oldest timestamptz;
  turns integer;
  burst_from timestamptz;
  burst integer;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('assistant:' || take_assistant_turn.asker, 0));
  delete from private.assistant_turns turn where turn.asked_at < now() - interval '1 hour';
  select count(*), min(turn.asked_at), count(*) filter (where turn.asked_at > now() - once), min(turn.asked_at) filter (where turn.asked_at > now() - once)
  into turns, oldest, burst, burst_from
  from private.assistant_turns turn where turn.asker = take_assistant_turn.asker;
  if turns >= most_per_hour then
    return oldest + interval '1 hour';
  elsif burst >= most_at_once then
    return burst_from + once;
  end if;
  insert into private.assistant_turns (asker) values (take_assistant_turn.asker);
  return null;
end
$$;
comment on function public.take_assistant_turn(text, integer, integer) is 'Counts a question to the assistant, against its hour and those asked at once. For the service key.';
