-- The name of the channel (NOTIFY or Redis) through which the processes of one database communicate. It is random and readable by the
-- owner only, because knowing it would allow reading and forging private broadcasts.

create table realtime.bus (
  only_row boolean primary key default true check (only_row),
  channel text not null default 'realtime_' || replace(gen_random_uuid()::text, '-', '')
);
comment on table realtime.bus is 'The secret channel between the processes of this installation. For the realtime service alone.';

alter table realtime.bus enable row level security;

insert into realtime.bus default values;
