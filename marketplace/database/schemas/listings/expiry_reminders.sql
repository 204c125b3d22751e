-- Who is to be reminded that an ad ends soon: seven days and one day before, once each, anew after the ad was extended.

create table private.expiry_reminders (
  listing_id uuid not null references public.listings on delete cascade,
  expires_at timestamptz not null,
  days_before smallint not null check (days_before in (1, 7)),
  sent_at timestamptz not null default now(),
  primary key (listing_id, expires_at, days_before)
);

