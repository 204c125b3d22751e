-- Account deletion: hidden immediately, restored by signing in within 30 days, then erased. Messages stay with their recipients under the name
-- "Deleted account".

create table private.departures (
  user_id uuid primary key references public.profiles on delete cascade,
  asked_at timestamptz not null default now(),
  erase_at timestamptz not null,
  told_at timestamptz
);
comment on table private.departures is 'Accounts to be erased. Signing in before that deletes the row and restores the account.';
comment on column private.departures.told_at is 'When the notification email was queued.';
create index departures_due_idx on private.departures (erase_at);
create index departures_untold_idx on private.departures (asked_at) where told_at is null;

