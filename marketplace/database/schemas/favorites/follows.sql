-- Followed sellers.

create table public.follows (
  follower_id uuid not null default auth.uid() references public.profiles on delete cascade,
  seller_id uuid not null references public.sellers on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, seller_id),
  constraint follows_not_oneself check (follower_id <> seller_id)
);
comment on table public.follows is 'Followed sellers, whose new ads cause notifications. Visible to the follower only.';
create index follows_seller_id_idx on public.follows (seller_id, created_at);

alter table public.follows enable row level security;
create policy "people see whom they follow" on public.follows
  for select to authenticated using (follower_id = (select auth.uid()));
create policy "people follow in their own name" on public.follows
  for insert to authenticated with check (follower_id = (select auth.uid()));
create policy "people stop following" on public.follows
  for delete to authenticated using (follower_id = (select auth.uid()));
create policy "who has a second factor shows it first" on public.follows as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.follows from anon, authenticated;
grant select, delete on public.follows to authenticated;
grant insert (seller_id) on public.follows to authenticated;
