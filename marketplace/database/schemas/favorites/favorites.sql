-- Saved ads.

create table public.favorites (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  listing_id uuid not null references public.listings on delete cascade,
  seen_price_minor integer,
  created_at timestamptz not null default now(),
  folder text check (char_length(btrim(folder)) between 1 and 40),
  note text not null default '' check (char_length(note) <= 200),
  notify boolean not null default true,
  primary key (user_id, listing_id)
);
comment on table public.favorites is 'A saved ad. seen_price_minor is the price at that time, to show changes.';
comment on column public.favorites.notify is 'Whether to notify when it becomes cheaper, reserved, sold or available again.';
create index favorites_listing_id_idx on public.favorites (listing_id);

alter table public.favorites enable row level security;
create policy "people see their own favorites" on public.favorites
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people keep ads that they can read" on public.favorites
  for insert to authenticated
  with check (user_id = (select auth.uid()) and exists (select from public.listings listing where listing.id = listing_id));
create policy "people drop their own favorites" on public.favorites
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "people sort their own favorites" on public.favorites
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "who has a second factor shows it first" on public.favorites as restrictive for all to authenticated
  using ((select private.second_factor_shown()));
revoke all on public.favorites from anon, authenticated;
grant select, delete on public.favorites to authenticated;
grant insert (user_id, listing_id, folder, note, notify) on public.favorites to authenticated;
grant update (folder, note, notify) on public.favorites to authenticated;
