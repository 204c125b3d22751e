-- Vacation mode: ads stay visible, offers pause, and messages do not count for the response figures. It ends automatically, since readers compare the
-- dates.

create table private.vacations (
  seller_id uuid not null references public.sellers on delete cascade,
  away_from date not null,
  away_until date not null,
  primary key (seller_id, away_from),
  check (away_from < away_until)
);
comment on table private.vacations is 'Past and current vacations, whose days the response figures ignore.';

-- Policies check the caller's own conversations, deals, contests and vacations.
alter table private.vacations enable row level security;
create policy "sellers see their own absences" on private.vacations for select to authenticated
  using (seller_id = (select auth.uid()));
grant select on private.vacations to authenticated;
