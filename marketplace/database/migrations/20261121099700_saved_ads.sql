-- More about hearts, folders and notes and whether to tell; and sellers that somebody follows.

alter table public.favorites
  add column folder text check (char_length(btrim(folder)) between 1 and 40),
  add column note text not null default '' check (char_length(note) <= 200),
  add column notify boolean not null default true;
comment on column public.favorites.notify is 'Whether to tell when it gets cheaper, is reserved, sold or back.';

create policy "people sort their own favorites" on public.favorites
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant insert (folder, note, notify), update (folder, note, notify) on public.favorites to authenticated;

create table public.follows (
  follower_id uuid not null default auth.uid() references public.profiles on delete cascade,
  seller_id uuid not null references public.sellers on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, seller_id),
  constraint follows_not_oneself check (follower_id <> seller_id)
);
comment on table public.follows is 'Who wants to hear of a seller''s new ads. Seen by the follower only.';
create index follows_seller_id_idx on public.follows (seller_id, created_at);

alter table public.follows enable row level security;
create policy "people see whom they follow" on public.follows
  for select to authenticated using (follower_id = (select auth.uid()));
create policy "people follow in their own name" on public.follows
  for insert to authenticated with check (follower_id = (select auth.uid()));
create policy "people stop following" on public.follows
  for delete to authenticated using (follower_id = (select auth.uid()));
revoke all on public.follows from anon, authenticated;
grant select, insert (seller_id), delete on public.follows to authenticated;

create function private.admit_follow() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (select count(*) from public.follows follow where follow.follower_id = new.follower_id) >= 500 then
    raise exception using errcode = 'PT422', message = 'You can follow 500 sellers. Stop following some that have gone quiet.';
  end if;
  return new;
end
$$;
create trigger admit_follow before insert on public.follows
  for each row execute function private.admit_follow();
