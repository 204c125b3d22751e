create table public.rooms (
  id bigint generated always as identity primary key,
  name text not null unique check (char_length(name) between 1 and 60)
);

create table public.room_members (
  room_id bigint not null references public.rooms on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  primary key (room_id, user_id)
);

create table public.room_messages (
  id bigint generated always as identity primary key,
  room_id bigint not null references public.rooms on delete cascade,
  author_id uuid not null default auth.uid() references auth.users on delete cascade,
  body text not null check (body <> ''),
  sent_at timestamptz not null default now()
);

alter table public.rooms enable row level security;
alter table public.room_members enable row level security;
alter table public.room_messages enable row level security;

create function public.is_member(room bigint) returns boolean language sql stable security definer set search_path = ''
as $$ select exists (select from public.room_members where room_id = room and user_id = (select auth.uid())) $$;

create policy "members see their rooms" on public.rooms for select to authenticated using (public.is_member(id));
create policy "members see one another" on public.room_members for select to authenticated using (public.is_member(room_id));
create policy "members read" on public.room_messages for select to authenticated using (public.is_member(room_id));
create policy "members write" on public.room_messages for insert to authenticated
  with check (public.is_member(room_id) and author_id = (select auth.uid()));
