-- How the processes on one database find one another: the name of the channel on which they speak (NOTIFY, or Redis).
-- Whoever knows it could listen to private broadcasts and forge them: it cannot be guessed, and only the owner reads it.

create table realtime.bus (
  only_row boolean primary key default true check (only_row),
  channel text not null default 'realtime_' || replace(gen_random_uuid()::text, '-', '')
);
comment on table realtime.bus is 'The secret channel between the processes of this installation. For the realtime service alone.';

alter table realtime.bus enable row level security;

insert into realtime.bus default values;
