-- Vacation mode: a seller is away for some days. Ads stay visible, offers pause, and what is asked meanwhile does not count for the
-- response figures. It ends by itself, since every reader compares the dates.

create table private.vacations (
  seller_id uuid not null references public.sellers on delete cascade,
  away_from date not null,
  away_until date not null,
  primary key (seller_id, away_from),
  check (away_from < away_until)
);
comment on table private.vacations is 'When sellers were away, for the figures that do not count those days.';

-- Conversations, deals, contests and absences of one's own are read by policy.
alter table private.vacations enable row level security;
create policy "sellers see their own absences" on private.vacations for select to authenticated
  using (seller_id = (select auth.uid()));
grant select on private.vacations to authenticated;
