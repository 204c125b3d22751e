-- Hearts: ads that a person keeps an eye on.

create table public.favorites (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  listing_id uuid not null references public.listings on delete cascade,
  seen_price_minor integer,
  created_at timestamptz not null default now(),
  primary key (user_id, listing_id)
);
comment on table public.favorites is 'One heart. seen_price_minor is the price when it was given, to show what changed since.';
create index favorites_listing_id_idx on public.favorites (listing_id);

alter table public.favorites enable row level security;
create policy "people see their own favorites" on public.favorites
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people keep ads that they can read" on public.favorites
  for insert to authenticated
  with check (user_id = (select auth.uid()) and exists (select from public.listings listing where listing.id = listing_id));
create policy "people drop their own favorites" on public.favorites
  for delete to authenticated using (user_id = (select auth.uid()));
revoke all on public.favorites from anon, authenticated;
grant select, insert (user_id, listing_id), delete on public.favorites to authenticated;

-- Security definer: the counter is a column of somebody else's ad.
create function private.admit_favorite() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if (select count(*) from public.favorites favorite where favorite.user_id = new.user_id) >= 500 then
    raise exception using errcode = 'PT422', message = 'You can keep 500 ads. Remove some that are sold first.';
  end if;
  new.seen_price_minor := (select listing.price_minor from public.listings listing where listing.id = new.listing_id);
  return new;
end
$$;
create trigger admit_favorite before insert on public.favorites
  for each row execute function private.admit_favorite();

-- Security definer: as above.
create function private.count_favorite() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.listings listing
    set saves_count = greatest(0, listing.saves_count + case tg_op when 'INSERT' then 1 else -1 end)
    where listing.id = coalesce(new.listing_id, old.listing_id);
  return null;
end
$$;
create trigger count_favorite after insert or delete on public.favorites
  for each row execute function private.count_favorite();
