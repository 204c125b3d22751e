-- Devices of earlier sign-ins, so that an email can report a new one.

create table auth.known_devices (
  user_id uuid not null references auth.users on delete cascade,
  mark bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, mark)
);
comment on table auth.known_devices is 'Devices and networks of earlier sign-ins, each as a hash that means nothing for another account; forgotten after 180 days.';
-- For the clean-up, which deletes devices that have not been used for long.
create index known_devices_seen_at_idx on auth.known_devices (seen_at);

alter table auth.known_devices enable row level security;
