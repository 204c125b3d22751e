-- A whole application: private notes.
create table public.notes (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users on delete cascade,
  body text not null check (char_length(body) between 1 and 2000),
  created_at timestamptz not null default now()
);
comment on table public.notes is 'Private notes of a user.';
create index notes_owner_id_idx on public.notes (owner_id, created_at desc);

alter table public.notes enable row level security;
create policy "people read their own notes" on public.notes
  for select to authenticated using (owner_id = (select auth.uid()));
create policy "people write notes in their own name" on public.notes
  for insert to authenticated with check (owner_id = (select auth.uid()));
create policy "people throw their own notes away" on public.notes
  for delete to authenticated using (owner_id = (select auth.uid()));
revoke all on public.notes from anon, authenticated;
grant select, delete on public.notes to authenticated;
grant insert (body) on public.notes to authenticated;
