-- Reminders seven days and one day before expiry, once each, again after an extension.

create table private.expiry_reminders (
  listing_id uuid not null references public.listings on delete cascade,
  expires_at timestamptz not null,
  days_before smallint not null check (days_before in (1, 7)),
  sent_at timestamptz not null default now(),
  primary key (listing_id, expires_at, days_before)
);

