-- Devices that are not seen any more are forgotten by the clean-up, no longer at every sign-in.
create index known_devices_seen_at_idx on auth.known_devices (seen_at);
