-- Blocked users can't write, and neither sees the other online. They are not told.

create table public.blocks (
  blocker_id uuid not null default auth.uid() references public.sellers on delete cascade,
  blocked_id uuid not null references public.sellers on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_two_people check (blocker_id <> blocked_id)
);
create index blocks_blocked_idx on public.blocks (blocked_id);

alter table public.blocks enable row level security;
create policy "people see whom they blocked" on public.blocks
  for select to authenticated using (blocker_id = (select auth.uid()));
create policy "who has a second factor shows it first" on public.blocks as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.blocks from anon, authenticated;
grant select on public.blocks to authenticated;
