create extension if not exists pg_cron with schema pg_catalog;
create extension if not exists pgmq;

select pgmq.create('reminders');
select cron.schedule('remind', '1 second', $$select pgmq.send('reminders', '{"kind": "open todos"}')$$);

create function public.next_reminder() returns jsonb
language sql security definer set search_path = ''
as $$ select message from pgmq.read('reminders', 30, 1) $$;
