-- Administrators can change the limits and the conditions of trust levels.

create table public.trust_ladder (
  singleton boolean primary key default true check (singleton),
  days integer not null default 7 check (days between 0 and 365),
  deals integer not null default 1 check (deals between 1 and 100),
  answered_chats integer not null default 5 check (answered_chats between 1 and 1000)
);
comment on table public.trust_ladder is 'When the limits of new accounts end: minimum age in days, and number of completed deals or answered conversations. One row.';

alter table public.trust_ladder enable row level security;
create policy "everybody sees how one becomes trusted" on public.trust_ladder for select to anon, authenticated using (true);
revoke all on public.trust_ladder from anon, authenticated;
grant select on public.trust_ladder to anon, authenticated;

insert into public.trust_ladder default values;
