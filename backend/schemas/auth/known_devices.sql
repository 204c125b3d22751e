-- Where people have signed in before, so that a mail can tell them of a sign-in that is unlike those.

create table auth.known_devices (
  user_id uuid not null references auth.users on delete cascade,
  mark bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, mark)
);
comment on table auth.known_devices is 'Devices and networks of earlier sign-ins, each as a hash that means nothing for another account; forgotten after 180 days.';
-- Devices that are not seen any more are forgotten by the clean-up.
create index known_devices_seen_at_idx on auth.known_devices (seen_at);

alter table auth.known_devices enable row level security;
